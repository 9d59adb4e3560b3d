import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, Suspense, useId, useState } from 'react';
import { openChange } from '#contract/ordering/changed-lines.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { breakpoints } from '../../../theme/theme.ts';
import { words } from '../../../words/words.ts';
import { Overtaken } from './overtaken.tsx';

const ChangeForm = lazy(async () => ({ default: (await import('./change-form.tsx')).ChangeForm }));

const text = words.ordering.change;

/**
 * Asks the guest whether the order may be changed, as long as it is not ready and no other question waits. A dialog that is
 * open then says so, and a touch beside it takes nothing that was entered.
 */
export function ChangeOrder({ order, now }: { order: Order; now: Date }) {
  const [isOpen, setOpen] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const [isAsking, setAsking] = useState(false);
  /** Stays until the dialog has gone, whatever becomes of the order: no form comes back under a finger. */
  const [obstacle, setObstacle] = useState<string | null>(null);
  const titleId = useId();
  const isNarrow = useMediaQuery(`(max-width:${breakpoints.drawer - 1}px)`, { noSsr: true });
  const close = () => setOpen(false);
  const isAsked = openChange(order.changes, now) !== null;
  const isChangeable = (order.status === 'New' || order.status === 'Confirmed') && !isAsked;
  const number = order.orderName;
  const status = words.ordering.status[order.status];
  // The question of this dialog is no obstacle to it, though its event may come before its answer.
  const present = isAsked ? text.otherQuestion({ number }) : text.tooLate({ number, status });
  if (isOpen && !isChangeable && !isAsking && obstacle !== present) setObstacle(present);
  return (
    <EditingArea>
      {isChangeable && (
        <Button
          startIcon={<EditOutlined />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          sx={{ marginInlineStart: -1, px: 1 }}
        >
          {text.change}
        </Button>
      )}
      <Dialog
        open={isOpen}
        onClose={() => {
          if (obstacle !== null || !isTouched) close();
        }}
        aria-labelledby={titleId}
        fullWidth
        maxWidth="sm"
        fullScreen={isNarrow}
        slotProps={{ transition: { onExited: () => setObstacle(null) } }}
      >
        <DialogTitle id={titleId}>{text.title({ number })}</DialogTitle>
        {obstacle === null ? (
          <Suspense fallback={<LoadingBlock height={240} />}>
            <ChangeForm order={order} onClose={close} onTouched={setTouched} onAsking={setAsking} />
          </Suspense>
        ) : (
          <Overtaken onClose={close}>{obstacle}</Overtaken>
        )}
      </Dialog>
    </EditingArea>
  );
}
