import { type RawBuilder, sql } from 'kysely';
import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type EventType, appendingFacts, wakeOnCommit } from '#server/events/append-event.ts';

/**
 * Writes a note on a new order with its event, in one statement. `note` is the part from `set` to `where ... and`. A note
 * is no move: the version and the history of the order stay.
 * @returns false when the condition of the note does not hold.
 */
export async function updateNewOrder(
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
