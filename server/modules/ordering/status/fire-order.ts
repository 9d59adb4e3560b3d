import { sql } from 'kysely';
import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { updateNewOrder } from './update-new-order.ts';

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
