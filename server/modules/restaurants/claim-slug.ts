import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/**
 * Makes an address the restaurant's own, for ever, unless it is or was another's. Of two who claim it at the same time one waits
 * for the other and is refused. The restaurant may still have to be made, by the end of the transaction.
 * @returns whether it is the restaurant's own now.
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
