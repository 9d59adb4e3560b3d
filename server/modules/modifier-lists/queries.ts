import { type ExpressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ModifierListId, RestaurantId } from '#contract/ids.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Audience } from '#server/modules/restaurants/audience.ts';
import { itemIsOnSale, listIsOnSale } from './on-sale.ts';

export type ModifierListRow = Awaited<ReturnType<typeof listModifierLists>>[number];
export type ModifierRow = ModifierListRow['modifiers'][number];

function selectLists(tx: Tx, restaurantId: RestaurantId, audience: Audience) {
  return tx
    .selectFrom('modifier_lists')
    .selectAll('modifier_lists')
    .select((eb) => [modifiersOf(eb, audience).as('modifiers'), itemsOf(eb, audience).as('items')])
    .where('modifier_lists.restaurant_id', '=', restaurantId)
    .where('modifier_lists.deleted_at', 'is', null)
    .$if(audience === 'guests', (query) => query.where(listIsOnSale));
}

/** The modifiers of a list, in its order. */
function modifiersOf(eb: ExpressionBuilder<Schema, 'modifier_lists'>, audience: Audience) {
  return jsonArrayFrom(
    eb
      .selectFrom('modifier_list_items')
      .innerJoin('items', (join) =>
        join
          .onRef('items.restaurant_id', '=', 'modifier_list_items.restaurant_id')
          .onRef('items.id', '=', 'modifier_list_items.item_id'),
      )
      .select(['items.id', 'items.name', 'items.name_translations', 'items.price_minor', 'items.quantity'])
      .select((inner) => inactiveOutletsOf(inner, audience).as('inactive_outlets'))
      .whereRef('modifier_list_items.restaurant_id', '=', 'modifier_lists.restaurant_id')
      .whereRef('modifier_list_items.modifier_list_id', '=', 'modifier_lists.id')
      .where('items.deleted_at', 'is', null)
      .orderBy('modifier_list_items.position')
      .orderBy('items.id'),
  );
}

/** The dishes that have a list. */
function itemsOf(eb: ExpressionBuilder<Schema, 'modifier_lists'>, audience: Audience) {
  return jsonArrayFrom(
    eb
      .selectFrom('item_modifier_lists')
      .innerJoin('items', (join) =>
        join
          .onRef('items.restaurant_id', '=', 'item_modifier_lists.restaurant_id')
          .onRef('items.id', '=', 'item_modifier_lists.item_id'),
      )
      .select(['items.id', 'items.name'])
      .whereRef('item_modifier_lists.restaurant_id', '=', 'modifier_lists.restaurant_id')
      .whereRef('item_modifier_lists.modifier_list_id', '=', 'modifier_lists.id')
      .where('items.deleted_at', 'is', null)
      .$if(audience === 'guests', (query) => query.where(itemIsOnSale))
      .orderBy('items.id'),
  );
}

/** The outlets at which an item is switched off; guests know active outlets only. */
export function inactiveOutletsOf(eb: ExpressionBuilder<Schema, 'items'>, audience: Audience) {
  return jsonArrayFrom(
    eb
      .selectFrom('item_inactive_outlets')
      .innerJoin('outlets', (join) =>
        join
          .onRef('outlets.restaurant_id', '=', 'item_inactive_outlets.restaurant_id')
          .onRef('outlets.id', '=', 'item_inactive_outlets.outlet_id'),
      )
      .select('outlets.id')
      .whereRef('item_inactive_outlets.restaurant_id', '=', 'items.restaurant_id')
      .whereRef('item_inactive_outlets.item_id', '=', 'items.id')
      .where('outlets.deleted_at', 'is', null)
      .$if(audience === 'guests', (query) => query.where('outlets.is_active', '=', true))
      .orderBy('outlets.id'),
  );
}

/** In the order they were made, each with its modifiers and the dishes it is attached to; only those on sale for guests. */
export function listModifierLists(tx: Tx, restaurantId: RestaurantId, audience: Audience) {
  return selectLists(tx, restaurantId, audience).orderBy('modifier_lists.id').execute();
}

/** @throws Refusal request.not_found, also for a list that is not on sale when guests ask. */
export async function getModifierList(
  tx: Tx,
  restaurantId: RestaurantId,
  listId: ModifierListId,
  audience: Audience,
): Promise<ModifierListRow> {
  const list = await selectLists(tx, restaurantId, audience).where('modifier_lists.id', '=', listId).executeTakeFirst();
  if (list === undefined) throw new Refusal('request.not_found');
  return list;
}
