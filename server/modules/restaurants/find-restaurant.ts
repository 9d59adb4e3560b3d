import { sql } from 'kysely';
import type { Translations } from '#contract/base/fields.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';

export interface NamedRestaurant {
  id: RestaurantId;
  name: string;
  nameTranslations: Translations;
  slug: string;
  /** The own domain that the site is at. */
  ownDomain: string | null;
  /** Alpha-2, or ZZ. */
  country: string;
  /** The countries whose numbers get phone codes; null: all. */
  codeCountries: readonly string[] | null;
  codesPerDay: number;
  isClosed: boolean;
  /** An owner has confirmed their email. */
  isOwnerVerified: boolean;
}

/**
 * The restaurant for the `restaurantName` of a guest's call: the one that has or had that slug, otherwise the only one
 * of that name (R19). Needs no tenant: the tables of restaurants and their addresses are open to every transaction.
 */
export async function findNamedRestaurant(db: Db, slugOrName: string): Promise<NamedRestaurant | null> {
  const query = db
    .selectFrom('restaurants')
    .select([
      'id',
      'name',
      'name_translations as nameTranslations',
      'slug',
      'own_domain as ownDomain',
      'country',
      'code_countries as codeCountries',
    ])
    .select(sql<number>`least(codes_per_day, codes_per_day_max)`.as('codesPerDay'))
    .select(sql<boolean>`closed_at is not null`.as('isClosed'))
    .select(sql<boolean>`owner_verified_at is not null`.as('isOwnerVerified'));
  const slug = slugOrName.trim().toLowerCase();
  const owner = db.selectFrom('restaurant_slugs').select('restaurant_id').where('slug', '=', slug);
  const bySlug = await query.where('id', '=', owner).executeTakeFirst();
  if (bySlug !== undefined) return bySlug;
  const byName = await query.where('name', '=', slugOrName.trim().normalize('NFC')).limit(2).execute();
  return byName.length === 1 ? byName[0]! : null;
}
