import type { RestaurantId } from '#contract/base/ids.ts';
import type { Currency } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Fixed once there are orders, so that all sums are of one currency. */
export async function findCurrency(tx: Tx, restaurantId: RestaurantId): Promise<Currency> {
  const { currency } = await tx
    .selectFrom('restaurants')
    .select('currency')
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  return currency as Currency;
}
