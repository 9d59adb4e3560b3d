import { sql } from 'kysely';
import { DAY } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';

/** Longer than an order can be delayed by, or its cancelling undone. */
const retentionDays = 2;

export async function removeOldMinutes(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * DAY);
  await deleteInBatches(db, async (tx, limit) => {
    const { numAffectedRows } = await sql`
      delete from order_make_minutes where (restaurant_id, order_id, quarter) in (
        select restaurant_id, order_id, quarter from order_make_minutes where quarter < ${before} limit ${limit})`.execute(
      tx,
    );
    return Number(numAffectedRows ?? 0);
  });
}
