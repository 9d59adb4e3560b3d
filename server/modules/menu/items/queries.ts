import { type Selectable, sql } from 'kysely';
import type { ItemId, ModifierListId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { NestedListOnWire } from '#contract/menu/menus.ts';
import { idsIn } from '#server/db/ids-in.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import {
  listOutletStock,
  listSoldOut,
  listSwitchedOff,
  type OutletStockRow,
  type SoldOutRow,
} from '#server/modules/menu/modifier-lists/queries.ts';
import { nestedListsOf } from '#server/modules/menu/modifier-lists/nested-lists.ts';
import { listGoesWith } from './goes-with.ts';

export type ItemRow = Selectable<Schema['items']> & {
  /** In the order in which guests are asked. */
  listIds: ModifierListId[];
  /** Lists that are not always asked. */
  nestedLists: NestedListOnWire[];
  inactiveOutletIds: OutletId[];
  soldOutAt: SoldOutRow[];
  /** The counts of outlets that count for themselves. */
  stockAt: OutletStockRow[];
  /** Dishes that are suggested beside it. */
  goesWithIds: ItemId[];
};

/** The given ids that are, or were, items of the restaurant. */
export function listItemIds(tx: Tx, restaurantId: RestaurantId, ids: readonly ItemId[]) {
  return tx
    .selectFrom('items')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', 'in', idsIn(ids))
    .execute();
}

/** @throws request.not_found */
export async function getItem(tx: Tx, restaurantId: RestaurantId, itemId: ItemId): Promise<ItemRow> {
  const [item] = await listItems(tx, restaurantId, itemId);
  if (item === undefined) throw new Refusal('request.not_found');
  return item;
}

/** The names of other items and modifiers with the SKU, in any case. */
export async function listNamesOfSku(
  tx: Tx,
  restaurantId: RestaurantId,
  sku: string,
  besides: ItemId,
): Promise<string[]> {
  const others = await tx
    .selectFrom('items')
    .select('name')
    .where('restaurant_id', '=', restaurantId)
    .where(sql`lower(sku)`, '=', sql`lower(${sku})`)
    .where('id', '<>', besides)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return others.map(({ name }) => name);
}

/** Dishes and modifiers, in the order they were created; with an id, that one alone. */
export async function listItems(tx: Tx, restaurantId: RestaurantId, itemId?: ItemId): Promise<ItemRow[]> {
  const [items, links, switchedOff, soldOut, stock, goesWith] = await Promise.all([
    tx
      .selectFrom('items')
      .selectAll()
      .where('restaurant_id', '=', restaurantId)
      .where('deleted_at', 'is', null)
      .$if(itemId !== undefined, (query) => query.where('id', '=', itemId!))
      .orderBy('id')
      .execute(),
    tx
      .selectFrom('item_modifier_lists as link')
      .innerJoin('modifier_lists as list', (join) =>
        join.onRef('list.restaurant_id', '=', 'link.restaurant_id').onRef('list.id', '=', 'link.modifier_list_id'),
      )
      .select(['link.item_id', 'link.modifier_list_id', 'link.opened_by_list_id', 'link.opened_by_item_ids'])
      .where('link.restaurant_id', '=', restaurantId)
      .where('list.deleted_at', 'is', null)
      .$if(itemId !== undefined, (query) => query.where('link.item_id', '=', itemId!))
      .orderBy('link.position')
      .orderBy('link.modifier_list_id')
      .execute(),
    listSwitchedOff(tx, restaurantId),
    listSoldOut(tx, restaurantId),
    listOutletStock(tx, restaurantId),
    listGoesWith(tx, restaurantId, itemId),
  ]);
  const linksOf = Map.groupBy(links, (link) => link.item_id);
  return items.map((item) => ({
    ...item,
    listIds: (linksOf.get(item.id) ?? []).map(({ modifier_list_id }) => modifier_list_id),
    nestedLists: nestedListsOf(linksOf.get(item.id) ?? []),
    inactiveOutletIds: switchedOff.get(item.id) ?? [],
    soldOutAt: soldOut.get(item.id) ?? [],
    stockAt: stock.get(item.id) ?? [],
    goesWithIds: goesWith.get(item.id) ?? [],
  }));
}
