import { fieldProblem } from '#contract/base/field-problems.ts';
import { findCountry } from '#contract/base/countries.ts';
import type { CodeSettings } from '#contract/customers/customers.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

/** The limits on a restaurant's cost for phone codes (R16). */
export async function getCodeSettings(tx: Tx, restaurantId: RestaurantId): Promise<CodeSettings> {
  const { code_countries, codes_per_day, codes_per_day_max } = await tx
    .selectFrom('restaurants')
    .select(['code_countries', 'codes_per_day', 'codes_per_day_max'])
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  return { countries: code_countries, codesPerDay: Math.min(codes_per_day, codes_per_day_max) };
}

/**
 * Changes the given settings.
 * @throws request.invalid for an unknown country, and for more codes than the platform allows the restaurant.
 */
export async function changeCodeSettings(
  tx: Tx,
  restaurantId: RestaurantId,
  { countries, codesPerDay }: Partial<CodeSettings>,
  at: Date,
): Promise<CodeSettings> {
  const unknown = countries?.find((code) => findCountry(code) === null);
  if (unknown !== undefined)
    throw new Refusal('request.invalid', undefined, {
      countries: fieldProblem('customer.country_unknown', { country: unknown }),
    });
  if (codesPerDay !== undefined) {
    // Locked, so that an admin who lowers it meanwhile is not overruled.
    const { most } = await tx
      .selectFrom('restaurants')
      .select('codes_per_day_max as most')
      .where('id', '=', restaurantId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (codesPerDay > most)
      throw new Refusal('request.invalid', undefined, { codesPerDay: fieldProblem('too_large', { most }) });
  }
  await tx
    .updateTable('restaurants')
    .set({
      updated_at: at,
      ...(countries === undefined ? {} : { code_countries: countries && [...new Set(countries)] }),
      ...(codesPerDay === undefined ? {} : { codes_per_day: codesPerDay }),
    })
    .where('id', '=', restaurantId)
    .execute();
  return getCodeSettings(tx, restaurantId);
}
