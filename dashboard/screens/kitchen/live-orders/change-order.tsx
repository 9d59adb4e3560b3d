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

const ChangeForm = lazy(async () => ({ default: (await import('./change-form.tsx')).ChangeForm }));

const text = words.ordering.change;

/** Asks the guest whether the order may be changed, as long as it is not ready and no other question waits. */
export function ChangeOrder({ order, now }: { order: Order; now: Date }) {
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  const isNarrow = useMediaQuery(`(max-width:${breakpoints.drawer - 1}px)`, { noSsr: true });
  const isChangeable = order.status === 'New' || order.status === 'Confirmed';
  if (!isChangeable || openChange(order.changes, now) !== null) return null;
  return (
    <EditingArea>
      <Button
        startIcon={<EditOutlined />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        sx={{ marginInlineStart: -1, px: 1 }}
      >
        {text.change}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        aria-labelledby={titleId}
        fullWidth
        maxWidth="sm"
        fullScreen={isNarrow}
      >
        <DialogTitle id={titleId}>{text.title({ number: order.orderName })}</DialogTitle>
        <Suspense fallback={<LoadingBlock height={240} />}>
          <ChangeForm order={order} onClose={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </EditingArea>
  );
}
