/**
 * What guests can get at (R29): a dish is on sale when a category of a Live menu has it, a modifier list when a dish on sale
 * has it, a modifier when such a list has it. Everything else is a draft. Conditions for queries that read `items` or
 * `modifier_lists` under those names.
 */
import { sql } from 'kysely';

const dishIsOnSale = sql<boolean>`exists (
  select from category_items
  join categories on categories.restaurant_id = category_items.restaurant_id
    and categories.id = category_items.category_id and categories.deleted_at is null
  join menus on menus.restaurant_id = categories.restaurant_id
    and menus.id = categories.menu_id and menus.deleted_at is null and menus.is_live
  where category_items.restaurant_id = items.restaurant_id and category_items.item_id = items.id)`;

export const listIsOnSale = sql<boolean>`exists (
  select from item_modifier_lists
  join items on items.restaurant_id = item_modifier_lists.restaurant_id
    and items.id = item_modifier_lists.item_id and items.deleted_at is null
  where item_modifier_lists.restaurant_id = modifier_lists.restaurant_id
    and item_modifier_lists.modifier_list_id = modifier_lists.id and ${dishIsOnSale})`;

export const itemIsOnSale = sql<boolean>`case items.type when 'item' then ${dishIsOnSale} else exists (
  select from modifier_list_items
  join modifier_lists on modifier_lists.restaurant_id = modifier_list_items.restaurant_id
    and modifier_lists.id = modifier_list_items.modifier_list_id and modifier_lists.deleted_at is null
  where modifier_list_items.restaurant_id = items.restaurant_id
    and modifier_list_items.item_id = items.id and ${listIsOnSale}) end`;
