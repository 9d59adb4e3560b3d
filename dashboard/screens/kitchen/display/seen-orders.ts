/** The cancellations that a cook has taken note of on this tab: a page that is loaded again does not show them again. */
import type { Order } from '#contract/ordering/orders.ts';

const seenKey = 'stoppedOrdersSeen';
/** A cancelled order is shown for minutes only, so older ones need not be kept. */
const MOST = 50;

/** The name of a cancellation: an order that is cooked after all may be cancelled again. */
export function cancellationOf({ _id, statusChangedAt }: Pick<Order, '_id' | 'statusChangedAt'>): string {
  return `${_id}@${statusChangedAt}`;
}

export function seenCancellations(): ReadonlySet<string> {
  return new Set((sessionStorage.getItem(seenKey) ?? '').split(' '));
}

/** The cancellations seen so far with that of this order, stored. */
export function withSeenOrder(before: ReadonlySet<string>, order: Order): ReadonlySet<string> {
  const seen = [...before, cancellationOf(order)].slice(-MOST);
  sessionStorage.setItem(seenKey, seen.join(' '));
  return new Set(seen);
}
