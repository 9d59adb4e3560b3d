import type { MenuImportId, RestaurantId } from '#contract/base/ids.ts';
import { markAllRestored } from '#server/db/deletion.ts';
import { idsIn } from '#server/db/ids-in.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { AuditContext } from '#server/modules/staff/audit-log/append-audit.ts';
import { auditPriceChanges, type NewPrice, newPricesOf } from '#server/modules/menu/items/audit-prices.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { digestOf, type UndoData } from './stored-imports.ts';
import type { ItemState, ListState } from './current-menu.ts';
import { markAll, updateRows, writeLinks } from './write-import.ts';

/** Milliseconds: the largest menu takes a second to write, and more on a busy machine than other calls may take. */
export const slowImport = { statementTimeoutMs: 20_000, changesMany: true };

/**
 * Undoes an import as a whole: what it created is deleted, what it changed has its former state, what it removed is
 * restored. Stock stays, because orders have changed it meanwhile.
 * @throws request.not_found, import.undone_already; import.changed_since when anything differs from the state the
 * import left.
 */
export async function undoImport(tx: Tx, by: AuditContext, importId: MenuImportId, at: Date): Promise<void> {
  const { restaurantId } = by;
  const currency = await lockMenu(tx, restaurantId);
  const kept = await tx
    .selectFrom('menu_imports')
    .select(['undo', 'state_after', 'undone_at'])
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', importId)
    .executeTakeFirst();
  if (kept === undefined) throw new Refusal('request.not_found');
  if (kept.undone_at !== null) throw new Refusal('import.undone_already');
  const { state_after } = kept;
  const undo = kept.undo as UndoData;
  if ((await digestOf(tx, restaurantId, undo)) !== state_after) throw new Refusal('import.changed_since');

  const { made, before, links, removed } = undo;
  await auditPriceChanges(tx, by, await pricesAgain(tx, restaurantId, before.items), currency, at);
  await updateRows(tx, restaurantId, 'items', await withMakeMinutes(tx, restaurantId, before.items), at);
  await updateRows(tx, restaurantId, 'modifier_lists', await withLaterColumns(tx, restaurantId, before.lists), at);
  await updateRows(tx, restaurantId, 'categories', before.categories, at);
  const isMade = new Set<string>([...made.items, ...made.lists, ...made.categories]);
  for (const table of ['modifier_list_items', 'item_modifier_lists', 'category_items', 'item_goes_with'] as const) {
    await writeLinks(
      tx,
      restaurantId,
      table,
      // Imports of before there were suggestions have changed none.
      (links[table] ?? []).filter(({ of }) => !isMade.has(of)),
    );
  }
  await markAll(tx, restaurantId, 'items', made.items, at, at);
  await markAll(tx, restaurantId, 'modifier_lists', made.lists, at, at);
  await markAll(tx, restaurantId, 'categories', made.categories, at, at);
  await markAll(tx, restaurantId, 'menus', made.menus, at, at);
  await markAllRestored(tx, restaurantId, 'items', removed.items, at);
  await markAllRestored(tx, restaurantId, 'modifier_lists', removed.lists, at);
  await markAllRestored(tx, restaurantId, 'categories', removed.categories, at);
  await tx
    .updateTable('menu_imports')
    .set({ undone_at: at })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', importId)
    .execute();
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
}

/** Imports of before there were make-minutes have changed none. */
async function withMakeMinutes(tx: Tx, restaurantId: RestaurantId, before: readonly ItemState[]): Promise<ItemState[]> {
  const lacking = before.filter((item: Partial<ItemState>) => item.make_minutes === undefined).map(({ id }) => id);
  if (lacking.length === 0) return [...before];
  const present = await tx
    .selectFrom('items')
    .select(['id', 'make_minutes'])
    .where('restaurant_id', '=', restaurantId)
    .where('id', 'in', idsIn(lacking))
    .execute();
  const minutesOf = new Map(present.map(({ id, make_minutes }) => [id, make_minutes]));
  return before.map((item) => ({ ...item, make_minutes: minutesOf.get(item.id) ?? item.make_minutes }));
}

/** Imports of before there was a column have changed nothing in it. */
async function withLaterColumns(
  tx: Tx,
  restaurantId: RestaurantId,
  before: readonly ListState[],
): Promise<ListState[]> {
  const lacking = before.filter((list: Partial<ListState>) => list.is_halved === undefined).map(({ id }) => id);
  if (lacking.length === 0) return [...before];
  const present = await tx
    .selectFrom('modifier_lists')
    .select(['id', 'free_choices', 'max_per_option', 'is_halved'])
    .where('restaurant_id', '=', restaurantId)
    .where('id', 'in', idsIn(lacking))
    .execute();
  const laterOf = new Map(present.map((list) => [list.id, list]));
  return before.map((list) => ({ ...laterOf.get(list.id), ...list }));
}

/** The prices the import left, and those before it. */
async function pricesAgain(tx: Tx, restaurantId: RestaurantId, before: readonly ItemState[]): Promise<NewPrice[]> {
  const present = await tx
    .selectFrom('items')
    .select(['id', 'price_minor', 'delivery_price_minor', 'pickup_price_minor', 'dine_in_price_minor'])
    .where('restaurant_id', '=', restaurantId)
    .where('id', 'in', idsIn(before.map(({ id }) => id)))
    .execute();
  const pricesOf = new Map(present.map((item) => [item.id, item]));
  return before.flatMap((item) => newPricesOf(item.name, pricesOf.get(item.id)!, item));
}
