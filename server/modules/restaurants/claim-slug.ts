import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/**
 * Reserves an address for the restaurant, for ever, unless it is or was another's. Parallel claims wait for each other,
 * and the later one is refused. The restaurant itself may be created later in the transaction.
 * @returns whether the address belongs to the restaurant now.
 */
export async function claimSlug(tx: Tx, restaurantId: RestaurantId, slug: string, at: Date): Promise<boolean> {
  await tx
    .insertInto('restaurant_slugs')
    .values({ restaurant_id: restaurantId, slug, taken_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const own = await tx
    .selectFrom('restaurant_slugs')
    .select('slug')
    .where('restaurant_id', '=', restaurantId)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return own !== undefined;
}
