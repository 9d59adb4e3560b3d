import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { deleteEventsBefore } from './queries.ts';

const keptHours = 25;
const batch = 5_000;

/** Removes the events that nobody can resume from any more: those over a day old (R58). @returns how many there were. */
export async function removeOldEvents(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptHours * 3_600_000);
  for (let removed = 0; ;) {
    const some = await platformTransaction(db, 'clean-up', (tx) => deleteEventsBefore(tx, before, batch), {
      statementTimeoutMs: 60_000,
    });
    removed += some;
    if (some < batch) return removed;
  }
}
