import { type Selectable, sql } from 'kysely';
import type { CategoryId, ItemId, MenuId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Audience } from '#server/modules/restaurants/audience.ts';

export type CategoryRow = Selectable<Schema['categories']> & {
  /** In the merchant's order. */
  itemIds: ItemId[];
  inactiveOutletIds: OutletId[];
};

/** A choice among the categories that the audience may see. */
interface CategorySelection {
  /** `shown`: the menus that the restaurant's site shows, each when it is sold (D-67, decision 98). */
  menuId?: MenuId | 'shown';
  categoryId?: CategoryId;
}

/** Menu by menu, in the merchant's order; guests get those of Live menus, with active outlets only. */
export async function listCategories(
  tx: Tx,
  restaurantId: RestaurantId,
  audience: Audience,
  which: CategorySelection = {},
): Promise<CategoryRow[]> {
  const [categories, entries, switchedOff] = await Promise.all([
    selectCategories(tx, restaurantId, audience, which).execute(),
    tx
      .selectFrom('category_items as entry')
      .innerJoin('items', (join) =>
        join.onRef('items.restaurant_id', '=', 'entry.restaurant_id').onRef('items.id', '=', 'entry.item_id'),
      )
      .select(['entry.category_id', 'entry.item_id'])
      .where('entry.restaurant_id', '=', restaurantId)
      .where('items.deleted_at', 'is', null)
      .orderBy('entry.position')
      .orderBy('entry.item_id')
      .execute(),
    tx
      .selectFrom('category_inactive_outlets as off')
      .innerJoin('outlets', (join) =>
        join.onRef('outlets.restaurant_id', '=', 'off.restaurant_id').onRef('outlets.id', '=', 'off.outlet_id'),
      )
      .select(['off.category_id', 'off.outlet_id'])
      .where('off.restaurant_id', '=', restaurantId)
      .where('outlets.deleted_at', 'is', null)
      .$if(audience === 'guests', (query) => query.where('outlets.is_active', '=', true))
      .orderBy('off.outlet_id')
      .execute(),
  ]);
  const entriesOf = Map.groupBy(entries, (entry) => entry.category_id);
  const switchedOffOf = Map.groupBy(switchedOff, (off) => off.category_id);
  return categories.map((category) => ({
    ...category,
    itemIds: (entriesOf.get(category.id) ?? []).map(({ item_id }) => item_id),
    inactiveOutletIds: (switchedOffOf.get(category.id) ?? []).map(({ outlet_id }) => outlet_id),
  }));
}

/** The items that stand in these categories and in no other one. */
export async function listItemsOnlyIn(
  tx: Tx,
  restaurantId: RestaurantId,
  categoryIds: readonly CategoryId[],
): Promise<ItemId[]> {
  const rows = await selectCategories(tx, restaurantId, 'merchant', {})
    .innerJoin('category_items as entry', (join) =>
      join
        .onRef('entry.restaurant_id', '=', 'categories.restaurant_id')
        .onRef('entry.category_id', '=', 'categories.id'),
    )
    .clearSelect()
    .clearOrderBy()
    .select('entry.item_id')
    .groupBy('entry.item_id')
    .having(sql<boolean>`bool_and(entry.category_id = any(${categoryIds}::uuid[]))`)
    .execute();
  return rows.map(({ item_id }) => item_id);
}

/** @throws request.not_found, also for a category of a draft when guests ask. */
export async function getCategory(
  tx: Tx,
  restaurantId: RestaurantId,
  categoryId: CategoryId,
  audience: Audience,
): Promise<CategoryRow> {
  const [category] = await listCategories(tx, restaurantId, audience, { categoryId });
  if (category === undefined) throw new Refusal('request.not_found');
  return category;
}

function selectCategories(
  tx: Tx,
  restaurantId: RestaurantId,
  audience: Audience,
  { menuId, categoryId }: CategorySelection,
) {
  return tx
    .selectFrom('categories')
    .innerJoin('menus', (join) =>
      join.onRef('menus.restaurant_id', '=', 'categories.restaurant_id').onRef('menus.id', '=', 'categories.menu_id'),
    )
    .selectAll('categories')
    .where('categories.restaurant_id', '=', restaurantId)
    .where('categories.deleted_at', 'is', null)
    .where('menus.deleted_at', 'is', null)
    .$if(audience === 'guests', (query) => query.where('menus.is_live', '=', true))
    .$if(menuId !== undefined, (query) =>
      menuId === 'shown' ? query.where(isShownMenu('menus')) : query.where('categories.menu_id', '=', menuId!),
    )
    .$if(categoryId !== undefined, (query) => query.where('categories.id', '=', categoryId!))
    .orderBy('menus.position')
    .orderBy('menus.id')
    .orderBy('categories.position')
    .orderBy('categories.id');
}

/** Whether the row of `menus` under this name says when, how or where it is sold. */
export function isLimitedMenu(menu: string) {
  const column = (name: string) => sql.ref(`${menu}.${name}`);
  return sql<boolean>`num_nonnulls(${column('sale_hours')}, ${column('sale_modes')}, ${column('sale_outlet_ids')}) > 0`;
}

/** Whether the row of `menus` under this name is one that guests see: `shownMenus` of the contract in SQL. */
export function isShownMenu(menu: string) {
  const column = (name: string) => sql.ref(`${menu}.${name}`);
  return sql<boolean>`(${column('is_live')} and ${column('deleted_at')} is null
    and (${isLimitedMenu(menu)}
      or ${column('id')} = (
        select first.id from menus first
        where first.restaurant_id = ${column('restaurant_id')} and first.deleted_at is null and first.is_live
          and not ${isLimitedMenu('first')}
        order by first.position, first.id limit 1)))`;
}
