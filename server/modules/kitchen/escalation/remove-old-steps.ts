import type { Db } from '#server/db/connect.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { deleteStepsBefore } from './escalation-steps.ts';

/** Longer than a starting server looks back, so that no step comes twice. */
const retentionDays = 3;

export async function removeOldSteps(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 24 * 3_600_000);
  await deleteInBatches(db, (tx, limit) => deleteStepsBefore(tx, before, limit));
}
