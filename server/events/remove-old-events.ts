import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { deleteEventsBefore } from './queries.ts';

const retentionHours = 25;
const batchSize = 5_000;

/** Removes events over a day old, from which no stream can resume (R58). @returns the number removed. */
export async function removeOldEvents(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - retentionHours * 3_600_000);
  for (let removed = 0; ;) {
    const some = await platformTransaction(db, 'clean-up', (tx) => deleteEventsBefore(tx, before, batchSize), {
      statementTimeoutMs: 60_000,
    });
    removed += some;
    if (some < batchSize) return removed;
  }
}
