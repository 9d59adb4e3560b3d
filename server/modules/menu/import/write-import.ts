/** Writes the decided changes: one statement for each kind of entity, however many there are. */
import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import { idsIn } from '#server/db/ids-in.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { DecidedRow, ImportChanges, LinkChange } from './decide-import.ts';
import {
  type CategoryState,
  type ItemState,
  type Link,
  linkTables,
  type LinkTable,
  type ListState,
} from './current-menu.ts';

/** Columns of each kind with their SQL types. `once` are those that only a new row gets: orders change stock. */
const kinds = {
  items: {
    columns: {
      name: 'text',
      name_translations: 'jsonb',
      description: 'text',
      description_translations: 'jsonb',
      price_minor: 'bigint',
      delivery_price_minor: 'bigint',
      pickup_price_minor: 'bigint',
      dine_in_price_minor: 'bigint',
      sku: 'text',
      calories: 'integer',
      make_minutes: 'integer',
      allergens: 'text[]',
      diets: 'text[]',
    },
    once: { type: 'text', external_id: 'text', quantity: 'integer' },
  },
  modifier_lists: {
    columns: {
      name: 'text',
      display_name: 'text',
      display_name_translations: 'jsonb',
      allows_multiple: 'boolean',
      min_choices: 'integer',
      max_choices: 'integer',
      is_optional: 'boolean',
      free_choices: 'integer',
      max_per_option: 'integer',
      is_halved: 'boolean',
    },
    once: { external_id: 'text' },
  },
  categories: {
    columns: { name_translations: 'jsonb', position: 'integer' },
    once: { menu_id: 'uuid', name: 'text', external_id: 'text' },
  },
} as const;
type Kind = keyof typeof kinds;
type State = ItemState | ListState | CategoryState;

export async function writeImport(tx: Tx, restaurantId: RestaurantId, changes: ImportChanges, at: Date): Promise<void> {
  const { menu, dishes, modifiers, lists, categories, movedCategories, removed } = changes;
  if (menu.isNew) await insertMenu(tx, restaurantId, menu, at);
  await writeRows(tx, restaurantId, 'items', [...modifiers.values(), ...dishes.values()], at);
  await writeRows(tx, restaurantId, 'modifier_lists', [...lists.values()], at);
  await writeRows(tx, restaurantId, 'categories', [...categories.values(), ...movedCategories], at);
  await writeLinks(tx, restaurantId, 'modifier_list_items', changes.listItems.map(after));
  await writeLinks(tx, restaurantId, 'item_modifier_lists', changes.itemLists.map(after));
  await writeLinks(tx, restaurantId, 'category_items', changes.categoryItems.map(after));
  await writeLinks(tx, restaurantId, 'item_goes_with', changes.goesWith.map(after));
  await markAll(tx, restaurantId, 'categories', idsOf(removed.categories), at, at);
  await markAll(tx, restaurantId, 'modifier_lists', idsOf(removed.lists), at, at);
  await markAll(tx, restaurantId, 'items', idsOf(removed.modifiers), at, at);
}

const after = ({ of, after: links }: LinkChange) => ({ of, links });
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

function insertMenu(tx: Tx, restaurantId: RestaurantId, menu: ImportChanges['menu'], at: Date) {
  const { nameTranslations = {}, sale = {} } = menu.file ?? {};
  const { hours, modes, outlets } = sale;
  return tx
    .insertInto('menus')
    .values({
      restaurant_id: restaurantId,
      id: menu.id,
      name: menu.name,
      calories: null,
      is_live: menu.isLive,
      position: sql`(select coalesce(max(position) + 1, 0) from menus where restaurant_id = ${restaurantId} and deleted_at is null)`,
      name_translations: nameTranslations,
      sale_hours: hours === undefined ? null : JSON.stringify(hours),
      sale_modes: modes ?? null,
      sale_outlet_ids: sql`(select array_agg(id order by id) from outlets
        where restaurant_id = ${restaurantId} and name = any(${outlets ?? []}::text[]) and deleted_at is null)`,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    })
    .execute();
}

async function writeRows<Row extends State>(
  tx: Tx,
  restaurantId: RestaurantId,
  kind: Kind,
  decided: readonly DecidedRow<Row>[],
  at: Date,
): Promise<void> {
  const made = decided.filter(({ before }) => before === null).map((one) => one.after);
  if (made.length > 0) {
    const columns = { id: 'uuid', ...kinds[kind].once, ...kinds[kind].columns };
    const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
    await sql`
      insert into ${sql.table(kind)} (restaurant_id, created_at, updated_at, ${names})
      select ${restaurantId}::uuid, ${at}::timestamptz, ${at}::timestamptz, ${names} from ${rowsOf(made, columns)}`.execute(
      tx,
    );
  }
  const changed = decided.filter(isChanged).map((one) => one.after);
  await updateRows(tx, restaurantId, kind, changed, at);
}

/** Whether an existing row differs afterwards. */
export function isChanged<Row extends State>({ before, after: row }: DecidedRow<Row>): boolean {
  return before !== null && changedColumns(before, row).length > 0;
}

export function changedColumns<Row extends State>(before: Row, row: Row): (keyof Row)[] {
  const columns = Object.keys(row) as (keyof Row)[];
  return columns.filter((column) => JSON.stringify(before[column]) !== JSON.stringify(row[column]));
}

/** Updates these rows; stock and identifying keys stay. */
export async function updateRows(
  tx: Tx,
  restaurantId: RestaurantId,
  kind: Kind,
  rows: readonly State[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const columns = { id: 'uuid', ...kinds[kind].columns };
  const assignments = Object.keys(kinds[kind].columns).map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`);
  await sql`
    update ${sql.table(kind)} as present set updated_at = ${at}, ${sql.join(assignments)}
    from ${rowsOf(rows, columns, 'given')}
    where present.restaurant_id = ${restaurantId} and present.id = given.id`.execute(tx);
}

/** Replaces all links of the owners. */
export async function writeLinks(
  tx: Tx,
  restaurantId: RestaurantId,
  table: LinkTable,
  owners: readonly { of: string; links: readonly Link[] }[],
): Promise<void> {
  if (owners.length === 0) return;
  const { of, to } = linkTables[table];
  await sql`
    delete from ${sql.table(table)}
    where restaurant_id = ${restaurantId} and ${sql.ref(of)} in ${idsIn(owners.map((owner) => owner.of))}`.execute(tx);
  const links = owners.flatMap((owner) =>
    owner.links.map(({ to, position, opener }) => ({
      of: owner.of,
      to,
      position,
      ...(opener && { opened_by_list_id: opener.listId, opened_by_item_ids: opener.modifierIds }),
    })),
  );
  const others = table === 'item_modifier_lists' ? sql`, opened_by_list_id, opened_by_item_ids` : sql``;
  const columns = {
    of: 'uuid',
    to: 'uuid',
    position: 'integer',
    opened_by_list_id: 'uuid',
    opened_by_item_ids: 'uuid[]',
  };
  await sql`
    insert into ${sql.table(table)} (restaurant_id, ${sql.ref(of)}, ${sql.ref(to)}, position${others})
    select ${restaurantId}::uuid, ${sql.ref('given.of')}, ${sql.ref('given.to')}, given.position${others}
    from ${rowsOf(links, columns, 'given')}`.execute(tx);
}

/** Marks these rows as deleted, so that it can be undone, or with null restores them. */
export async function markAll(
  tx: Tx,
  restaurantId: RestaurantId,
  table: Kind | 'menus',
  ids: readonly string[],
  deletedAt: Date | null,
  at: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update ${sql.table(table)} set deleted_at = ${deletedAt}, updated_at = ${at}
    where restaurant_id = ${restaurantId} and id in ${idsIn(ids)}`.execute(tx);
}

/** Passes many rows as one parameter: a statement takes 65,535 parameters at most. */
function rowsOf(rows: readonly object[], columns: Record<string, string>, alias = 'given') {
  const types = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${sql.ref(alias)} (${sql.join(types)})`;
}
