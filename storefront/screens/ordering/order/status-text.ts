/** Sentences for guests about the state of an order (order-operations 4; decision 32). */
import type { CancelReason } from '#contract/ordering/cancel-reasons.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { isOrderStatus, type OrderStatus } from '#contract/ordering/order-status.ts';
import type { Words } from '../../../words/words.ts';

type FollowedStatus = Exclude<OrderStatus, 'Cancelled'>;

/** The steps of an order that comes to its end, in their order. */
export const steps: readonly FollowedStatus[] = ['New', 'Confirmed', 'Ready', 'Completed'];

export function stepText(status: FollowedStatus, mode: Order['deliveryMode'], words: Words): string {
  if (mode === 'delivery' && (status === 'Ready' || status === 'Completed')) return words.deliveryStatuses[status];
  if (mode === 'dine-in' && (status === 'Ready' || status === 'Completed')) return words.tableStatuses[status];
  return words.statuses[status];
}

/** An empty status is a new order; one that we do not know is an unknown step. */
export function statusText(
  order: { status: string; deliveryMode: Order['deliveryMode']; cancelReason: string | null },
  words: Words,
): string {
  const status = order.status === '' ? 'New' : order.status;
  if (!isOrderStatus(status)) return words.unknownStep;
  if (order.cancelReason === ('guest_cancelled' satisfies CancelReason)) return words.changes.youCancelled;
  if (status === 'Cancelled') return words.cancelled(toldReason(order.cancelReason));
  return stepText(status, order.deliveryMode, words);
}

/** The state of an order of the table, whoever of its guests sent it. */
export function tableOrderText(status: OrderStatus, words: Words): string {
  return status === 'Cancelled' ? words.cancelled('') : words.tableOrderStatuses[status];
}

/** The reason that a guest reads; `other` says nothing. */
export function toldReason(reason: string | null): string {
  return reason === null || reason === ('other' satisfies CancelReason) ? '' : reason;
}
