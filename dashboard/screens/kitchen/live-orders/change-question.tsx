import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeStateAt, openChange } from '#contract/ordering/changed-lines.ts';
import type { OrderChange } from '#contract/ordering/order-change.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { pressable } from '../../../components/form/pressable.ts';
import { ChangeSummary } from '../../../components/order/change-summary.tsx';
import { outletTime } from '../../../components/order/outlet-time.ts';
import { changeLimit } from '../../../live/change-limit.ts';
import { afterAnswer, type LiveOrders } from '../../../live/live-orders.ts';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';

const text = words.ordering.change;

/** The last question about the order: that it waits, or how it ended, as long as the kitchen can act on it. */
export function ChangeQuestion({ order, now }: { order: Order; now: Date }) {
  const last = order.changes.at(-1);
  if (last === undefined || (order.status !== 'New' && order.status !== 'Confirmed')) return null;
  const open = openChange(order.changes, now);
  return (
    <Box
      component="section"
      aria-label={text.heading}
      sx={{
        p: 1.5,
        borderRadius: 1,
        bgcolor: open === null ? 'tone.subtle' : 'tone.infoSoft',
        display: 'grid',
        gap: 1,
      }}
    >
      <Typography sx={{ fontWeight: 600 }}>{stateText(last, order, now)}</Typography>
      <ChangeSummary {...last} currency={order.currency} timeZone={order.outlet.timeZone} />
      {open !== null && <Answers order={order} change={open} />}
    </Box>
  );
}

function stateText(change: OrderChange, { outlet }: Order, now: Date): string {
  const state = changeStateAt(change, now);
  const time = outletTime(change.answerBy, outlet.timeZone);
  return state === 'proposed' ? text.waiting({ time }) : text.states[state];
}

/** For the guest on the telephone, and the way back. */
function Answers({ order, change: { number } }: { order: Order; change: OrderChange }) {
  const cache = useQueryClient();
  const { queryKey } = queries.liveOrders();
  const orderId = order._id;
  const answering = useMutation({
    scope: { id: `move ${orderId}` },
    mutationFn: async (answer: 'accept' | 'decline' | 'withdraw') =>
      answer === 'withdraw'
        ? (await client.call('POST /order/withdraw-change', { body: { orderId, number }, signal: changeLimit() })).order
        : (
            await client.call('POST /order/answer-change', {
              body: { orderId, number, isAccepted: answer === 'accept' },
              signal: changeLimit(),
            })
          ).order,
    onSuccess: (changed) => cache.setQueryData<LiveOrders>(queryKey, (list) => list && afterAnswer(list, changed)),
    onError: (error) => showToast({ place: 'toast', tone: 'error', text: errorText(error, 'operation') }),
  });
  const button = (answer: 'accept' | 'decline' | 'withdraw', label: string) => (
    <Button variant="outlined" {...pressable(!answering.isPending, () => answering.mutate(answer))}>
      {label}
    </Button>
  );
  return (
    <EditingArea>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {button('accept', text.agreedByPhone)}
        {button('decline', text.declinedByPhone)}
        {button('withdraw', text.takeBack)}
      </Box>
    </EditingArea>
  );
}
