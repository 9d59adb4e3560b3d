import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';

/** Screens show open requests and the last answers; the row names who answered. */
const retentionDays = 30;

export async function removeOldRequests(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 24 * 3_600_000);
  await deleteInBatches(db, async (tx, limit) => {
    const { numAffectedRows } = await sql`
      delete from service_requests where (restaurant_id, id) in (
        select restaurant_id, id from service_requests where requested_at < ${before} limit ${limit}
      )`.execute(tx);
    return Number(numAffectedRows ?? 0n);
  });
}
