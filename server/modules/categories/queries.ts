import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { CategoryId, MenuId, RestaurantId } from '#contract/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Audience } from '#server/modules/restaurants/audience.ts';

export type CategoryRow = Awaited<ReturnType<typeof listCategories>>[number];

/** Each with its items in their order. Guests see those of Live menus, and the ids of active outlets only. */
function selectCategories(tx: Tx, restaurantId: RestaurantId, audience: Audience) {
  return tx
    .selectFrom('categories')
    .innerJoin('menus', (join) =>
      join.onRef('menus.restaurant_id', '=', 'categories.restaurant_id').onRef('menus.id', '=', 'categories.menu_id'),
    )
    .selectAll('categories')
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('category_items')
          .innerJoin('items', (join) =>
            join
              .onRef('items.restaurant_id', '=', 'category_items.restaurant_id')
              .onRef('items.id', '=', 'category_items.item_id'),
          )
          .select('items.id')
          .whereRef('category_items.restaurant_id', '=', 'categories.restaurant_id')
          .whereRef('category_items.category_id', '=', 'categories.id')
          .where('items.deleted_at', 'is', null)
          .orderBy('category_items.position')
          .orderBy('items.id'),
      ).as('items'),
      jsonArrayFrom(
        eb
          .selectFrom('category_inactive_outlets')
          .innerJoin('outlets', (join) =>
            join
              .onRef('outlets.restaurant_id', '=', 'category_inactive_outlets.restaurant_id')
              .onRef('outlets.id', '=', 'category_inactive_outlets.outlet_id'),
          )
          .select('outlets.id')
          .whereRef('category_inactive_outlets.restaurant_id', '=', 'categories.restaurant_id')
          .whereRef('category_inactive_outlets.category_id', '=', 'categories.id')
          .where('outlets.deleted_at', 'is', null)
          .$if(audience === 'guests', (query) => query.where('outlets.is_active', '=', true))
          .orderBy('outlets.id'),
      ).as('inactive_outlets'),
    ])
    .where('categories.restaurant_id', '=', restaurantId)
    .where('categories.deleted_at', 'is', null)
    .where('menus.deleted_at', 'is', null)
    .$if(audience === 'guests', (query) => query.where('menus.is_live', '=', true))
    .orderBy('menus.position')
    .orderBy('menus.id')
    .orderBy('categories.position')
    .orderBy('categories.id');
}

/** The categories of all menus, menu by menu, in the merchant's order. */
export function listCategories(tx: Tx, restaurantId: RestaurantId, audience: Audience) {
  return selectCategories(tx, restaurantId, audience).execute();
}

/** The categories of one menu, in the merchant's order. */
export function listCategoriesOf(tx: Tx, restaurantId: RestaurantId, menuId: MenuId, audience: Audience) {
  return selectCategories(tx, restaurantId, audience).where('categories.menu_id', '=', menuId).execute();
}

/** @throws Refusal request.not_found, also for a category of a draft when guests ask. */
export async function getCategory(
  tx: Tx,
  restaurantId: RestaurantId,
  categoryId: CategoryId,
  audience: Audience,
): Promise<CategoryRow> {
  const category = await selectCategories(tx, restaurantId, audience)
    .where('categories.id', '=', categoryId)
    .executeTakeFirst();
  if (category === undefined) throw new Refusal('request.not_found');
  return category;
}
