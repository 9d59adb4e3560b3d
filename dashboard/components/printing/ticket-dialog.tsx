import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import GlobalStyles from '@mui/material/GlobalStyles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useId, useState } from 'react';
import { Link } from 'react-router';
import type { Order } from '#contract/ordering/orders.ts';
import type { Printer } from '#contract/printing/printing.ts';
import { client } from '../../api/api.ts';
import { showToast } from '../feedback/toast-store.ts';
import { outletTime } from '../order/outlet-time.ts';
import { PrinterMark } from './printer-mark.tsx';
import { useMayEdit } from '../shell/restaurant.tsx';
import { useNow } from '../live/use-now.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { queries } from '../../api/queries.ts';
import { breakpoints } from '../../theme/theme.ts';
import { Ticket } from './ticket.tsx';
import { errorText } from '../../words/error-text.ts';

const text = words.printing.ticket;

const CLOCK = 5000;

/** The ticket of an order, to look at, to print here, or to send to a printer of its outlet. */
export function TicketDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const titleId = useId();
  const now = useNow(CLOCK);
  const { data: all = [] } = useQuery(queries.printers());
  const mayEdit = useMayEdit();
  const printers = all.filter((printer) => printer.outletId === order.outletId);
  const isNarrow = useMediaQuery(`(max-width:${breakpoints.drawer - 1}px)`, { noSsr: true });
  const [paper, height] = useHeight();
  return (
    <>
      <GlobalStyles styles={printed(height)} />
      <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullScreen={isNarrow} data-print>
        <DialogTitle id={titleId} data-screen-only>
          {text.title({ number: order.orderName })}
        </DialogTitle>
        <DialogContent
          tabIndex={0}
          sx={{ display: 'grid', gap: 2, justifyItems: 'center', bgcolor: 'tone.subtle', px: 1, py: 2 }}
        >
          <Box ref={paper} sx={{ bgcolor: '#fff', p: '4mm', boxShadow: 1, '@media print': { boxShadow: 0 } }}>
            <Ticket order={order} now={now} />
          </Box>
          {order.printedAt !== null && (
            <Typography variant="body2" data-screen-only>
              {text.printed({ time: outletTime(order.printedAt, order.outlet.timeZone) })}
            </Typography>
          )}
        </DialogContent>
        <DialogActions data-screen-only sx={{ maxBlockSize: '50vh', overflowY: 'auto', flexShrink: 0 }}>
          <Button onClick={onClose}>{words.general.shell.close}</Button>
          {printers.length === 0 && mayEdit && (
            <Button component={Link} to={paths.printers()}>
              {text.toPrinters}
            </Button>
          )}
          <Button variant={printers.length === 0 ? 'contained' : 'outlined'} onClick={() => window.print()}>
            {text.printHere}
          </Button>
          {printers.map((printer) => (
            <SendButton key={printer._id} order={order} printer={printer} now={now} />
          ))}
        </DialogActions>
      </Dialog>
    </>
  );
}

function SendButton({ order, printer, now }: { order: Order; printer: Printer; now: Date }) {
  const sending = useMutation({
    mutationFn: () =>
      client.call('POST /printing/print-ticket', { body: { orderId: order._id, printerId: printer._id } }),
    onSuccess: ({ msg }) => showToast({ place: 'toast', tone: 'ok', text: msg }),
    onError: (error) => showToast({ place: 'toast', tone: 'error', text: errorText(error, 'operation') }),
  });
  return (
    // A long name has the line to itself, where the mark would leave it a column of letters.
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1,
        minInlineSize: 0,
      }}
    >
      <PrinterMark printer={printer} now={now} isQuietWhenWell />
      <Button
        variant="contained"
        onClick={() => {
          if (!sending.isPending) sending.mutate();
        }}
        sx={{ minInlineSize: 0, overflowWrap: 'anywhere' }}
      >
        {text.sendTo({ printer: printer.name })}
      </Button>
    </Box>
  );
}

/** How high an element is, in CSS pixels, with the ref to give it. */
function useHeight(): [ref: (element: HTMLElement | null) => (() => void) | undefined, height: number] {
  const [height, setHeight] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, height];
}

/** Prints the paper alone and nothing else on the screen: on a roll of 80 mm, cut where the ticket ends. */
function printed(height: number) {
  return {
    // One page: a height of its own is the only one that browsers take with a width.
    '@page': { size: `80mm ${Math.ceil(height) + 1}px`, margin: 0 },
    '@media print': {
      'html, body': { overflow: 'visible !important', background: '#fff !important' },
      'body > :not([data-print]), [data-screen-only], [data-print] > .MuiBackdrop-root': {
        display: 'none !important',
      },
      '[data-print], [data-print] .MuiDialog-container, [data-print] .MuiDialog-paper, [data-print] .MuiDialogContent-root':
        {
          position: 'static !important',
          display: 'block !important',
          inlineSize: 'auto !important',
          blockSize: 'auto !important',
          minBlockSize: '0 !important',
          maxBlockSize: 'none !important',
          overflow: 'visible !important',
          margin: '0 !important',
          padding: '0 !important',
          background: '#fff !important',
          boxShadow: 'none !important',
        },
    },
  } as const;
}
