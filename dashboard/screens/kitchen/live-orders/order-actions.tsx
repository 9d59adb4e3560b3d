import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Order } from '#contract/ordering/orders.ts';
import { isScheduled } from '#contract/ordering/scheduled-order.ts';
import { isAllowedMove, nextMove, type OrderStatus } from '#contract/ordering/order-status.ts';
import { queries } from '../../../api/queries.ts';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { useNow } from '../../../components/live/use-now.ts';
import { proposedMinutes } from '../../../components/order/busy.ts';
import { openTicket } from '../../../components/printing/open-ticket.ts';
import { words } from '../../../words/words.ts';
import { ChangeTime } from './change-time.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { SeenButton } from './order-escalation.tsx';
import { PresetMinutes, PromiseMinutes } from './promise-minutes.tsx';
import { useMoveOrder } from './use-move-order.ts';

const text = words.kitchen.liveOrders;

/** The next button comes up where the last one was: a second, careless tap must not reach it. */
const HOLD = 700;

/** Buttons beside the next step, small enough for one row in the narrowest panel. */
const lesser = { px: { xs: 0.5, md: 1 }, fontSize: { xs: '0.875rem', md: '1rem' } };

interface OrderActionsProps {
  order: Order;
  onAccepted: () => void;
}

/** The one next step of the order, and far from it the way out. Give it the order's id as key. */
export function OrderActions(props: OrderActionsProps) {
  const { order } = props;
  const move = useMoveOrder(order._id);
  /** The status that the order had when somebody began to cancel it; null: nobody has. */
  const [cancelFrom, setCancelFrom] = useState<OrderStatus | null>(null);
  return (
    <>
      <ActionBar {...props} onCancelling={() => setCancelFrom(order.status)} />
      {/* Beside the bar, which goes with the last step: another device may take it meanwhile. */}
      <CancelDialog
        from={cancelFrom}
        order={order}
        onClose={() => setCancelFrom(null)}
        onCancel={(reason) => {
          setCancelFrom(null);
          move(order, 'Cancelled', { reason });
        }}
      />
    </>
  );
}

function ActionBar({ order, onAccepted, onCancelling }: OrderActionsProps & { onCancelling: () => void }) {
  const move = useMoveOrder(order._id);
  const { data: outlets = [] } = useQuery(queries.outlets());
  const now = useNow(1000);
  // Null: nobody has chosen them yet.
  const [chosen, setMinutes] = useState<number | null>(null);
  const outlet = outlets.find(({ _id }) => _id === order.outletId);
  const minutes = chosen ?? proposedMinutes(order, outlet, now);
  const [isHeld, hold] = useHold(HOLD);
  const next = nextMove(order.status);
  if (next === null) return null;
  const isNew = order.status === 'New';
  const isAhead = isScheduled(order);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1,
        px: 2,
        py: { xs: 1, sm: 1.5 },
        borderBlockStart: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        position: 'sticky',
        insetBlockEnd: 0,
      }}
    >
      <EditingArea>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          {isNew && !isAhead && (
            <>
              <PromiseMinutes value={minutes} onChange={setMinutes} />
              {/* On a phone the dishes need the room. */}
              <Box sx={{ display: { xs: 'none', sm: 'contents' } }}>
                <PresetMinutes value={minutes} onChange={setMinutes} />
              </Box>
            </>
          )}
          <Button
            variant="contained"
            aria-disabled={isHeld || undefined}
            onClick={() => {
              if (isHeld) return;
              hold();
              move(order, next.to, isNew ? { preparationTime: minutes } : {});
              if (isNew && !isAhead) onAccepted();
            }}
            sx={{
              flex: { xs: '1 1 116px', sm: '1 1 auto' },
              px: { xs: 1, sm: 2 },
              lineHeight: 1.25,
              minHeight: 'var(--primary-control)',
              fontSize: { xs: '1rem', sm: '1.125rem' },
            }}
          >
            {isAhead ? words.ordering.scheduled.startNow : text.actions[next.label]}
          </Button>
        </Box>
      </EditingArea>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button startIcon={<PrintOutlined />} onClick={() => openTicket(order)} sx={lesser}>
          {words.printing.ticket.print}
        </Button>
        {order.status === 'Confirmed' && <ChangeTime order={order} sx={lesser} />}
        {!isAhead && <SeenButton order={order} sx={lesser} />}
        {isAllowedMove(order.status, 'Cancelled') && (
          <EditingArea>
            <Button color="error" onClick={onCancelling} sx={{ ...lesser, marginInlineStart: 'auto' }}>
              {text.cancel}
            </Button>
          </EditingArea>
        )}
      </Box>
    </Box>
  );
}

/** Held from the first moment and after each call of `hold`, for some milliseconds. */
function useHold(milliseconds: number): [isHeld: boolean, hold: () => void] {
  const [since, setSince] = useState<number | null>(() => Date.now());
  useEffect(() => {
    if (since === null) return;
    const timer = setTimeout(() => setSince(null), milliseconds);
    return () => clearTimeout(timer);
  }, [since, milliseconds]);
  return [since !== null, () => setSince(Date.now())];
}
