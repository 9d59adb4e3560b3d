import { sql } from 'kysely';
import type { ItemId, RestaurantId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';

const days = 28;
/** Newest orders that are counted, so that a busy restaurant costs no more than a quiet one. */
const ordersMax = 1000;
/** Orders that a dish is in before it counts as popular. */
const ordersMin = 3;
const itemsMax = 12;

/** When what is popular is counted anew: at the next midnight UTC, in every process. */
export function popularUntil(now: Date): number {
  return (Math.floor(now.getTime() / DAY) + 1) * DAY;
}

/** The items in most orders of the four weeks before today, the most popular first. */
export function readPopularItems(db: Db, restaurantId: RestaurantId, now: Date): Promise<ItemId[]> {
  const end = new Date(popularUntil(now) - DAY);
  const start = new Date(end.getTime() - days * DAY);
  return transaction(
    db,
    restaurantId,
    async (tx) => {
      const rows = await tx
        .with('counted', (db) =>
          db
            .selectFrom('orders')
            .select('id')
            .where('restaurant_id', '=', restaurantId)
            .where('placed_on', '>=', start.toISOString().slice(0, 10))
            .where('placed_on', '<', end.toISOString().slice(0, 10))
            .where('status', '!=', 'Cancelled')
            .where('is_test', '=', false)
            .orderBy('placed_on', 'desc')
            .orderBy('placed_at', 'desc')
            .limit(ordersMax),
        )
        .selectFrom('order_lines')
        .innerJoin('counted', 'counted.id', 'order_lines.order_id')
        .select('order_lines.item_id')
        .where('order_lines.restaurant_id', '=', restaurantId)
        .groupBy('order_lines.item_id')
        .having(sql<number>`count(distinct order_lines.order_id)`, '>=', ordersMin)
        .orderBy(sql`count(distinct order_lines.order_id)`, 'desc')
        .orderBy('order_lines.item_id')
        .limit(itemsMax)
        .execute();
      return rows.map(({ item_id }) => item_id);
    },
    { readOnly: true },
  );
}
