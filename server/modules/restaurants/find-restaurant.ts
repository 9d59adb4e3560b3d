import type { RestaurantId } from '#contract/ids.ts';
import type { Db } from '#server/db/connect.ts';

export interface NamedRestaurant {
  id: RestaurantId;
  name: string;
  slug: string;
  /** Alpha-2, or ZZ. */
  country: string;
}

/**
 * The restaurant that `restaurantName` of a guest's call means: the one of that slug, else the only one of that name
 * (decision "restaurantName", R19). The table of restaurants is open to every transaction.
 */
export async function findNamedRestaurant(db: Db, slugOrName: string): Promise<NamedRestaurant | null> {
  const query = db.selectFrom('restaurants').select(['id', 'name', 'slug', 'country']);
  const slug = slugOrName.trim().toLowerCase();
  const bySlug = await query.where('slug', '=', slug).executeTakeFirst();
  if (bySlug !== undefined) return bySlug;
  const byName = await query.where('name', '=', slugOrName.trim().normalize('NFC')).limit(2).execute();
  return byName.length === 1 ? byName[0]! : null;
}
