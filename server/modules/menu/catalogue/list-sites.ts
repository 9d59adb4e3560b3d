import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';

/** The most that one index of sitemaps may name (sitemaps.org). */
const sitesMax = 50_000;

/**
 * The addresses on the platform of the restaurants that have something to show: neither cancelled nor closed, opened by a
 * verified owner, with an active outlet and
 * a Live menu. A site on an own domain names its sitemap there.
 */
export async function listSites(db: Db): Promise<string[]> {
  const found = await platformTransaction(
    db,
    'site-lookup',
    (tx) =>
      tx
        .selectFrom('restaurants')
        .select('slug')
        .where('status', '<>', 'cancelled')
        .where('closed_at', 'is', null)
        .where('own_domain', 'is', null)
        .where('owner_verified_at', 'is not', null)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('outlets')
              .select('outlets.id')
              .whereRef('outlets.restaurant_id', '=', 'restaurants.id')
              .where('outlets.is_active', '=', true)
              .where('outlets.deleted_at', 'is', null),
          ),
        )
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('menus')
              .select('menus.id')
              .whereRef('menus.restaurant_id', '=', 'restaurants.id')
              .where('menus.is_live', '=', true)
              .where('menus.deleted_at', 'is', null),
          ),
        )
        .orderBy('created_at')
        .limit(sitesMax)
        .execute(),
    { readOnly: true },
  );
  return found.map(({ slug }) => slug);
}
