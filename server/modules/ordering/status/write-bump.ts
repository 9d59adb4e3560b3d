import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { appendingFacts, wakeOnCommit } from '#server/events/append-event.ts';
import type { StoredOrder } from '../queries.ts';

/**
 * Writes the lines that a bump or a recall has changed, with their event, in one statement; nothing when nothing
 * changed. The order is locked already. `isTold` is false when a move in the same transaction has an event that brings
 * the order as well.
 */
export async function writeBump(
  tx: Tx,
  before: StoredOrder,
  after: StoredOrder,
  { isTold, now }: { isTold: boolean; now: Date },
): Promise<void> {
  if (after === before) return;
  const { restaurant_id: restaurantId, id, bumps } = after;
  const changed = after.lines.filter((line, index) => line !== before.lines[index]);
  await sql`
    with changed as (
      update order_lines set made_at = line.made_at, recalled_at = line.recalled_at
      from unnest(${changed.map((line) => line.line_number)}::int[], ${changed.map((line) => line.made_at)}::timestamptz[],
        ${changed.map((line) => line.recalled_at)}::timestamptz[]) as line (number, made_at, recalled_at)
      where order_lines.restaurant_id = ${restaurantId} and order_lines.order_id = ${id}
        and order_lines.line_number = line.number
    ),
    bumped as (
      update orders set bumps = ${bumps} where restaurant_id = ${restaurantId} and id = ${id}
      returning id, customer_id
    ),
    facts (position, type, order_id, customer_id, data) as (
      select 1, 'order.bumped', id, customer_id, '{}'::jsonb from bumped where ${isTold}
    ),
    ${appendingFacts(restaurantId, now)}
    select seq from told`.execute(tx);
  wakeOnCommit(tx, restaurantId);
}
