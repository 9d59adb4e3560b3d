/**
 * The orders this page has seen last, so that one is on the screen at once while it is asked for again. Each is kept for the sign-in that it
 * was seen with: the next person on this phone goes back to none of them.
 */
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';

const orders = new Map<OrderId, { order: Order; token: string }>();

/** `token` is the guest's; without one nothing is kept. */
export function cacheOrder(order: Order, token: string | undefined): void {
  if (token !== undefined) orders.set(order._id, { order, token });
}

export function cachedOrder(orderId: OrderId, token: string | undefined): Order | null {
  const cached = orders.get(orderId);
  return cached?.token === token ? (cached?.order ?? null) : null;
}
