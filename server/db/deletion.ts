/** Deletions that can be undone: the row is marked and keeps its links, and every read skips it. */
import { type RawBuilder, sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import { idsIn } from './ids-in.ts';
import type { Tx } from './transaction.ts';

/** The columns that make an import's id unique among the existing rows, for tables that have one. */
const importedBy = {
  menus: [],
  categories: ['menu_id', 'external_id'],
  items: ['external_id'],
  modifier_lists: ['external_id'],
} as const;
type Deletable = keyof typeof importedBy;

/** @returns whether the row existed. */
export async function markDeleted(
  tx: Tx,
  restaurantId: RestaurantId,
  table: Deletable,
  id: string,
  at: Date,
): Promise<boolean> {
  return (await markAllDeleted(tx, restaurantId, table, [id], at)) === 1;
}

/** @returns how many of the rows existed. */
export async function markAllDeleted(
  tx: Tx,
  restaurantId: RestaurantId,
  table: Deletable,
  ids: readonly string[],
  at: Date,
): Promise<number> {
  const { rows } = await sql`
    update ${sql.table(table)} set deleted_at = ${at}, updated_at = ${at}
    where restaurant_id = ${restaurantId} and id in ${idsIn(ids)} and deleted_at is null
    returning id`.execute(tx);
  return rows.length;
}

/**
 * Undoes a deletion. If an import has created the row again in the meantime, the restored one loses its import id.
 * @returns whether there was a deletion to undo.
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

/** @returns how many deletions were undone. */
export async function markAllRestored(
  tx: Tx,
  restaurantId: RestaurantId,
  table: Deletable,
  ids: readonly string[],
  at: Date,
): Promise<number> {
  const { rows } = await sql`
    update ${sql.table(table)} as restored set deleted_at = null, updated_at = ${at}${forgettingImport(table, restaurantId)}
    where restaurant_id = ${restaurantId} and id in ${idsIn(ids)} and deleted_at is not null
    returning id`.execute(tx);
  return rows.length;
}

function forgettingImport(table: Deletable, restaurantId: RestaurantId): RawBuilder<unknown> {
  const columns: readonly string[] = importedBy[table];
  if (columns.length === 0) return sql``;
  const key = (of: string) => sql.join(columns.map((column) => sql.ref(`${of}.${column}`)));
  // Not a question for each row: those of thousands are looked up in a hash.
  return sql`, external_id = case when (${key('restored')}) in (
    select ${key('other')} from ${sql.table(table)} other
    where other.restaurant_id = ${restaurantId} and other.deleted_at is null and other.external_id is not null
  ) then null else external_id end`;
}
