import { sql } from 'kysely';
import type { DriverId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendingFacts, wakeOnCommit } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

/**
 * The driver leaves with the finished orders that they have; again when they have left already changes nothing.
 * @throws delivery.not_ready when there is none.
 */
export async function leaveOutlet(
  tx: Tx,
  { restaurantId, driverId }: { restaurantId: RestaurantId; driverId: DriverId },
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ isOut: boolean }>`
    with finished as (
      select delivery.id, delivery.left_at, orders.id as order_id, orders.customer_id
      from deliveries as delivery
        join orders on orders.restaurant_id = delivery.restaurant_id and orders.id = delivery.order_id
      where delivery.restaurant_id = ${restaurantId} and delivery.driver_id = ${driverId}
        and delivery.ended_at is null and orders.status = 'Ready'
    ),
    leaving as (
      update deliveries set left_at = ${now}, changes = changes + 1
      where restaurant_id = ${restaurantId} and left_at is null and ended_at is null and id in (select id from finished)
      returning order_id
    ),
    facts (position, type, order_id, customer_id, data) as (
      select row_number() over (order by order_id), 'order.status_changed', order_id, customer_id, '{}'::jsonb
      from leaving join finished using (order_id)
    ),
    ${appendingFacts(restaurantId, now)}
    select exists (select from finished) as "isOut", (select count(*) from told)`.execute(tx);
  if (!rows[0]!.isOut) throw new Refusal('delivery.not_ready');
  wakeOnCommit(tx, restaurantId);
}
