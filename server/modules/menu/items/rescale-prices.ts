import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/**
 * Writes every price in a currency with so many more decimals, or fewer: 18.50 stays 18.50. What is deleted is rounded where it
 * must be.
 * @returns false when a price has more decimals than that; nothing was written then.
 */
export async function rescalePrices(tx: Tx, restaurantId: RestaurantId, moreDecimals: number): Promise<boolean> {
  const factor = sql`10::numeric ^ ${moreDecimals}::int`;
  const { rows } = await sql`
    select from items
    where restaurant_id = ${restaurantId} and deleted_at is null and price_minor * ${factor} <> trunc(price_minor * ${factor})
    limit 1`.execute(tx);
  if (rows.length > 0) return false;
  await sql`
    update items set price_minor = round(price_minor * ${factor}) where restaurant_id = ${restaurantId}`.execute(tx);
  return true;
}
