import type { Selectable } from 'kysely';
import type { ItemId, ModifierListId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

type Item = Selectable<Schema['items']>;

/** An outlet where the item is sold out, and until when; null: until it is taken back. */
export interface SoldOutRow {
  outletId: OutletId;
  until: Date | null;
}

/** An outlet that counts the item for itself, and the portions left there. */
export interface OutletStockRow {
  outletId: OutletId;
  quantity: number;
}

export type ModifierRow = Pick<
  Item,
  | 'id'
  | 'name'
  | 'name_translations'
  | 'price_minor'
  | 'delivery_price_minor'
  | 'pickup_price_minor'
  | 'dine_in_price_minor'
  | 'quantity'
  | 'allergens'
  | 'diets'
> & {
  inactiveOutletIds: OutletId[];
  soldOutAt: SoldOutRow[];
  stockAt: OutletStockRow[];
};
export type ModifierListRow = Selectable<Schema['modifier_lists']> & {
  /** In the order of the list. */
  modifiers: ModifierRow[];
  /** The dishes that have the list. */
  items: Pick<Item, 'id' | 'name'>[];
};

/** @throws request.not_found */
export async function getModifierList(
  tx: Tx,
  restaurantId: RestaurantId,
  listId: ModifierListId,
): Promise<ModifierListRow> {
  const [list] = await listModifierLists(tx, restaurantId, listId);
  if (list === undefined) throw new Refusal('request.not_found');
  return list;
}

/**
 * Lists in the order they were created; with an id, that one alone. Whole tables of the restaurant are read and joined
 * here: PostgreSQL plans these joins badly until it knows the tables' sizes.
 */
export async function listModifierLists(
  tx: Tx,
  restaurantId: RestaurantId,
  listId?: ModifierListId,
): Promise<ModifierListRow[]> {
  const [lists, items, entries, uses, switchedOff, soldOut, stock] = await Promise.all([
    tx
      .selectFrom('modifier_lists')
      .selectAll()
      .where('restaurant_id', '=', restaurantId)
      .where('deleted_at', 'is', null)
      .$if(listId !== undefined, (query) => query.where('id', '=', listId!))
      .orderBy('id')
      .execute(),
    tx
      .selectFrom('items')
      .select(['id', 'name', 'name_translations', 'price_minor', 'quantity', 'allergens', 'diets'])
      .select(['delivery_price_minor', 'pickup_price_minor', 'dine_in_price_minor'])
      .where('restaurant_id', '=', restaurantId)
      .where('deleted_at', 'is', null)
      .execute(),
    tx
      .selectFrom('modifier_list_items')
      .select(['modifier_list_id', 'item_id'])
      .where('restaurant_id', '=', restaurantId)
      .orderBy('position')
      .orderBy('item_id')
      .execute(),
    tx
      .selectFrom('item_modifier_lists')
      .select(['modifier_list_id', 'item_id'])
      .where('restaurant_id', '=', restaurantId)
      .orderBy('item_id')
      .execute(),
    listSwitchedOff(tx, restaurantId),
    listSoldOut(tx, restaurantId),
    listOutletStock(tx, restaurantId),
  ]);
  const itemsById = new Map(items.map((item) => [item.id, item]));
  const entriesOf = Map.groupBy(entries, (entry) => entry.modifier_list_id);
  const usesOf = Map.groupBy(uses, (use) => use.modifier_list_id);
  const found = (links: readonly { item_id: ItemId }[] = []) =>
    links.flatMap(({ item_id }) => itemsById.get(item_id) ?? []);
  return lists.map((list) => ({
    ...list,
    modifiers: found(entriesOf.get(list.id)).map((item) => ({
      ...item,
      inactiveOutletIds: switchedOff.get(item.id) ?? [],
      soldOutAt: soldOut.get(item.id) ?? [],
      stockAt: stock.get(item.id) ?? [],
    })),
    items: found(usesOf.get(list.id)),
  }));
}

/** The sold-out rows by item; they may include past ones. */
export async function listSoldOut(tx: Tx, restaurantId: RestaurantId): Promise<ReadonlyMap<ItemId, SoldOutRow[]>> {
  const rows = await tx
    .selectFrom('item_sold_out')
    .select(['item_id', 'outlet_id', 'sold_out_until'])
    .where('restaurant_id', '=', restaurantId)
    .orderBy('item_id')
    .orderBy('outlet_id')
    .execute();
  const found = new Map<ItemId, SoldOutRow[]>();
  for (const { item_id, outlet_id, sold_out_until } of rows) {
    const ofItem = found.get(item_id) ?? [];
    found.set(item_id, [...ofItem, { outletId: outlet_id, until: sold_out_until }]);
  }
  return found;
}

/** The items that outlets count for themselves, with the portions left at each. */
export async function listOutletStock(
  tx: Tx,
  restaurantId: RestaurantId,
): Promise<ReadonlyMap<ItemId, OutletStockRow[]>> {
  const rows = await tx
    .selectFrom('item_outlet_quantities')
    .select(['item_id', 'outlet_id', 'quantity'])
    .where('restaurant_id', '=', restaurantId)
    .orderBy('item_id')
    .orderBy('outlet_id')
    .execute();
  const byItem = Map.groupBy(rows, ({ item_id }) => item_id);
  return new Map(
    [...byItem].map(([itemId, counts]) => [
      itemId,
      counts.map(({ outlet_id, quantity }) => ({ outletId: outlet_id, quantity })),
    ]),
  );
}

/** The existing outlets at which items are switched off, by item; an item that is on everywhere is not in it. */
export async function listSwitchedOff(tx: Tx, restaurantId: RestaurantId): Promise<ReadonlyMap<ItemId, OutletId[]>> {
  const rows = await tx
    .selectFrom('item_inactive_outlets as off')
    .innerJoin('outlets', (join) =>
      join.onRef('outlets.restaurant_id', '=', 'off.restaurant_id').onRef('outlets.id', '=', 'off.outlet_id'),
    )
    .select(['off.item_id', 'off.outlet_id'])
    .where('off.restaurant_id', '=', restaurantId)
    .where('outlets.deleted_at', 'is', null)
    .orderBy('off.outlet_id')
    .execute();
  const byItem = Map.groupBy(rows, ({ item_id }) => item_id);
  return new Map([...byItem].map(([itemId, off]) => [itemId, off.map(({ outlet_id }) => outlet_id)]));
}
