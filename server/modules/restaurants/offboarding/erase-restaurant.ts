import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { DAY } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import { tablesOfRestaurants } from '#server/db/tables.ts';
import { platformTransaction, transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { deleteUsersOf } from '#server/modules/accounts/queries.ts';
import { deleteMemberships } from '#server/modules/staff/memberships/memberships.ts';
import { type Erasure, erasuresSince } from '#server/modules/customers/privacy/erasure-list.ts';

/** Deleted in one transaction: another server, or one that was killed, has little to wait for and little to do again. */
const rowsAtOnce = 500;
const restaurantsAtOnce = 20;
const patient = { statementTimeoutMs: 60_000 };
/** They go last, in one transaction: what they say is needed until then. */
const kept: ReadonlySet<string> = new Set(['memberships', 'restaurant_slugs']);

/** Erases the restaurants whose time after their closing is over. What was broken off goes on where it was. */
export async function eraseClosedRestaurants({
  db,
  clock,
  erasures,
}: Pick<Deps, 'db' | 'clock' | 'erasures'>): Promise<void> {
  const now = clock();
  const due = await db
    .selectFrom('restaurants')
    .select('id')
    .where('erase_at', '<=', now)
    .orderBy('erase_at')
    .limit(restaurantsAtOnce)
    .execute();
  for (const { id } of due) {
    const isBegun = await beginErasing(db, id, now, () => erasures.note({ restaurantId: id, at: now }));
    if (isBegun) await eraseRestaurant(db, id, now);
  }
  await db.deleteFrom('retired_slugs').where('free_at', '<=', now).execute();
}

/**
 * Erases again, in a database that was restored from a backup of `takenAt`, the restaurants that were erased since.
 * @returns how many.
 */
export async function repeatRestaurantErasures(db: Db, list: readonly Erasure[], takenAt: Date): Promise<number> {
  const missing = new Map<RestaurantId, Date>();
  for (const { restaurantId, customerId, at } of erasuresSince(list, takenAt)) {
    if (customerId === undefined) missing.set(restaurantId, at);
  }
  for (const [id, at] of missing) {
    // It may have been open when the backup was taken.
    const times = { closed_at: new Date(at.getTime() - limits.closedDays * DAY), erase_at: at };
    const open = db.updateTable('restaurants').set(times).where('id', '=', id).where('erasing_since', 'is', null);
    await open.execute();
    if (await beginErasing(db, id, at, async () => undefined)) await eraseRestaurant(db, id, at);
  }
  return missing.size;
}

/** From then on there is no way back. `note` comes before the commit: what is being erased stands in the list. */
function beginErasing(db: Db, restaurantId: RestaurantId, now: Date, note: () => Promise<void>): Promise<boolean> {
  return transaction(db, restaurantId, async (tx) => {
    const restaurant = await tx
      .selectFrom('restaurants')
      .select('erasing_since')
      .where('id', '=', restaurantId)
      .where('erase_at', '<=', now)
      .forUpdate()
      .executeTakeFirst();
    if (restaurant === undefined) return false;
    if (restaurant.erasing_since !== null) return true;
    await note();
    await tx.updateTable('restaurants').set({ erasing_since: now }).where('id', '=', restaurantId).execute();
    return true;
  });
}

/** Of several servers one goes on at a time, and the others leave it to that one. */
async function eraseRestaurant(db: Db, restaurantId: RestaurantId, now: Date): Promise<void> {
  const tables = await transaction(db, restaurantId, tablesOfRestaurants, { readOnly: true });
  const inOrder = tables.filter((table) => !kept.has(table));
  // A trigger may write to a table that was empty already: until a whole round finds nothing.
  for (let deleted = 1; deleted > 0;) {
    deleted = 0;
    for (const table of inOrder) {
      for (let rows = 1; rows > 0; deleted += rows) {
        const found = await eraseSome(db, restaurantId, table);
        if (found === null) return;
        rows = found;
      }
    }
  }
  await eraseLast(db, restaurantId, now);
}

/** Within the wall of the restaurant, so no row of another can go. @returns how many; null while another server is at it. */
function eraseSome(db: Db, restaurantId: RestaurantId, table: string): Promise<number | null> {
  return transaction(
    db,
    restaurantId,
    async (tx) => {
      if (!(await isAlone(tx, restaurantId))) return null;
      const { rows } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where restaurant_id = ${restaurantId} limit ${rowsAtOnce}))
        returning 1`.execute(tx);
      return rows.length;
    },
    patient,
  );
}

/** The people who work nowhere else, the addresses, which nobody gets for some time, and the restaurant itself. */
function eraseLast(db: Db, restaurantId: RestaurantId, now: Date): Promise<void> {
  const freeAt = new Date(now.getTime() + limits.slugRetiredDays * DAY);
  return platformTransaction(
    db,
    'clean-up',
    async (tx) => {
      if (!(await isAlone(tx, restaurantId))) return;
      await sql`
        insert into retired_slugs (slug_hash, free_at)
        select sha256(convert_to(slug, 'UTF8')), ${freeAt}::timestamptz from restaurant_slugs where restaurant_id = ${restaurantId}
        on conflict do nothing`.execute(tx);
      await deleteUsersOf(tx, restaurantId);
      await deleteMemberships(tx, restaurantId);
      await tx.deleteFrom('restaurant_slugs').where('restaurant_id', '=', restaurantId).execute();
      await tx.deleteFrom('restaurants').where('id', '=', restaurantId).execute();
    },
    patient,
  );
}

/** Until the transaction is over. */
async function isAlone(tx: Tx, restaurantId: RestaurantId): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${`erase ${restaurantId}`})) as "isLocked"`.execute(tx);
  return rows[0]!.isLocked;
}
