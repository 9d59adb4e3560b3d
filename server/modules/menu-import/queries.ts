import { sql } from 'kysely';
import type { MenuId, RestaurantId } from '#contract/ids.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Every item and modifier there is, by what an import needs of them. */
export function listKnownItems(tx: Tx, restaurantId: RestaurantId) {
  return tx
    .selectFrom('items')
    .select(['external_id', 'sku'])
    .where('restaurant_id', '=', restaurantId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** The menu of that name, made if there is none. A new one goes live at once only where none is live yet. */
export async function takeMenu(tx: Tx, restaurantId: RestaurantId, name: string, at: Date) {
  const menus = await tx
    .selectFrom('menus')
    .select(['id', 'name', 'is_live'])
    .where('restaurant_id', '=', restaurantId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute();
  const known = menus.find((menu) => menu.name === name);
  if (known !== undefined) return known;
  return tx
    .insertInto('menus')
    .values({
      restaurant_id: restaurantId,
      id: newId<MenuId>(),
      name,
      calories: null,
      is_live: !menus.some((menu) => menu.is_live),
      position: menus.length,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    })
    .returning(['id', 'name', 'is_live'])
    .executeTakeFirstOrThrow();
}

/** Takes away what imports made and nothing uses: empty categories, lists without a dish, then options without a list. */
export async function removeUnused(tx: Tx, restaurantId: RestaurantId, menuId: MenuId, at: Date) {
  const { rows } = await sql<{ categories: number; lists: number; modifiers: number }>`
    with empty_categories as (
      update categories set deleted_at = ${at}, updated_at = ${at}
      where restaurant_id = ${restaurantId} and menu_id = ${menuId} and external_id is not null and deleted_at is null
        and not exists (select from category_items link
          where link.restaurant_id = categories.restaurant_id and link.category_id = categories.id)
      returning id
    ), used_lists as (
      select link.modifier_list_id as id from item_modifier_lists link
      join items on items.restaurant_id = link.restaurant_id and items.id = link.item_id and items.deleted_at is null
      where link.restaurant_id = ${restaurantId}
    ), unused_lists as (
      update modifier_lists set deleted_at = ${at}, updated_at = ${at}
      where restaurant_id = ${restaurantId} and external_id is not null and deleted_at is null
        and id not in (select id from used_lists)
      returning id
    ), unused_modifiers as (
      update items set deleted_at = ${at}, updated_at = ${at}
      where restaurant_id = ${restaurantId} and type = 'modifier' and external_id is not null and deleted_at is null
        and not exists (select from modifier_list_items link
          join modifier_lists list on list.restaurant_id = link.restaurant_id and list.id = link.modifier_list_id
          where link.restaurant_id = items.restaurant_id and link.item_id = items.id and list.deleted_at is null
            and list.id not in (select id from unused_lists))
      returning id
    )
    select (select count(*) from empty_categories)::int as categories,
      (select count(*) from unused_lists)::int as lists,
      (select count(*) from unused_modifiers)::int as modifiers`.execute(tx);
  return rows[0]!;
}
