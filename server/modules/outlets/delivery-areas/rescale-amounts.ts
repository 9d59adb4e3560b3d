import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/**
 * Converts every amount to a currency with `moreDecimals` more decimals, or fewer: 7.50 stays 7.50. Amounts of
 * deleted areas are rounded if needed.
 * @returns false, with nothing written, when an amount has more decimals than the currency.
 */
export async function rescaleAmounts(tx: Tx, restaurantId: RestaurantId, moreDecimals: number): Promise<boolean> {
  const factor = sql`10::numeric ^ ${moreDecimals}::int`;
  const { rows } = await sql`
    select from delivery_areas
    where restaurant_id = ${restaurantId} and deleted_at is null
      and exists (
        select from unnest(array[minimum_minor, fee_minor, coalesce(free_from_minor, 0)]
          || array(select (tier ->> 'fee')::bigint from jsonb_array_elements(fee_tiers) as tier)) as amount
        where amount * ${factor} <> trunc(amount * ${factor}))
    limit 1`.execute(tx);
  if (rows.length > 0) return false;
  await sql`
    update delivery_areas set minimum_minor = round(minimum_minor * ${factor}), fee_minor = round(fee_minor * ${factor}),
      free_from_minor = round(free_from_minor * ${factor}),
      fee_tiers = (
        select coalesce(jsonb_agg(jsonb_set(tier, '{fee}', to_jsonb(round((tier ->> 'fee')::bigint * ${factor}))) order by number), '[]')
        from jsonb_array_elements(fee_tiers) with ordinality as tiers (tier, number))
    where restaurant_id = ${restaurantId}`.execute(tx);
  return true;
}
