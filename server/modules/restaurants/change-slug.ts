import { fieldProblem } from '#contract/base/field-problems.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { claimSlug } from './claim-slug.ts';
import { reservedSlugs } from './slug.ts';

/** The former slugs of the restaurant, the newest first. */
export async function listFormerSlugs(tx: Tx, restaurantId: RestaurantId): Promise<string[]> {
  const rows = await tx
    .selectFrom('restaurant_slugs')
    .innerJoin('restaurants', 'restaurants.id', 'restaurant_slugs.restaurant_id')
    .select('restaurant_slugs.slug')
    .where('restaurant_id', '=', restaurantId)
    .whereRef('restaurant_slugs.slug', '<>', 'restaurants.slug')
    .orderBy('taken_at', 'desc')
    .orderBy('restaurant_slugs.slug')
    .execute();
  return rows.map(({ slug }) => slug);
}

/**
 * Moves the restaurant's site to another address, which may be a former one of its own. The old address stays its own
 * and redirects to the new one. The caller locks the restaurant (`holdMenu`), so that the number of addresses is right.
 * @throws request.invalid for a reserved word; restaurant.slug_taken, restaurant.too_many_slugs.
 */
export async function changeSlug(tx: Tx, restaurantId: RestaurantId, slug: string, at: Date): Promise<void> {
  if (reservedSlugs.has(slug)) {
    throw new Refusal('request.invalid', undefined, { slug: fieldProblem('restaurant.slug_reserved') });
  }
  if (!(await claimSlug(tx, restaurantId, slug, at))) {
    throw new Refusal('restaurant.slug_taken', undefined, { slug: fieldProblem('restaurant.slug_taken') });
  }
  const { count } = await tx
    .selectFrom('restaurant_slugs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('restaurant_id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  const most = limits.slugsPerRestaurantMax;
  if (count > most) throw new Refusal('restaurant.too_many_slugs', { most });
  await tx.updateTable('restaurants').set({ slug, updated_at: at }).where('id', '=', restaurantId).execute();
}
