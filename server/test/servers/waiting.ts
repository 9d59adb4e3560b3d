import { sql } from 'kysely';
import type { Database, Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Number of connections to this database that wait for a lock: the locks of the engine's other databases stand in one list with it. */
export async function countWaiting(db: Db | Tx): Promise<number> {
  // A transaction keeps the list of sessions that it read first, in which those that connect later are missing.
  await sql`select pg_stat_clear_snapshot()`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`.execute(db);
  return rows[0]!.count;
}

/**
 * Number of deadlocks in this database that the engine has broken: transactions run again, so nobody else notices. The one that is undone has
 * waited for a second, after which its session counts without delay.
 */
export async function countDeadlocks(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]!.deadlocks;
}

/** Takes every connection of calls. @returns a function that gives them back. */
export async function occupyPool({ pool }: Pick<Database, 'pool'>): Promise<() => void> {
  const clients = await Promise.all(Array.from({ length: 10 - 1 }, () => pool.connect()));
  const last = await pool.connect().catch(() => undefined);
  return () => {
    for (const client of [...clients, last]) client?.release();
  };
}
