import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/**
 * Counts the orders that `write` inserts into a restaurant without any, all at once when they are there. One by one each would change the
 * row of its month, and pass all versions of it that the transaction has left.
 */
export async function countAtOnce<T>(tx: Tx, restaurantId: RestaurantId, write: () => Promise<T>): Promise<T> {
  await sql`select set_config('app.counts_later', 'on', true)`.execute(tx);
  const written = await write();
  await sql`select set_config('app.counts_later', 'off', true)`.execute(tx);
  await sql`
    insert into order_counts (restaurant_id, span, starts_on, outlet_id, mode, payment_method, status, platform, orders)
    select restaurant_id, span, date_trunc(span, placed_on)::date, outlet_id, mode, payment_method, status, platform, count(*)
    from orders cross join unnest(array['day', 'month']) as span
    where restaurant_id = ${restaurantId} and status in ('Completed', 'Cancelled') and not is_test
    group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(tx);
  return written;
}
