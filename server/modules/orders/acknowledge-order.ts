import { type RawBuilder, sql } from 'kysely';
import type { Escalation } from '#contract/enumerations.ts';
import type { OrderId, RestaurantId } from '#contract/ids.ts';
import type { Order } from '#contract/orders.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { type EventType, appendingFacts, wakeOnCommit } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { MovingPerson } from './change-order-status.ts';
import { findOrder } from './queries.ts';
import { orderForWire } from './wire.ts';

/**
 * Notes who has seen a new order first; it rings no more. An order that was seen or moved before is answered as it is.
 * @throws Refusal order.not_found.
 */
export function acknowledgeOrder(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { restaurantId, name }: MovingPerson,
  orderId: OrderId,
): Promise<Order> {
  const now = clock();
  return transaction(db, restaurantId, async (tx) => {
    const seen = sql`set seen_by = ${name}, seen_at = ${now}::timestamptz
      where status = 'New' and seen_at is null and`;
    await noteOnNewOrder(tx, restaurantId, orderId, seen, 'order.seen', now);
    const order = await findOrder(tx, restaurantId, orderId);
    if (order === null) throw new Refusal('order.not_found');
    return orderForWire(order, 'merchant');
  });
}

/** Notes how far a new order has climbed, and tells the screens. @returns false when nobody waits for it any more. */
export function escalateOrder(
  tx: Tx,
  restaurantId: RestaurantId,
  orderId: OrderId,
  escalation: Escalation,
  now: Date,
): Promise<boolean> {
  const escalated = sql`set escalation = ${escalation} where status = 'New' and`;
  return noteOnNewOrder(tx, restaurantId, orderId, escalated, 'order.escalated', now);
}

/** What is noted is no move: the version and the history of the order stay. */
async function noteOnNewOrder(
  tx: Tx,
  restaurantId: RestaurantId,
  orderId: OrderId,
  note: RawBuilder<unknown>,
  type: EventType,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ isNoted: boolean }>`
    with noted as (
      update orders ${note} restaurant_id = ${restaurantId} and id = ${orderId} returning id
    ),
    facts (position, type, order_id, customer_id, data) as (
      select 1, ${type}::text, id, null::uuid, '{}'::jsonb from noted
    ),
    ${appendingFacts(restaurantId, now)}
    select exists (select from noted) as "isNoted"`.execute(tx);
  const { isNoted } = rows[0]!;
  if (isNoted) wakeOnCommit(tx, restaurantId);
  return isNoted;
}
