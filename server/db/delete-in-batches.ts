import type { Db } from './connect.ts';
import { platformTransaction, type Tx } from './transaction.ts';

const batchSize = 5_000;

/**
 * Deletes rows of all restaurants in batches, each in a transaction of its own, until none is left: no lock is held for
 * long, and no round falls behind what was written since the last. `deleteSome` deletes at most `limit` rows and answers
 * their number. @returns the number deleted.
 */
export async function deleteInBatches(db: Db, deleteSome: (tx: Tx, limit: number) => Promise<number>): Promise<number> {
  for (let deleted = 0; ;) {
    const some = await platformTransaction(db, 'clean-up', (tx) => deleteSome(tx, batchSize), {
      statementTimeoutMs: 60_000,
    });
    deleted += some;
    if (some < batchSize) return deleted;
  }
}
