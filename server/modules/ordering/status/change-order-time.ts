import { sql } from 'kysely';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { promisedTime } from '#contract/ordering/ready-by.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { appendingFacts, wakeOnCommit } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { movePromise } from '../capacity/move-minutes.ts';
import { tellGuest } from '../guest-messages/tell-guest.ts';
import { findOrder, lockOrder, type StoredOrder } from '../queries.ts';
import { orderForWire } from '../wire.ts';
import type { MovingPerson } from './change-order-status.ts';

/**
 * Promises another time for an order in the kitchen, in minutes from now, and tells its guest (decision 70). The same time again
 * changes nothing.
 * @throws order.not_found; order.status_changed (who moved it, and to what) for an order that is not in the kitchen.
 */
export function changeOrderTime(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { restaurantId }: Pick<MovingPerson, 'restaurantId'>,
  orderId: OrderId,
  preparationTime: number,
): Promise<Order> {
  return transaction(deps.db, restaurantId, async (tx) => {
    const [, order] = await Promise.all([lockOrder(tx, restaurantId, orderId), findOrder(tx, restaurantId, orderId)]);
    if (order === null) throw new Refusal('order.not_found');
    const { status, history, fires_at, preparation_minutes } = order;
    if (status !== 'Confirmed') throw new Refusal('order.status_changed', { name: history.at(-1)!.actor_name, status });
    const now = deps.clock();
    const times = { firesAt: fires_at?.toISOString() ?? null, preparationTime: preparation_minutes };
    const promisedAt = promisedTime(times, now, preparationTime);
    if (promisedAt.getTime() === order.promised_at?.getTime()) return orderForWire(order, 'merchant');
    const changed = { ...order, promised_at: promisedAt, time_changes: order.time_changes + 1 };
    await tellGuest(tx, deps, changed, { event: 'delayed' });
    await movePromise(tx, order, changed, now);
    await writeTime(tx, changed, now);
    return orderForWire(changed, 'merchant');
  });
}

/**
 * Writes the time with an event, in one statement. It is the event of a move, because servers of before send guests no other; the
 * screens take the order from it.
 */
async function writeTime(
  tx: Tx,
  { restaurant_id: restaurantId, id, promised_at, time_changes }: StoredOrder,
  now: Date,
): Promise<void> {
  await sql`
    with changed as (
      update orders set promised_at = ${promised_at}, time_changes = ${time_changes}
      where restaurant_id = ${restaurantId} and id = ${id} returning id, customer_id
    ),
    facts (position, type, order_id, customer_id, data) as (
      select 1, 'order.status_changed', id, customer_id, '{}'::jsonb from changed
    ),
    ${appendingFacts(restaurantId, now)}
    select seq from told`.execute(tx);
  wakeOnCommit(tx, restaurantId);
}
