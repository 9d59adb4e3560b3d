import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/transaction.ts';
import { requireOwnBucket } from './own-bucket.ts';
import { type FileDeps, removeNoted } from './picture-files.ts';

/** Milliseconds after which an upload whose row was not written is no upload any more: a request is over in minutes. */
const unsettledMs = 60 * 60_000;
/** A round ends after so many milliseconds, since the rest of the clean-up waits for it: a large restaurant goes in several. */
const roundMs = 60_000;
const notesPerRound = 5_000;
const notesAtOnce = 4;
/** Batches in a row of which nothing could be removed, after which the bucket is away. */
const failedBatchesMax = 10;

/**
 * Removes files of the bucket that no row names. Those of replaced pictures stay for as long as there are backups whose rows name
 * them; those of erased people and restaurants go at once. What cannot be removed keeps nothing else from going, and is tried again in a
 * later round, after what has not been tried.
 * @param signal ends the round.
 * @throws MistakenBucket, with all notes as they were: the files are in another bucket, and would stay there for good.
 */
export async function removeUnusedFiles({ db, config, clock }: FileDeps, signal?: AbortSignal): Promise<void> {
  if (config.pictureBucket === undefined) return;
  const until = performance.now() + roundMs;
  const isOver = () => signal?.aborted === true || performance.now() > until;
  // Also where nothing is due: the figure of a mistaken bucket is of this look.
  const store = await requireOwnBucket({ db, config, clock }, signal);
  const due = await listDue({ db, config, clock });
  let failure: unknown;
  for (let from = 0, inVain = 0; from < due.length && inVain < failedBatchesMax && !isOver(); from += notesAtOnce) {
    const leaving = await takeNotes(db, due.slice(from, from + notesAtOnce));
    const ended = await Promise.allSettled(leaving.map((prefix) => removeNoted(db, store, prefix, isOver)));
    const failed = ended.filter((end) => end.status === 'rejected');
    failure ??= failed[0]?.reason;
    inVain = failed.length > 0 && failed.length === ended.length ? inVain + 1 : 0;
  }
  if (failure !== undefined && signal?.aborted !== true) throw failure;
}

/** The prefixes of files that are due: those that have not been tried first, and of them erased ones before replaced ones. */
async function listDue({ db, config, clock }: FileDeps): Promise<string[]> {
  const now = clock().getTime();
  const uploadedBefore = new Date(now - unsettledMs);
  const replacedBefore = new Date(now - keptDays(config.scheduledBackups.keep) * DAY);
  const { rows } = await sql<{ prefix: string }>`
    select prefix from unused_files
    where why = 'erased' or why in ('upload', 'failed') and since < ${uploadedBefore} or why = 'replaced' and since < ${replacedBefore}
    order by is_leaving, why <> 'erased', since limit ${notesPerRound}`.execute(db);
  return rows.map(({ prefix }) => prefix);
}

/** From now on it is too late for their rows. @returns those that have got none meanwhile. */
async function takeNotes(db: Db, prefixes: readonly string[]): Promise<string[]> {
  const taken = await db
    .updateTable('unused_files')
    .set({ is_leaving: true })
    .where('prefix', 'in', prefixes)
    .returning('prefix')
    .execute();
  return taken.map(({ prefix }) => prefix);
}

/** Days for which a restored backup still finds its pictures: those of the oldest weekly one, and a day more. */
function keptDays({ days, weeks }: { days: number; weeks: number }): number {
  return Math.max(days, 7 * (weeks + 1)) + 1;
}

/**
 * Has all files of an erased restaurant removed, whichever rows named them. In a transaction that deletes its last rows. A restored database
 * does not know its files, so their notes do not say whether there are any: the bucket does, where there is one. A restore repeats erasures of
 * long ago: the note is of now, since nobody could remove them before.
 */
export async function noteErasedFiles(
  tx: Tx,
  { pictureBucket }: Pick<Config, 'pictureBucket'>,
  restaurantId: RestaurantId,
): Promise<void> {
  const all = `${restaurantId.toLowerCase()}/`;
  const { numDeletedRows } = await tx
    .deleteFrom('unused_files')
    .where('prefix', 'like', `${all}%`)
    // Parts of those may still arrive after the files that are there now were removed.
    .where('why', 'not in', ['upload', 'failed'])
    .executeTakeFirstOrThrow();
  if (pictureBucket === undefined && numDeletedRows === 0n) return;
  await tx.insertInto('unused_files').values({ prefix: all, why: 'erased' }).execute();
}
