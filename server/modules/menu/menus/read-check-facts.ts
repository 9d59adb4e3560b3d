import type { RestaurantId } from '#contract/base/ids.ts';
import type { Currency } from '#contract/base/money.ts';
import type { CheckFacts } from '#contract/menu/check/facts.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { listCategories } from '#server/modules/menu/categories/queries.ts';
import { toCategory } from '#server/modules/menu/categories/wire.ts';
import { listAllAreas } from '#server/modules/outlets/delivery-areas/queries.ts';
import { toArea } from '#server/modules/outlets/delivery-areas/wire.ts';
import { listItems } from '#server/modules/menu/items/queries.ts';
import { toItem } from '#server/modules/menu/items/wire.ts';
import { listModifierLists } from '#server/modules/menu/modifier-lists/queries.ts';
import { toModifierList } from '#server/modules/menu/modifier-lists/wire.ts';
import { listOutlets } from '#server/modules/outlets/queries.ts';
import { toOutlet } from '#server/modules/outlets/wire.ts';
import { listMenus } from './queries.ts';
import { toMenu } from './wire.ts';

/** The whole restaurant as its people read it, at one moment. */
export function readCheckFacts(db: Db, restaurantId: RestaurantId, now: Date): Promise<CheckFacts> {
  return transaction(
    db,
    restaurantId,
    async (tx) => {
      const [restaurant, menus, categories, items, lists, outlets, areas] = await Promise.all([
        tx.selectFrom('restaurants').selectAll().where('id', '=', restaurantId).executeTakeFirstOrThrow(),
        listMenus(tx, restaurantId, 'merchant'),
        listCategories(tx, restaurantId, 'merchant'),
        listItems(tx, restaurantId),
        listModifierLists(tx, restaurantId),
        listOutlets(tx, restaurantId, 'merchant'),
        listAllAreas(tx, restaurantId),
      ]);
      const currency = restaurant.currency as Currency;
      return {
        restaurant: {
          _id: restaurant.id,
          name: restaurant.name,
          locale: restaurant.default_locale,
          isOwnerVerified: restaurant.owner_verified_at !== null,
        },
        menus: menus.map((row) => toMenu(row, 'merchant')),
        categories: categories.map(toCategory),
        items: items.map((row) => toItem(row, currency)),
        modifierLists: lists.map((row) => toModifierList(row, currency)),
        outlets: outlets.map((row) => toOutlet(row, 'merchant', now)),
        deliveryAreas: areas.map((row) => toArea(row, currency)),
        today: now.toISOString().slice(0, 10),
      };
    },
    { readOnly: true, isolation: 'repeatable read' },
  );
}
