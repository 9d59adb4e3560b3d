import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/**
 * Writes every minimum and fee in a currency with so many more decimals, or fewer: 7.50 stays 7.50. What is deleted is rounded
 * where it must be.
 * @returns false when an amount has more decimals than that; nothing was written then.
 */
export async function rescaleAmounts(tx: Tx, restaurantId: RestaurantId, moreDecimals: number): Promise<boolean> {
  const factor = sql`10::numeric ^ ${moreDecimals}::int`;
  const { rows } = await sql`
    select from delivery_areas
    where restaurant_id = ${restaurantId} and deleted_at is null
      and (minimum_minor * ${factor} <> trunc(minimum_minor * ${factor}) or fee_minor * ${factor} <> trunc(fee_minor * ${factor}))
    limit 1`.execute(tx);
  if (rows.length > 0) return false;
  await sql`
    update delivery_areas set minimum_minor = round(minimum_minor * ${factor}), fee_minor = round(fee_minor * ${factor})
    where restaurant_id = ${restaurantId}`.execute(tx);
  return true;
}
