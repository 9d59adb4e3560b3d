/** Imports menus from files, and reads everything an import may change. */
import type { CallInput } from '#contract/base/client.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { TestApp } from '../servers/app.ts';

export type ImportForm = CallInput<'POST /menu/import'>['form'];

export function sendMenuFile(
  { call }: TestApp,
  token: string,
  text: string | Uint8Array<ArrayBuffer>,
  form: ImportForm = {},
) {
  return call('POST /menu/import', { form, files: { file: new File([text], 'my menu.csv') } }, token);
}

/** All rows that an import may touch, without deleted ones and without times of changes. */
export function dumpMenus(db: Db, restaurantId: RestaurantId) {
  const all = (tx: Tx, table: 'items' | 'modifier_lists' | 'menus' | 'categories') =>
    tx.selectFrom(table).selectAll().where('deleted_at', 'is', null).orderBy('id').execute();
  const links = (tx: Tx, table: 'category_items' | 'item_modifier_lists' | 'modifier_list_items') =>
    tx.selectFrom(table).selectAll().execute();
  return transaction(db, restaurantId, async (tx) => {
    const [items, lists, menus, categories] = await Promise.all([
      all(tx, 'items'),
      all(tx, 'modifier_lists'),
      all(tx, 'menus'),
      all(tx, 'categories'),
    ]);
    const there = new Set<string>([...items, ...lists, ...categories].map(({ id }) => id));
    const [inCategories, onDishes, inLists] = await Promise.all([
      links(tx, 'category_items'),
      links(tx, 'item_modifier_lists'),
      links(tx, 'modifier_list_items'),
    ]);
    const withoutDates = <Row extends { updated_at: Date }>(rows: readonly Row[]) =>
      rows.map((row) => ({ ...row, updated_at: null }));
    const known = (rows: readonly object[]) =>
      rows
        .filter((row) =>
          Object.entries(row).every(
            ([column, id]) => !['category_id', 'item_id', 'modifier_list_id'].includes(column) || there.has(String(id)),
          ),
        )
        .map((row) => JSON.stringify(row))
        .toSorted();
    return {
      items: withoutDates(items),
      lists: withoutDates(lists),
      menus: withoutDates(menus),
      categories: withoutDates(categories),
      inCategories: known(inCategories),
      onDishes: known(onDishes),
      inLists: known(inLists),
    };
  });
}
