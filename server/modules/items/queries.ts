import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ItemId, RestaurantId } from '#contract/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/refusal.ts';
import { itemIsOnSale } from '#server/modules/modifier-lists/on-sale.ts';
import { inactiveOutletsOf } from '#server/modules/modifier-lists/queries.ts';
import type { Audience } from '#server/modules/restaurants/audience.ts';

export type ItemRow = Awaited<ReturnType<typeof listItems>>[number];

function selectItems(tx: Tx, restaurantId: RestaurantId, audience: Audience) {
  return tx
    .selectFrom('items')
    .selectAll('items')
    .select((eb) => [
      inactiveOutletsOf(eb, audience).as('inactive_outlets'),
      jsonArrayFrom(
        eb
          .selectFrom('item_modifier_lists')
          .innerJoin('modifier_lists', (join) =>
            join
              .onRef('modifier_lists.restaurant_id', '=', 'item_modifier_lists.restaurant_id')
              .onRef('modifier_lists.id', '=', 'item_modifier_lists.modifier_list_id'),
          )
          .select('modifier_lists.id')
          .whereRef('item_modifier_lists.restaurant_id', '=', 'items.restaurant_id')
          .whereRef('item_modifier_lists.item_id', '=', 'items.id')
          .where('modifier_lists.deleted_at', 'is', null)
          .orderBy('item_modifier_lists.position')
          .orderBy('modifier_lists.id'),
      ).as('modifier_lists'),
    ])
    .where('items.restaurant_id', '=', restaurantId)
    .where('items.deleted_at', 'is', null)
    .$if(audience === 'guests', (query) => query.where(itemIsOnSale));
}

/** Dishes and modifiers in the order they were made; only those on sale for guests. */
export function listItems(tx: Tx, restaurantId: RestaurantId, audience: Audience) {
  return selectItems(tx, restaurantId, audience).orderBy('items.id').execute();
}

/** @throws Refusal request.not_found, also for an item that is not on sale when guests ask. */
export async function getItem(
  tx: Tx,
  restaurantId: RestaurantId,
  itemId: ItemId,
  audience: Audience,
): Promise<ItemRow> {
  const item = await selectItems(tx, restaurantId, audience).where('items.id', '=', itemId).executeTakeFirst();
  if (item === undefined) throw new Refusal('request.not_found');
  return item;
}
