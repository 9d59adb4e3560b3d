import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/**
 * Converts what offers take off, and their minimums, to a currency with `moreDecimals` more decimals, or fewer: 7.50 stays 7.50.
 * Amounts of deleted offers are rounded if needed.
 * @returns false, with nothing written, when an amount has more decimals than the currency.
 */
export async function rescaleOffers(tx: Tx, restaurantId: RestaurantId, moreDecimals: number): Promise<boolean> {
  const factor = sql`10::numeric ^ ${moreDecimals}::int`;
  const { rows } = await sql`
    select from offers
    where restaurant_id = ${restaurantId} and deleted_at is null
      and (amount_minor * ${factor} <> trunc(amount_minor * ${factor}) or minimum_minor * ${factor} <> trunc(minimum_minor * ${factor})
        or stamp_minimum_minor * ${factor} <> trunc(stamp_minimum_minor * ${factor}))
    limit 1`.execute(tx);
  if (rows.length > 0) return false;
  await sql`
    update offers set amount_minor = case when amount_minor is not null then greatest(1, round(amount_minor * ${factor})) end, minimum_minor = round(minimum_minor * ${factor}),
      stamp_minimum_minor = round(stamp_minimum_minor * ${factor})
    where restaurant_id = ${restaurantId} and (amount_minor is not null or minimum_minor > 0 or stamp_minimum_minor > 0)`.execute(
    tx,
  );
  return true;
}
