import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/**
 * Converts every price, also those by mode, to a currency with `moreDecimals` more decimals, or fewer: 18.50 stays 18.50. Prices of deleted
 * items are rounded if needed.
 * @returns false, with nothing written, when a price has more decimals than the currency.
 */
export async function rescalePrices(tx: Tx, restaurantId: RestaurantId, moreDecimals: number): Promise<boolean> {
  const factor = sql`10::numeric ^ ${moreDecimals}::int`;
  const { rows } = await sql`
    select from items
    where restaurant_id = ${restaurantId} and deleted_at is null and exists (
      select from unnest(array[price_minor, delivery_price_minor, pickup_price_minor, dine_in_price_minor]) as price
      where price * ${factor} <> trunc(price * ${factor}))
    limit 1`.execute(tx);
  if (rows.length > 0) return false;
  await sql`
    update items set price_minor = round(price_minor * ${factor}), delivery_price_minor = round(delivery_price_minor * ${factor}),
      pickup_price_minor = round(pickup_price_minor * ${factor}), dine_in_price_minor = round(dine_in_price_minor * ${factor})
    where restaurant_id = ${restaurantId}`.execute(tx);
  return true;
}
