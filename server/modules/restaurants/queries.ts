import type { RestaurantId } from '#contract/ids.ts';
import type { Currency } from '#contract/money.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/transaction.ts';

/** The currency the restaurant sells in. Stored only after a check against ISO 4217. */
export async function getCurrency(tx: Tx, restaurantId: RestaurantId): Promise<Currency> {
  const { currency } = await tx
    .selectFrom('restaurants')
    .select('currency')
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  return currency as Currency;
}

/** The restaurant at an address of the site. The table of restaurants is open to every transaction. */
export async function findRestaurantBySlug(
  db: Db | Tx,
  slug: string,
): Promise<{ id: RestaurantId; currency: Currency } | null> {
  const found = await db
    .selectFrom('restaurants')
    .select(['id', 'currency'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  return found === undefined ? null : { id: found.id, currency: found.currency as Currency };
}
