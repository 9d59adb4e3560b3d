import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Order } from '#contract/ordering/orders.ts';
import { pressable } from '../../../components/form/pressable.ts';
import { words } from '../../../words/words.ts';
import { breakpoints } from '../../../theme/theme.ts';
import { ticketAge } from './ticket-age.ts';
import { TicketCard } from './ticket-card.tsx';
import type { Ticket } from './tickets.ts';
import { ticketLooks, type TicketSize } from './ticket-size.ts';
import { focusBump, ticketsIn, useBoardKeys } from './use-board-keys.ts';
import { usePages } from './use-pages.ts';

const text = words.kitchen.display;

const GAP = 12;

interface BoardProps {
  tickets: readonly Ticket[];
  size: TicketSize;
  now: Date;
  hasOutlets: boolean;
  onSeen: (order: Order) => void;
  recallLast: () => void;
  announce: (words: string) => void;
}

/**
 * The tickets in the order in which they are due, one below the other in columns of the screen's height; those for which
 * the screen has no room on further pages. On a phone all, one below the other. Where a ticket stands depends on those
 * before it alone, so what comes last moves nothing.
 */
export function Board({ tickets, size, now, hasOutlets, onSeen, recallLast, announce }: BoardProps) {
  const isPhone = !useMediaQuery(`(min-width:${breakpoints.drawer}px)`, { noSsr: true });
  const flow = useRef<HTMLDivElement>(null);
  const measuredPages = usePages(flow, GAP);
  const pageOf = (index: number) => (isPhone ? 0 : (measuredPages[index] ?? 0));
  const [requestedPage, setPage] = useState(0);
  const last = tickets.length === 0 ? 0 : pageOf(tickets.length - 1);
  const page = Math.min(requestedPage, last);
  const isShown = tickets.map((_, index) => pageOf(index) === page);
  const first = Math.max(0, isShown.indexOf(true));
  const turnPage = (by: 1 | -1) => setPage(Math.min(last, Math.max(0, page + by)));
  useBoardKeys(flow, { turnPage, recallLast });
  useKeptFocus(flow);
  const { scale, columnWidth } = ticketLooks[size];
  return (
    <Box sx={{ flex: 1, minBlockSize: 0, minInlineSize: 0, display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Box
        component="section"
        aria-label={text.board}
        sx={{
          '--ticket-scale': scale,
          flex: 1,
          minBlockSize: 0,
          containerType: { xs: 'inline-size', sm: 'size' },
          overflow: { sm: 'clip' },
        }}
      >
        <Box
          ref={flow}
          sx={{
            display: { xs: 'grid', sm: 'block' },
            gap: `${GAP}px`,
            gridTemplateColumns: 'minmax(0, 1fr)',
            blockSize: { sm: '100cqb' },
            columnWidth: { sm: `min(${columnWidth}, 100cqi)` },
            columnFill: 'auto',
            '--page': page,
            transform: {
              sm: `translateX(calc((100cqi + ${GAP}px) * -1 * var(--page)))`,
            },
            '[dir=rtl] &': { transform: { sm: `translateX(calc((100cqi + ${GAP}px) * var(--page)))` } },
          }}
        >
          {tickets.map((ticket, index) => (
            <TicketCard
              key={ticket.order._id}
              ticket={ticket}
              slot={index - first}
              isShown={isShown[index]!}
              now={now}
              hasOutlet={hasOutlets}
              onSeen={() => onSeen(ticket.order)}
              announce={announce}
            />
          ))}
        </Box>
      </Box>
      {last > 0 && (
        <Pager
          from={first + 1}
          to={first + isShown.filter(Boolean).length}
          count={tickets.length}
          lateBefore={countLate(tickets.slice(0, first), now)}
          turn={turnPage}
        />
      )}
    </Box>
  );
}

function countLate(tickets: readonly Ticket[], now: Date): number {
  return tickets.filter(({ kind, order }) => kind === 'open' && ticketAge(order, now).kind === 'late').length;
}

/** When the ticket that had the focus goes, the one that comes to its place has it. */
function useKeptFocus(board: RefObject<HTMLElement | null>): void {
  const slot = useRef<number | null>(null);
  useEffect(() => {
    const element = board.current;
    if (element === null) return;
    const rememberFocus = () => {
      const index = ticketsIn(element).findIndex((ticket) => ticket.contains(document.activeElement));
      slot.current = index < 0 ? null : index;
    };
    document.addEventListener('focusin', rememberFocus);
    return () => document.removeEventListener('focusin', rememberFocus);
  }, [board]);
  // After every change of what is shown.
  useEffect(() => {
    const element = board.current;
    if (element === null || slot.current === null || document.activeElement !== document.body) return;
    const tickets = ticketsIn(element).length;
    if (tickets > 0) focusBump(element, Math.min(slot.current, tickets - 1));
  });
}

interface PagerProps {
  from: number;
  to: number;
  count: number;
  /** On the pages before: they must not be forgotten. */
  lateBefore: number;
  turn: (by: 1 | -1) => void;
}

function Pager({ from, to, count, lateBefore, turn }: PagerProps) {
  return (
    <Box
      component="nav"
      aria-label={text.pages}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 2,
        flexShrink: 0,
        '& .MuiButton-root': { minHeight: 48 },
      }}
    >
      <Button
        variant="outlined"
        aria-label={text.previous}
        startIcon={<ChevronLeft data-points-along />}
        color={lateBefore > 0 ? 'error' : 'primary'}
        {...pressable(from > 1, () => turn(-1))}
      >
        {lateBefore > 0 ? text.lateBefore({ count: lateBefore }) : null}
      </Button>
      <Typography aria-live="polite" sx={{ fontSize: '1.25rem', fontWeight: 700 }}>
        {text.range({ from, to, count })}
      </Typography>
      <Button variant="outlined" aria-label={text.next} {...pressable(to < count, () => turn(1))}>
        <ChevronRight data-points-along />
      </Button>
    </Box>
  );
}
