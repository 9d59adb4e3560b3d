import type { Db } from '#server/db/connect.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { deleteEventsBefore } from './queries.ts';

const retentionHours = 25;

/** Removes events over a day old, from which no stream can resume (R58). @returns the number removed. */
export async function removeOldEvents(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - retentionHours * 3_600_000);
  return deleteInBatches(db, (tx, limit) => deleteEventsBefore(tx, before, limit));
}
