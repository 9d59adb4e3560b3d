/** Stored imports, with the data to undo them. */
import { sql } from 'kysely';
import type { ImportCounts } from '#contract/menu/menu-import.ts';
import type { CategoryId, ItemId, MenuId, MenuImportId, ModifierListId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { newId } from '#server/db/new-id.ts';
import type { Schema } from '#server/db/schema.ts';
import { idsIn } from '#server/db/ids-in.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { DecidedRow, ImportChanges, LinkChange } from './decide-import.ts';
import type { ImportOutcome } from './import-menu.ts';
import type { CategoryState, ItemState, Link, LinkTable, ListState } from './current-menu.ts';
import { isChanged } from './write-import.ts';

type LinksBefore = { of: string; links: readonly Link[] }[];

/** The data to undo an import. */
export interface UndoData {
  /** Created by the import; undoing deletes them. */
  made: { menus: MenuId[]; items: ItemId[]; lists: ModifierListId[]; categories: CategoryId[] };
  /** Changed by the import; undoing restores these states. */
  before: { items: ItemState[]; lists: ListState[]; categories: CategoryState[] };
  links: Record<Exclude<LinkTable, 'item_goes_with'>, LinksBefore> & { item_goes_with?: LinksBefore };
  /** Removed by the import; undoing restores them. */
  removed: { items: ItemId[]; lists: ModifierListId[]; categories: CategoryId[] };
}

function undoDataOf(changes: ImportChanges): UndoData {
  const { menu, dishes, modifiers, lists, categories, movedCategories, removed } = changes;
  const items = [...dishes.values(), ...modifiers.values()];
  const allCategories = [...categories.values(), ...movedCategories];
  return {
    made: {
      menus: menu.isNew ? [menu.id] : [],
      items: createdIds(items),
      lists: createdIds([...lists.values()]),
      categories: createdIds(allCategories),
    },
    before: {
      items: changedBefore(items),
      lists: changedBefore([...lists.values()]),
      categories: changedBefore(allCategories),
    },
    links: {
      category_items: changes.categoryItems.map(linksBefore),
      item_modifier_lists: changes.itemLists.map(linksBefore),
      modifier_list_items: changes.listItems.map(linksBefore),
      item_goes_with: changes.goesWith.map(linksBefore),
    },
    removed: {
      items: removed.modifiers.map(({ id }) => id),
      lists: removed.lists.map(({ id }) => id),
      categories: removed.categories.map(({ id }) => id),
    },
  };
}

function createdIds<Id extends string>(decided: readonly DecidedRow<{ id: Id }>[]): Id[] {
  return decided.flatMap(({ before, after }) => (before === null ? [after.id] : []));
}

function changedBefore<Row extends ItemState | ListState | CategoryState>(decided: readonly DecidedRow<Row>[]): Row[] {
  return decided.filter((one) => isChanged(one)).map(({ before }) => before!);
}

function linksBefore({ of, before }: LinkChange) {
  return { of, links: before };
}

/** Stores an import that was just written in this transaction, and deletes those too old to be undone. */
export async function storeImport(
  tx: Tx,
  restaurantId: RestaurantId,
  outcome: ImportOutcome,
  by: { fileName: string; importedBy: string },
  at: Date,
): Promise<StoredImportRow> {
  const undo = undoDataOf(outcome.changes);
  const { dishes, modifiers, lists, categories } = outcome;
  const counts: ImportCounts = { categories, dishes, lists, modifiers };
  const row = await tx
    .insertInto('menu_imports')
    .values({
      restaurant_id: restaurantId,
      id: newId<MenuImportId>(),
      menu_id: outcome.changes.menu.id,
      menu_name: outcome.changes.menu.name,
      file_name: by.fileName,
      imported_by: by.importedBy,
      counts: JSON.stringify(counts),
      undo: JSON.stringify(undo),
      state_after: await digestOf(tx, restaurantId, undo),
      imported_at: at,
      undone_at: null,
    })
    .returning(shownColumns)
    .executeTakeFirstOrThrow();
  await sql`
    delete from menu_imports
    where restaurant_id = ${restaurantId} and (
      imported_at < ${at}::timestamptz - make_interval(days => ${limits.importUndoDays})
      or id not in (select id from menu_imports where restaurant_id = ${restaurantId}
        order by imported_at desc, id desc limit ${limits.importsStoredMax}))`.execute(tx);
  return row;
}

/**
 * A digest of everything that an import created and changed, as it is now. Pictures, stock and whether the menu is Live are left
 * out: orders change the one, and merchants switch a menu on to look at it.
 */
export async function digestOf(tx: Tx, restaurantId: RestaurantId, undo: UndoData): Promise<string> {
  const ids = (...groups: readonly (readonly string[])[]) => idsIn([...new Set(groups.flat())]);
  const owners = (table: LinkTable) => (undo.links[table] ?? []).map(({ of }) => of);
  const { made, before, removed } = undo;
  const items = ids(
    made.items,
    removed.items,
    before.items.map(({ id }) => id),
    owners('item_modifier_lists'),
    owners('item_goes_with'),
  );
  const lists = ids(
    made.lists,
    removed.lists,
    before.lists.map(({ id }) => id),
    owners('modifier_list_items'),
  );
  const categories = ids(
    made.categories,
    removed.categories,
    before.categories.map(({ id }) => id),
    owners('category_items'),
  );
  const [madeItems, madeLists, madeCategories, madeMenus] = [
    ids(made.items),
    ids(made.lists),
    ids(made.categories),
    ids(made.menus),
  ];
  const here = sql`row.restaurant_id = ${restaurantId}`;
  const { rows } = await sql<{ digest: string }>`
    select md5(coalesce(string_agg(said, ';' order by said), '')) as digest from (
      -- Imports of before there was a column are digested without it.
      select ((to_jsonb(row) || '{"image_hash": null}') - 'quantity' - 'updated_at'
        - case when make_minutes = 0 then 'make_minutes' else '' end)::text as said from items row where ${here} and id in ${items}
      union all select (to_jsonb(row) - 'updated_at'
        - case when max_per_option = 1 then 'max_per_option' else '' end - case when is_halved then '' else 'is_halved' end)::text from modifier_lists row where ${here} and id in ${lists}
      union all select (to_jsonb(row) - 'updated_at')::text from categories row
        where ${here} and (id in ${categories} or menu_id in ${madeMenus})
      -- Imports of before menus had sales are digested without them.
      union all select (to_jsonb(row) - 'updated_at' - 'is_live'
        - case when name_translations = '{}' then 'name_translations' else '' end
        - array(select key from jsonb_each(to_jsonb(row)) where key like 'sale\\_%' and value = 'null'))::text
        from menus row where ${here} and id in ${madeMenus}
      union all select to_jsonb(row)::text from category_items row
        where ${here} and (category_id in ${categories} or item_id in ${madeItems})
      -- Its columns of nested lists alone may be null; imports of before there were any are digested without them.
      union all select jsonb_strip_nulls(to_jsonb(row))::text from item_modifier_lists row
        where ${here} and (item_id in ${items} or modifier_list_id in ${madeLists})
      union all select to_jsonb(row)::text from modifier_list_items row
        where ${here} and (modifier_list_id in ${lists} or item_id in ${madeItems})
      union all select to_jsonb(row)::text from item_goes_with row
        where ${here} and (item_id in ${items} or suggested_id in ${madeItems})
      union all select to_jsonb(row)::text from item_inactive_outlets row where ${here} and item_id in ${madeItems}
      union all select to_jsonb(row)::text from category_inactive_outlets row where ${here} and category_id in ${madeCategories}
    ) as everything`.execute(tx);
  return rows[0]!.digest;
}

const shownColumns = [
  'id',
  'menu_id',
  'menu_name',
  'file_name',
  'imported_by',
  'counts',
  'imported_at',
  'undone_at',
] as const satisfies readonly (keyof Schema['menu_imports'])[];

/** Newest first, without those that can no longer be undone. */
export function listStoredImports(tx: Tx, restaurantId: RestaurantId, at: Date) {
  return tx
    .selectFrom('menu_imports')
    .select(shownColumns)
    .where('restaurant_id', '=', restaurantId)
    .where('imported_at', '>', sql<Date>`${at}::timestamptz - make_interval(days => ${limits.importUndoDays})`)
    .orderBy('imported_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
export type StoredImportRow = Awaited<ReturnType<typeof listStoredImports>>[number];
