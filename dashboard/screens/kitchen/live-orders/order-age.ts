/** How long an order has waited, and whether somebody should hurry (M09). */
import type { Order } from '#contract/ordering/orders.ts';
import { reachedKitchenAt } from '#contract/ordering/scheduled-order.ts';
import { MINUTE } from '#contract/base/time.ts';

/** A New order waits noticeably after 5 minutes and is late after 10, as kitchen displays have it. */
const WAITING_AFTER = 5;
const LATE_AFTER = 10;

interface OrderAge {
  /** Whole minutes since the kitchen heard of the order. */
  minutes: number;
  state: 'fresh' | 'waiting' | 'late';
}

type Aged = Pick<Order, 'status' | 'createdAt' | 'firesAt' | 'firedAt' | 'promisedAt'>;

/** A New order ages from its placing, one for later from when it fired; one in the kitchen is late when its promised time is over; later it ages no more. */
export function orderAge(order: Aged, now: Date): OrderAge {
  const minutes = minutesBetween(reachedKitchenAt(order), now);
  if (order.status === 'New') {
    return { minutes, state: minutes >= LATE_AFTER ? 'late' : minutes >= WAITING_AFTER ? 'waiting' : 'fresh' };
  }
  const isOverdue = order.status === 'Confirmed' && order.promisedAt !== null && now > new Date(order.promisedAt);
  return { minutes, state: isOverdue ? 'late' : 'fresh' };
}

/** Never negative: the clocks of the server and of this device differ a little. */
function minutesBetween(from: string, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - new Date(from).getTime()) / MINUTE));
}
