import type { Selectable } from 'kysely';
import type { ItemId, ModifierListId, OutletId, RestaurantId } from '#contract/ids.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/refusal.ts';
import { listSwitchedOff } from '#server/modules/modifier-lists/queries.ts';

export type ItemRow = Selectable<Schema['items']> & {
  /** In the order in which guests are asked. */
  listIds: ModifierListId[];
  inactiveOutletIds: OutletId[];
};

/** Dishes and modifiers, in the order they were made. */
export function listItems(tx: Tx, restaurantId: RestaurantId): Promise<ItemRow[]> {
  return readItems(tx, restaurantId);
}

/** @throws Refusal request.not_found. */
export async function getItem(tx: Tx, restaurantId: RestaurantId, itemId: ItemId): Promise<ItemRow> {
  const [item] = await readItems(tx, restaurantId, itemId);
  if (item === undefined) throw new Refusal('request.not_found');
  return item;
}

async function readItems(tx: Tx, restaurantId: RestaurantId, itemId?: ItemId): Promise<ItemRow[]> {
  const [items, links, switchedOff] = await Promise.all([
    tx
      .selectFrom('items')
      .selectAll()
      .where('restaurant_id', '=', restaurantId)
      .where('deleted_at', 'is', null)
      .$if(itemId !== undefined, (query) => query.where('id', '=', itemId!))
      .orderBy('id')
      .execute(),
    tx
      .selectFrom('item_modifier_lists')
      .select(['item_id', 'modifier_list_id'])
      .where('restaurant_id', '=', restaurantId)
      .$if(itemId !== undefined, (query) => query.where('item_id', '=', itemId!))
      .orderBy('position')
      .orderBy('modifier_list_id')
      .execute(),
    listSwitchedOff(tx, restaurantId),
  ]);
  const linksOf = Map.groupBy(links, (link) => link.item_id);
  return items.map((item) => ({
    ...item,
    listIds: (linksOf.get(item.id) ?? []).map(({ modifier_list_id }) => modifier_list_id),
    inactiveOutletIds: switchedOff.get(item.id) ?? [],
  }));
}
