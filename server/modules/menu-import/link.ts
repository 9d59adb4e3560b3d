/** What belongs to what, after an import: links that an earlier one made follow the file, those made by hand stay. */
import { sql } from 'kysely';
import type { CategoryId, ItemId, MenuId, ModifierListId, RestaurantId } from '#contract/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { PlannedCategory, PlannedDish, PlannedList } from './plan-import.ts';
import { parts } from './save.ts';

type Ids<Id> = ReadonlyMap<string, Id>;

export async function linkLists(
  tx: Tx,
  restaurantId: RestaurantId,
  lists: readonly PlannedList[],
  listIds: Ids<ModifierListId>,
  modifierIds: Ids<ItemId>,
): Promise<void> {
  const links = lists.flatMap(({ key, modifierKeys }) =>
    modifierKeys.map((modifierKey, position) => ({
      restaurant_id: restaurantId,
      modifier_list_id: listIds.get(key)!,
      item_id: modifierIds.get(modifierKey)!,
      position,
    })),
  );
  for (const part of parts(links)) {
    await tx
      .insertInto('modifier_list_items')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['restaurant_id', 'modifier_list_id', 'item_id'])
          .doUpdateSet((eb) => ({ position: eb.ref('excluded.position') })),
      )
      .execute();
  }
}

export async function linkDishes(
  tx: Tx,
  restaurantId: RestaurantId,
  dishes: readonly PlannedDish[],
  dishIds: Ids<ItemId>,
  listIds: Ids<ModifierListId>,
): Promise<void> {
  await tx
    .deleteFrom('item_modifier_lists')
    .using('modifier_lists')
    .whereRef('modifier_lists.restaurant_id', '=', 'item_modifier_lists.restaurant_id')
    .whereRef('modifier_lists.id', '=', 'item_modifier_lists.modifier_list_id')
    .where('modifier_lists.external_id', 'is not', null)
    .where('item_modifier_lists.restaurant_id', '=', restaurantId)
    .where('item_modifier_lists.item_id', '=', sql<ItemId>`any(${[...dishIds.values()]}::uuid[])`)
    .execute();
  const links = dishes.flatMap(({ key, listKeys }) =>
    listKeys.map((listKey, position) => ({
      restaurant_id: restaurantId,
      item_id: dishIds.get(key)!,
      modifier_list_id: listIds.get(listKey)!,
      position,
    })),
  );
  for (const part of parts(links)) await tx.insertInto('item_modifier_lists').values(part).execute();
}

/**
 * Fills the imported categories of the menu as the file has them.
 * @returns how many dishes of an earlier import are in none of them any more.
 */
export async function linkCategories(
  tx: Tx,
  restaurantId: RestaurantId,
  menuId: MenuId,
  categories: readonly PlannedCategory[],
  categoryIds: Ids<CategoryId>,
  dishIds: Ids<ItemId>,
): Promise<number> {
  const before = await tx
    .deleteFrom('category_items')
    .using(['categories', 'items'])
    .whereRef('categories.restaurant_id', '=', 'category_items.restaurant_id')
    .whereRef('categories.id', '=', 'category_items.category_id')
    .where('categories.menu_id', '=', menuId)
    .where('categories.external_id', 'is not', null)
    .whereRef('items.restaurant_id', '=', 'category_items.restaurant_id')
    .whereRef('items.id', '=', 'category_items.item_id')
    .where('items.external_id', 'is not', null)
    .where('category_items.restaurant_id', '=', restaurantId)
    .returning('category_items.item_id')
    .execute();
  const links = categories.flatMap(({ key, dishKeys }) =>
    dishKeys.map((dishKey, position) => ({
      restaurant_id: restaurantId,
      category_id: categoryIds.get(key)!,
      item_id: dishIds.get(dishKey)!,
      position,
    })),
  );
  for (const part of parts(links)) await tx.insertInto('category_items').values(part).execute();
  const inFile = new Set(dishIds.values());
  return new Set(before.map(({ item_id }) => item_id).filter((id) => !inFile.has(id))).size;
}
