/** Deleting so that it can be undone (decision 35): the row is marked and keeps its links, and every read passes it over. */
import { type RawBuilder, sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from './transaction.ts';

/** What makes the id of an import unique among what is there, where there is one. */
const importedBy = {
  menus: [],
  categories: ['menu_id', 'external_id'],
  items: ['external_id'],
  modifier_lists: ['external_id'],
} as const;
type Deletable = keyof typeof importedBy;

/** @returns whether it was there to be deleted. */
export async function markDeleted(
  tx: Tx,
  restaurantId: RestaurantId,
  table: Deletable,
  id: string,
  at: Date,
): Promise<boolean> {
  return (await markAllDeleted(tx, restaurantId, table, [id], at)) === 1;
}

/** @returns how many of them were there to be deleted. */
export async function markAllDeleted(
  tx: Tx,
  restaurantId: RestaurantId,
  table: Deletable,
  ids: readonly string[],
  at: Date,
): Promise<number> {
  const { rows } = await sql`
    update ${sql.table(table)} set deleted_at = ${at}, updated_at = ${at}
    where restaurant_id = ${restaurantId} and id = any(${[...ids]}::uuid[]) and deleted_at is null
    returning id`.execute(tx);
  return rows.length;
}

/**
 * Takes a deletion back. What an import has made again meanwhile is another thing now: the restored one is no longer known to
 * imports then.
 * @returns whether there was a deletion to take back.
 */
export async function markRestored(
  tx: Tx,
  restaurantId: RestaurantId,
  table: Deletable,
  id: string,
  at: Date,
): Promise<boolean> {
  return (await markAllRestored(tx, restaurantId, table, [id], at)) === 1;
}

/** @returns how many deletions there were to take back. */
export async function markAllRestored(
  tx: Tx,
  restaurantId: RestaurantId,
  table: Deletable,
  ids: readonly string[],
  at: Date,
): Promise<number> {
  const { rows } = await sql`
    update ${sql.table(table)} as restored set deleted_at = null, updated_at = ${at}${forgettingImport(table)}
    where restaurant_id = ${restaurantId} and id = any(${[...ids]}::uuid[]) and deleted_at is not null
    returning id`.execute(tx);
  return rows.length;
}

function forgettingImport(table: Deletable): RawBuilder<unknown> {
  const columns: readonly string[] = importedBy[table];
  if (columns.length === 0) return sql``;
  const isSame = columns.map((column) => sql`other.${sql.ref(column)} = restored.${sql.ref(column)}`);
  return sql`, external_id = case when exists (
    select from ${sql.table(table)} other
    where other.restaurant_id = restored.restaurant_id and other.deleted_at is null and ${sql.join(isSame, sql` and `)}
  ) then null else external_id end`;
}
