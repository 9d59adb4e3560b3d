import Schedule from '@mui/icons-material/Schedule';
import Typography from '@mui/material/Typography';
import type { Order } from '#contract/ordering/orders.ts';
import { isScheduled } from '#contract/ordering/scheduled-order.ts';
import { outletTime, slotText } from '../../../components/order/outlet-time.ts';
import { Mark } from '../../../components/feedback/state-chip.tsx';
import { words } from '../../../words/words.ts';

const text = words.ordering.scheduled;

/** When the guest wants to have it, for as long as the kitchen has something to do with it. */
export function ScheduledChip({ order: { orderDate, outlet }, now }: { order: Order; now: Date }) {
  if (orderDate === null) return null;
  return (
    <Mark Icon={Schedule} color="text.primary" background="tone.subtle">
      {text.forTime({ slot: slotText(orderDate, outlet.timeZone, now) })}
    </Mark>
  );
}

/** Time at which a scheduled order fires by itself. */
export function FiringNote({ order }: { order: Order }) {
  const { firesAt, outlet } = order;
  if (firesAt === null || !isScheduled(order)) return null;
  return <Typography>{text.fires({ time: outletTime(firesAt, outlet.timeZone) })}</Typography>;
}
