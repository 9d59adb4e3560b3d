import { DAY } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { deleteJobsBefore } from './queries.ts';

/** Longer than any key may come a second time: the steps of an order are looked for up to a day later. */
const retentionDays = 3;

/** Removes jobs that ended, and dead ones that are of no use any more. */
export async function removeOldJobs(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * DAY);
  await deleteInBatches(db, (tx, limit) => deleteJobsBefore(tx, before, now, limit));
}
