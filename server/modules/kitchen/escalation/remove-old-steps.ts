import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { deleteStepsBefore } from './escalation-steps.ts';

/** Longer than a starting server looks back, so that no step comes twice. */
const retentionDays = 3;
const batchSize = 5_000;

export async function removeOldSteps(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 24 * 3_600_000);
  await platformTransaction(db, 'clean-up', (tx) => deleteStepsBefore(tx, before, batchSize));
}
