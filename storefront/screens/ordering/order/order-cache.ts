/** The orders this page has seen last, so that one is on the screen at once while it is asked for again. */
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';

const orders = new Map<OrderId, Order>();

export function cacheOrder(order: Order): void {
  orders.set(order._id, order);
}

export function cachedOrder(orderId: OrderId): Order | null {
  return orders.get(orderId) ?? null;
}
