import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { findOrder, lockOrder } from '../queries.ts';
import { messagesOf } from './queries.ts';
import { type OrderRefund, tellGuest } from './tell-guest.ts';

/**
 * Tells a guest that money of their order went back, in the transaction that notes it. A refund that fails leaves the books, and the message
 * about it stays: messages are counted, so that a refund that takes the place of another one is told as well.
 */
export async function tellOfRefund(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  { restaurantId, orderId }: { restaurantId: RestaurantId; orderId: OrderId },
  refund: Omit<OrderRefund, 'event' | 'number'>,
): Promise<void> {
  const [, order, messages] = await Promise.all([
    lockOrder(tx, restaurantId, orderId),
    findOrder(tx, restaurantId, orderId),
    messagesOf(tx, restaurantId, orderId),
  ]);
  if (order === null) return;
  const told = messages.filter(({ event }) => event === 'refunded').map((message) => message.status_version);
  await tellGuest(tx, deps, order, { event: 'refunded', ...refund, number: Math.max(0, ...told) + 1 });
}
