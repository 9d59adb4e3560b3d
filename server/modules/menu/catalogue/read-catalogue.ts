import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { listCategories } from '#server/modules/menu/categories/queries.ts';
import { listCatalogueAreas } from '#server/modules/outlets/delivery-areas/queries.ts';
import { listItems } from '#server/modules/menu/items/queries.ts';
import { listModifierLists } from '#server/modules/menu/modifier-lists/queries.ts';
import { listOutlets } from '#server/modules/outlets/queries.ts';

export type CatalogueRows = Awaited<ReturnType<typeof readCatalogue>>;

/**
 * The restaurant's outlets, areas and first Live menu, with all items and lists, at one moment and in one round trip.
 * @throws request.not_found
 */
export function readCatalogue(db: Db, restaurantId: RestaurantId) {
  return transaction(
    db,
    restaurantId,
    async (tx) => {
      const [restaurant, outlets, areas, categories, items, lists] = await Promise.all([
        tx.selectFrom('restaurants').selectAll().where('id', '=', restaurantId).executeTakeFirst(),
        listOutlets(tx, restaurantId, 'guests'),
        listCatalogueAreas(tx, restaurantId),
        listCategories(tx, restaurantId, 'guests', { menuId: 'first' }),
        listItems(tx, restaurantId),
        listModifierLists(tx, restaurantId),
      ]);
      if (restaurant === undefined) throw new Refusal('request.not_found');
      return { restaurant, outlets, areas, categories, items, lists };
    },
    { readOnly: true, isolation: 'repeatable read' },
  );
}
