import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';
import type { Tx } from '#server/db/transaction.ts';
import { bucketOf, type FileDeps } from './picture-files.ts';

/** Milliseconds after which an upload whose row was not written is no upload any more: a request is over in minutes. */
const unsettledMs = 60 * 60_000;
/** Notes of a round, and parts of files removed in it: a large restaurant goes in several rounds. */
const notesPerRound = 500;
const partsPerRound = 2_000;
const atOnce = 8;

/**
 * Removes files of the bucket that no row names. Those of replaced pictures stay for as long as there are backups whose rows name
 * them; those of erased people and restaurants go at once. A bucket that does not answer is asked again in the next round.
 */
export async function removeUnusedFiles({ db, config, clock }: FileDeps): Promise<void> {
  if (config.pictureBucket === undefined) return;
  const store = bucketOf(config);
  const now = clock().getTime();
  const uploadedBefore = new Date(now - unsettledMs);
  const replacedBefore = new Date(now - keptDays(config.scheduledBackups.keep) * DAY);
  const { rows } = await sql<{ prefix: string }>`
    update unused_files set is_leaving = true where prefix in (
      select prefix from unused_files
      where why = 'erased' or why = 'upload' and since < ${uploadedBefore} or why = 'replaced' and since < ${replacedBefore}
      order by since limit ${notesPerRound} for update skip locked)
    returning prefix`.execute(db);
  let left = partsPerRound;
  for (const { prefix } of rows) {
    const names = await store.list(prefix);
    for (let from = 0; from < names.length && left > 0; from += atOnce, left -= atOnce)
      await Promise.all(names.slice(from, from + atOnce).map((name) => store.remove(name)));
    if (left <= 0) return;
    await db.deleteFrom('unused_files').where('prefix', '=', prefix).execute();
  }
}

/** Days for which a restored backup still finds its pictures: those of the oldest weekly one, and a day more. */
function keptDays({ days, weeks }: { days: number; weeks: number }): number {
  return Math.max(days, 7 * (weeks + 1)) + 1;
}

/** Has all files of an erased restaurant removed, whichever rows named them. In a transaction that deletes its last rows. */
export async function noteErasedFiles(tx: Tx, restaurantId: RestaurantId, now: Date): Promise<void> {
  const all = `${restaurantId.toLowerCase()}/`;
  await sql`
    with known as (delete from unused_files where prefix like ${`${all}%`} returning 1)
    insert into unused_files (prefix, since, why)
    select ${all}, ${now}::timestamptz, 'erased' where exists (select from known)`.execute(tx);
}
