import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { findOrder, lockOrder } from '../queries.ts';
import { type OrderRefund, tellGuest } from './tell-guest.ts';

/** Tells a guest that money of their order went back, in the transaction that notes it. */
export async function tellOfRefund(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  { restaurantId, orderId }: { restaurantId: RestaurantId; orderId: OrderId },
  refund: Omit<OrderRefund, 'event'>,
): Promise<void> {
  const [, order] = await Promise.all([lockOrder(tx, restaurantId, orderId), findOrder(tx, restaurantId, orderId)]);
  if (order !== null) await tellGuest(tx, deps, order, { event: 'refunded', ...refund });
}
