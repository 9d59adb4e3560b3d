import { sql } from 'kysely';
import type { Escalation } from '#contract/base/enumerations.ts';
import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { MovingPerson } from './change-order-status.ts';
import { findOrder } from '../queries.ts';
import { orderForWire } from '../wire.ts';
import { updateNewOrder } from './update-new-order.ts';

/**
 * Notes who saw a new order first; it no longer rings. An order that was seen or moved before is answered unchanged.
 * @throws order.not_found
 */
export function acknowledgeOrder(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { restaurantId, name }: MovingPerson,
  orderId: OrderId,
): Promise<Order> {
  const now = clock();
  return transaction(db, restaurantId, async (tx) => {
    const seen = sql`set seen_by = ${name}, seen_at = ${now}::timestamptz
      where status = 'New' and seen_at is null and (fires_at is null or fired_at is not null) and`;
    await updateNewOrder(tx, restaurantId, orderId, seen, 'order.seen', now);
    const order = await findOrder(tx, restaurantId, orderId);
    if (order === null) throw new Refusal('order.not_found');
    return orderForWire(order, 'merchant');
  });
}

/**
 * Notes the escalation step that a new order has reached, and tells the screens.
 * @returns false when the order no longer waits.
 */
export function escalateOrder(
  tx: Tx,
  restaurantId: RestaurantId,
  orderId: OrderId,
  escalation: Escalation,
  now: Date,
): Promise<boolean> {
  const escalated = sql`set escalation = ${escalation} where status = 'New' and`;
  return updateNewOrder(tx, restaurantId, orderId, escalated, 'order.escalated', now);
}
