import type { CustomerId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { CancelReason } from '#contract/ordering/cancel-reasons.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { findOrder, lockOrder } from '../queries.ts';
import { orderForWire } from '../wire.ts';
import { moveOrder } from './change-order-status.ts';

/**
 * Cancels an order for its guest, who may as long as nobody has accepted it. Stock, offers, stamps and money go back as after any
 * cancellation (decision 89). The order is locked, so that of this and the kitchen's acceptance one wins.
 * @throws order.not_found; order.already_accepted.
 */
export function cancelOwnOrder(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { restaurantId, customerId }: { restaurantId: RestaurantId; customerId: CustomerId },
  orderId: OrderId,
): Promise<Order> {
  return transaction(deps.db, restaurantId, async (tx) => {
    const [, order] = await Promise.all([
      lockOrder(tx, restaurantId, orderId),
      findOrder(tx, restaurantId, orderId, customerId),
    ]);
    if (order === null) throw new Refusal('order.not_found');
    if (order.status === 'Cancelled') return orderForWire(order, 'customer');
    if (order.status !== 'New') throw new Refusal('order.already_accepted');
    const reason = 'guest_cancelled' satisfies CancelReason;
    const guest = { actor_kind: 'customer', actor_id: customerId, actor_name: order.customer_name } as const;
    const cancelled = await moveOrder(tx, deps, order, { to: 'Cancelled', reason, isUndo: false }, {}, guest);
    return orderForWire(cancelled, 'customer');
  });
}
