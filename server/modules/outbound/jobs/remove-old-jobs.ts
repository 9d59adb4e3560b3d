import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { deleteJobsBefore } from './queries.ts';

/** Longer than any key may come a second time: the steps of an order are looked for up to a day later. */
const retentionDays = 3;
const batchSize = 5_000;

/** Removes jobs that ended, and dead ones that are of no use any more. */
export async function removeOldJobs(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 24 * 3_600_000);
  await platformTransaction(db, 'clean-up', (tx) => deleteJobsBefore(tx, before, now, batchSize));
}
