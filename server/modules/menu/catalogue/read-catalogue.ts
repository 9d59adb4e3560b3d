import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { listCategories } from '#server/modules/menu/categories/queries.ts';
import { listCatalogueAreas } from '#server/modules/outlets/delivery-areas/queries.ts';
import { listMenus } from '#server/modules/menu/menus/queries.ts';
import { listItems } from '#server/modules/menu/items/queries.ts';
import { listModifierLists } from '#server/modules/menu/modifier-lists/queries.ts';
import { listOutlets } from '#server/modules/outlets/queries.ts';

export type CatalogueRows = Awaited<ReturnType<typeof readCatalogue>>;

/**
 * The restaurant's outlets, areas and the menus that guests see, with all items and lists, at one moment and in one round trip.
 * @throws request.not_found
 */
export function readCatalogue(db: Db, restaurantId: RestaurantId) {
  return transaction(
    db,
    restaurantId,
    async (tx) => {
      const [restaurant, outlets, areas, menus, categories, items, lists, offer] = await Promise.all([
        tx.selectFrom('restaurants').selectAll().where('id', '=', restaurantId).executeTakeFirst(),
        listOutlets(tx, restaurantId, 'guests'),
        listCatalogueAreas(tx, restaurantId),
        listMenus(tx, restaurantId, 'guests'),
        listCategories(tx, restaurantId, 'guests', { menuId: 'shown' }),
        listItems(tx, restaurantId),
        listModifierLists(tx, restaurantId),
        findAutomaticOffer(tx, restaurantId),
      ]);
      if (restaurant === undefined) throw new Refusal('request.not_found');
      return { restaurant, outlets, areas, menus, categories, items, lists, hasOffers: offer !== undefined };
    },
    { readOnly: true, isolation: 'repeatable read' },
  );
}

/** One that applies without a code, and without a stamp card. Each change of offers changes the menu's version. */
function findAutomaticOffer(tx: Tx, restaurantId: RestaurantId) {
  return tx
    .selectFrom('offers')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('deleted_at', 'is', null)
    .where('code', 'is', null)
    .where('stamps_needed', 'is', null)
    .where('is_paused', '=', false)
    .limit(1)
    .executeTakeFirst();
}
