import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/**
 * Reserves numbers that no table of the restaurant ever had, because a number is part of the code that is printed on
 * the table.
 * @returns the number before the first one.
 */
export async function reserveTableNumbers(tx: Tx, restaurantId: RestaurantId, count: number): Promise<number> {
  const { table_number } = await tx
    .updateTable('restaurant_counters')
    .set({ table_number: sql<number>`table_number + ${count}` })
    .where('restaurant_id', '=', restaurantId)
    .returning('table_number')
    .executeTakeFirstOrThrow();
  return table_number - count;
}
