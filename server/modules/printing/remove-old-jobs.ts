import type { Db } from '#server/db/connect.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { deleteJobsBefore } from './queries.ts';

/** Long after a job has expired: the page of the printers counts those of the last day only. */
const retentionDays = 7;

export async function removeOldJobs(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 24 * 3_600_000);
  await deleteInBatches(db, (tx, limit) => deleteJobsBefore(tx, before, limit));
}
