/** Bumps of a station that can be recalled, each as it was made (LO-13). Pure functions. */
import type { Order } from '#contract/ordering/orders.ts';
import type { OrderLine } from '#contract/ordering/order-lines.ts';
import { isInStation, type Station } from './station.ts';

/** Lines of an order that were bumped with one touch. */
export interface BumpedOrder {
  order: Order;
  lines: OrderLine[];
  at: Date;
}

const MOST = 12;

/** The latest first. */
export function lastBumpedOrders(orders: readonly Order[], station: Station): BumpedOrder[] {
  return orders
    .filter(({ status, outletId }) => isRecallable(status) && (station.outletId ?? outletId) === outletId)
    .flatMap((order) => bumpsOf(order, station))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, MOST);
}

function isRecallable(status: Order['status']): boolean {
  return status === 'Confirmed' || status === 'Ready';
}

function bumpsOf(order: Order, station: Station): BumpedOrder[] {
  const together = new Map<string, OrderLine[]>();
  for (const line of order.cart) {
    const { madeAt } = line;
    if (madeAt !== null && isInStation(line.itemId, station))
      together.set(madeAt, [...(together.get(madeAt) ?? []), line]);
  }
  return [...together].map(([at, lines]) => ({ order, lines, at: new Date(at) }));
}
