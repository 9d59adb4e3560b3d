import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { DAY, MINUTE } from '#contract/base/time.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { tablesOfRestaurants } from '#server/db/tables.ts';
import { platformTransaction, transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { deleteUsersOf } from '#server/modules/accounts/queries.ts';
import { noteErasedFiles } from '#server/modules/restaurants/pictures/remove-unused-files.ts';
import { enqueue } from '#server/modules/outbound/jobs/enqueue.ts';
import { JobFailed, type JobHandler } from '#server/modules/outbound/jobs/job.ts';
import { deleteMemberships } from '#server/modules/staff/memberships/memberships.ts';
import { type Erasure, erasuresSince } from '#server/modules/customers/privacy/erasure-list.ts';
import { notedErasure } from '#server/modules/customers/privacy/noted-erasure.ts';

/**
 * Rows deleted in one transaction: another server, or one that was killed, has little to wait for and little to repeat.
 */
const rowsPerBatch = 500;
/** A job that was given up can be tried again for so long; then the next round writes another. */
const usefulForMs = 30 * DAY;
const slowErasure = { statementTimeoutMs: 60_000 };
/** Deleted last, in one transaction, because the erasure needs them until then. */
const deletedLastTables: ReadonlySet<string> = new Set(['memberships', 'restaurant_slugs']);

type ErasureDeps = Pick<Deps, 'db'> & { config: Pick<Config, 'pictureBucket'> };

/** Has each closed restaurant whose time is over erased by a job, which is tried again when it fails, and seen when it is given up. */
export async function scheduleRestaurantErasures({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  const due = await db.selectFrom('restaurants').select('id').where('erase_at', '<=', now).execute();
  await platformTransaction(db, 'clean-up', async (tx) => {
    for (const { id } of due) {
      // The platform's own: one of the restaurant would be deleted with its first rows.
      const payload = { kind: 'restaurant_erasure', restaurantId: id };
      const job = { restaurantId: null, queue: 'restaurant-erasure', key: id, payload, usefulForMs } as const;
      await enqueue(tx, job, now);
    }
  });
}

/** Erases a closed restaurant whose time is over. An interrupted erasure goes on where it stopped. */
export function restaurantErasureHandler({
  db,
  config,
  clock,
  erasures,
  log,
}: ErasureDeps & Pick<Deps, 'clock' | 'erasures' | 'log'>): JobHandler {
  return {
    atOnce: 1,
    withinMs: 6 * 60 * MINUTE,
    retries: () => ({ most: 10, firstMs: MINUTE, longestMs: 6 * 60 * MINUTE }),
    async perform({ payload }, signal) {
      const id = payload['restaurantId'] as RestaurantId;
      const now = clock();
      const isBegun = await notedErasure({ db, erasures, log }, id, (tx, note) =>
        beginErasing(tx, id, now, () => note([{ restaurantId: id, at: now }])),
      );
      // Reopened since, or erased by another server.
      if (!isBegun) return;
      const rows = await eraseRestaurant({ db, config }, id, now, signal);
      if (rows === null) throw new JobFailed('Another server is erasing the restaurant', 'unexpected');
      log.info({ restaurantId: id, rows }, 'A closed restaurant was erased');
    },
    afterGivenUp: async (_, { payload, tries }, error) =>
      log.error(
        { err: error, restaurantId: payload['restaurantId'], tries },
        'The erasure of a restaurant was given up',
      ),
  };
}

/** Lets others have the addresses of restaurants that were erased long ago. */
export async function freeRetiredSlugs(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('retired_slugs').where('free_at', '<=', now).execute();
}

/**
 * Repeats, in a database restored from a backup of `takenAt`, the erasures of restaurants made since.
 * @returns the number of erased restaurants.
 */
export async function repeatRestaurantErasures(
  { db, config }: ErasureDeps,
  list: readonly Erasure[],
  takenAt: Date,
): Promise<number> {
  const missing = new Map<RestaurantId, Date>();
  for (const { restaurantId, customerId, at } of erasuresSince(list, takenAt)) {
    if (customerId === undefined) missing.set(restaurantId, at);
  }
  for (const [id, at] of missing) {
    // It may have been open when the backup was taken.
    const times = { closed_at: new Date(at.getTime() - limits.reopenDays * DAY), erase_at: at };
    const open = db.updateTable('restaurants').set(times).where('id', '=', id).where('erasing_since', 'is', null);
    await open.execute();
    const isBegun = await transaction(db, id, (tx) => beginErasing(tx, id, at));
    if (isBegun) await eraseRestaurant({ db, config }, id, at);
    // One that opened after the backup was taken has files all the same.
    else await platformTransaction(db, 'clean-up', (tx) => noteErasedFiles(tx, config, id));
  }
  return missing.size;
}

/**
 * Begins the erasure, which cannot be undone. `note` comes before the commit, so that every begun erasure is in the
 * list.
 */
async function beginErasing(
  tx: Tx,
  restaurantId: RestaurantId,
  now: Date,
  note?: () => Promise<void>,
): Promise<boolean> {
  const restaurant = await tx
    .selectFrom('restaurants')
    .select('erasing_since')
    .where('id', '=', restaurantId)
    .where('erase_at', '<=', now)
    .forUpdate()
    .executeTakeFirst();
  if (restaurant === undefined) return false;
  if (restaurant.erasing_since !== null) return true;
  await tx.updateTable('restaurants').set({ erasing_since: now }).where('id', '=', restaurantId).execute();
  await note?.();
  return true;
}

/**
 * One of several servers goes on at a time; the others leave the work to it.
 * @returns the number of deleted rows; null when another server goes on.
 */
async function eraseRestaurant(
  { db, config }: ErasureDeps,
  restaurantId: RestaurantId,
  now: Date,
  signal?: AbortSignal,
): Promise<number | null> {
  const tables = await transaction(db, restaurantId, tablesOfRestaurants, { readOnly: true });
  const inOrder = tables.filter((table) => !deletedLastTables.has(table));
  let deleted = 0;
  // A trigger may write to a table that was empty already, so rounds repeat until one deletes nothing.
  for (let before = -1; deleted > before;) {
    before = deleted;
    for (const table of inOrder) {
      for (let rows = 1; rows > 0; deleted += rows) {
        signal?.throwIfAborted();
        const found = await eraseBatch(db, restaurantId, table);
        if (found === null) return null;
        rows = found;
      }
    }
  }
  return (await eraseRemainder({ db, config }, restaurantId, now)) ? deleted : null;
}

/**
 * Deletes under row-level security, so that no row of another restaurant can go.
 * @returns the number of rows; null while another server is deleting.
 */
function eraseBatch(db: Db, restaurantId: RestaurantId, table: string): Promise<number | null> {
  return transaction(
    db,
    restaurantId,
    async (tx) => {
      if (!(await takeErasureLock(tx, restaurantId))) return null;
      const { rows } = await sql`
        delete from ${sql.table(table)} where restaurant_id = ${restaurantId} and ctid = any(array(
          select ctid from ${sql.table(table)} where restaurant_id = ${restaurantId} limit ${rowsPerBatch}))
        returning 1`.execute(tx);
      return rows.length;
    },
    slowErasure,
  );
}

/**
 * Deletes the people who work nowhere else and the restaurant itself; its addresses stay reserved for some time.
 * @returns whether it did; false while another server is deleting.
 */
function eraseRemainder({ db, config }: ErasureDeps, restaurantId: RestaurantId, now: Date): Promise<boolean> {
  const freeAt = new Date(now.getTime() + limits.slugRetiredDays * DAY);
  return platformTransaction(
    db,
    'clean-up',
    async (tx) => {
      if (!(await takeErasureLock(tx, restaurantId))) return false;
      await sql`
        insert into retired_slugs (slug_hash, free_at)
        select sha256(convert_to(slug, 'UTF8')), ${freeAt}::timestamptz from restaurant_slugs where restaurant_id = ${restaurantId}
        on conflict do nothing`.execute(tx);
      await noteErasedFiles(tx, config, restaurantId);
      await deleteUsersOf(tx, restaurantId);
      await deleteMemberships(tx, restaurantId);
      await tx.deleteFrom('restaurant_slugs').where('restaurant_id', '=', restaurantId).execute();
      const gone = await tx.deleteFrom('restaurants').where('id', '=', restaurantId).returning('id').execute();
      return gone.length > 0;
    },
    slowErasure,
  );
}

/** Takes the lock of the erasure until the transaction ends. */
async function takeErasureLock(tx: Tx, restaurantId: RestaurantId): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${`erase ${restaurantId}`})) as "isLocked"`.execute(tx);
  return rows[0]!.isLocked;
}
