/** SQL of a basket's facts about menus and items, as JSON; the statement around it selects from `restaurants`. */
import { type RawBuilder, sql } from 'kysely';
import type { OutletId } from '#contract/base/ids.ts';
import { isLimitedMenu, isShownMenu } from '#server/modules/menu/categories/queries.ts';

/** The Live menus with limits, as `MenuFacts`. */
export const menuFacts = sql`
  (select coalesce(json_agg(json_build_object(
      'id', id, 'name', name, 'hours', sale_hours, 'modes', sale_modes, 'outletIds', sale_outlet_ids)), '[]')
    from menus
    where menus.restaurant_id = restaurants.id and deleted_at is null and is_live and ${isLimitedMenu('menus')})`;

/** A row of `items` at the outlet, joined with `countedHere`, as `ItemFacts`. */
export function itemFacts(outletId: OutletId): RawBuilder<unknown> {
  return sql`
    json_build_object(
      'id', items.id, 'name', items.name, 'nameTranslations', items.name_translations, 'price', items.price_minor,
      'modePrices', ${modePrices('items')}, 'makeMinutes', items.make_minutes,
      ${stock('items')}, 'allergens', items.allergens, 'diets', items.diets,
      'isInactive', ${isInactive('items', outletId)}, 'soldOut', ${soldOut('items', outletId)},
      'menuIds', (
        select coalesce(json_agg(distinct menus.id), '[]')
        from category_items entry
        join categories on categories.restaurant_id = entry.restaurant_id and categories.id = entry.category_id
        join menus on menus.restaurant_id = categories.restaurant_id and menus.id = categories.menu_id
        where entry.restaurant_id = items.restaurant_id and entry.item_id = items.id
          and categories.deleted_at is null and ${isShownMenu('menus')}
          and not exists (
            select from category_inactive_outlets off
            where off.restaurant_id = categories.restaurant_id and off.category_id = categories.id
              and off.outlet_id = ${outletId})),
      'categoryIds', (select coalesce(json_agg(entry.category_id), '[]') from category_items entry
        where entry.restaurant_id = items.restaurant_id and entry.item_id = items.id),
      'lists', (
        select coalesce(json_agg(${listFacts(outletId)} order by link.position, list.id), '[]')
        from item_modifier_lists link
        join modifier_lists list on list.restaurant_id = link.restaurant_id and list.id = link.modifier_list_id
        where link.restaurant_id = items.restaurant_id and link.item_id = items.id and list.deleted_at is null))`;
}

function listFacts(outletId: OutletId): RawBuilder<unknown> {
  return sql`
    json_build_object(
      'id', list.id, 'name', list.display_name, 'allowMultipleSelection', list.allows_multiple,
      'minModifier', list.min_choices, 'maxModifier', list.max_choices, 'optional', list.is_optional,
      'free', list.free_choices, 'maxPerModifier', list.max_per_option, 'halves', list.is_halved,
      'openedBy', case when link.opened_by_list_id is not null then
        json_build_object('listId', link.opened_by_list_id, 'modifierIds', link.opened_by_item_ids) end,
      'modifiers', (
        select coalesce(json_agg(json_build_object(
            'id', modifier.id, 'name', modifier.name, 'nameTranslations', modifier.name_translations,
            'price', modifier.price_minor, 'modePrices', ${modePrices('modifier')},
            'makeMinutes', modifier.make_minutes, ${stock('modifier')},
            'allergens', modifier.allergens, 'diets', modifier.diets,
            'isInactive', ${isInactive('modifier', outletId)}, 'soldOut', ${soldOut('modifier', outletId)}) order by entry.position, modifier.id), '[]')
        from modifier_list_items entry
        join items modifier on modifier.restaurant_id = entry.restaurant_id and modifier.id = entry.item_id
        ${countedHere('modifier', outletId)}
        where entry.restaurant_id = list.restaurant_id and entry.modifier_list_id = list.id
          and modifier.type = 'modifier' and modifier.deleted_at is null))`;
}

function modePrices(item: 'items' | 'modifier'): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${item}.${name}`);
  return sql`json_build_object('delivery', ${column('delivery_price_minor')}, 'pickup', ${column('pickup_price_minor')},
    'dine-in', ${column('dine_in_price_minor')})`;
}

/** A join with the outlet's own count of the item, `counts`, where it has one. */
export function countedHere(item: 'items' | 'modifier', outletId: OutletId): RawBuilder<unknown> {
  return sql`
    left join item_outlet_quantities counts on counts.restaurant_id = ${sql.ref(item)}.restaurant_id
      and counts.item_id = ${sql.ref(item)}.id and counts.outlet_id = ${outletId}`;
}

/** Pairs of a JSON object. */
function stock(item: 'items' | 'modifier'): RawBuilder<unknown> {
  return sql`'quantity', least(${sql.ref(item)}.quantity, counts.quantity), 'isCountedHere', counts.quantity is not null`;
}

function isInactive(item: 'items' | 'modifier', outletId: OutletId): RawBuilder<boolean> {
  return sql`exists (
    select from item_inactive_outlets off
    where off.restaurant_id = ${sql.ref(item)}.restaurant_id and off.item_id = ${sql.ref(item)}.id
      and off.outlet_id = ${outletId})`;
}

function soldOut(item: 'items' | 'modifier', outletId: OutletId): RawBuilder<unknown> {
  return sql`(
    select json_build_object('until', out.sold_out_until) from item_sold_out out
    where out.restaurant_id = ${sql.ref(item)}.restaurant_id and out.item_id = ${sql.ref(item)}.id
      and out.outlet_id = ${outletId})`;
}
