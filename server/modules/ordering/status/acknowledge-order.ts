import { type RawBuilder, sql } from 'kysely';
import type { Escalation } from '#contract/base/enumerations.ts';
import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { type EventType, appendingFacts, wakeOnCommit } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { MovingPerson } from './change-order-status.ts';
import { findOrder } from '../queries.ts';
import { orderForWire } from '../wire.ts';

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

/** A scheduled order whose kitchen has to begin. */
interface OrderToFire {
  restaurantId: RestaurantId;
  orderId: OrderId;
}

/** Covers all restaurants, the longest due first. */
export async function listOrdersToFire(tx: Tx, now: Date, limit: number): Promise<OrderToFire[]> {
  const { rows } = await sql<OrderToFire>`
    select restaurant_id as "restaurantId", id as "orderId" from orders
    where fires_at <= ${now} and fires_at is not null and fired_at is null and status = 'New'
    order by fires_at limit ${limit}`.execute(tx);
  return rows;
}

/**
 * Fires a scheduled order: the kitchen is told, and it is New like any other from now on. Exactly once, however many
 * servers try. When it fires late, because no server ran, the time to accept begins now.
 * @returns false when another server has fired it, or a person has moved the order.
 */
export function fireOrder(tx: Tx, { restaurantId, orderId }: OrderToFire, now: Date): Promise<boolean> {
  const fired = sql`set fired_at = ${now}::timestamptz, accept_by = accept_by + (${now}::timestamptz - fires_at)
    where status = 'New' and fired_at is null and fires_at <= ${now}::timestamptz and`;
  return updateNewOrder(tx, restaurantId, orderId, fired, 'order.fired', now);
}

/** A note is no move: the version and the history of the order stay. */
async function updateNewOrder(
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
