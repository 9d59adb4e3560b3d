/** The cancelled orders that a cook has taken note of on this tab: a page that is loaded again does not show them again. */
import { isId, type OrderId } from '#contract/base/ids.ts';

const seenKey = 'stoppedOrdersSeen';
/** A cancelled order is shown for minutes only, so older ones need not be kept. */
const MOST = 50;

export function seenOrders(): ReadonlySet<OrderId> {
  const ids = (sessionStorage.getItem(seenKey) ?? '').split(' ').filter(isId) as OrderId[];
  return new Set(ids);
}

/** The orders seen so far with this one, stored. */
export function withSeenOrder(before: ReadonlySet<OrderId>, id: OrderId): ReadonlySet<OrderId> {
  const ids = [...before, id].slice(-MOST);
  sessionStorage.setItem(seenKey, ids.join(' '));
  return new Set(ids);
}
