import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';

/** Gives events from the future, of a clock that was ahead, the present time. @returns their number. */
export function pullFutureEvents(db: Db, now: Date): Promise<number> {
  return platformTransaction(db, 'administration', async (tx) => {
    const { numAffectedRows } = await sql`update events set happened_at = ${now} where happened_at > ${now}`.execute(
      tx,
    );
    return Number(numAffectedRows ?? 0n);
  });
}
