import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Log } from '#server/log.ts';
import type { Db } from './connect.ts';
import { platformTransaction } from './transaction.ts';
import { asUnavailable } from './unavailable.ts';

/** Milliseconds between two questions whether the replica has caught up; after the last the primary answers. */
const patienceMs = [5, 10, 20, 40, 80];
/** Milliseconds for which nobody waits for a replica that was behind or away. */
const restMs = 10_000;

/** The end of the log on the primary, and the database that it belongs to. */
interface LogEnd {
  lsn: string;
  /** Eight digits, from the names of the log's files. A promotion begins another one. */
  timeline: string;
  system: string;
  database: string;
}

/** All that anybody was told is before this place: a commit is answered when it is flushed. */
const logEnd = `
  select pg_current_wal_flush_lsn()::text as lsn, left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline,
    system_identifier::text as system, current_database()::text as database
  from pg_control_system()`;

/**
 * A copy that still follows a primary that was replaced may be further than the new one, without its rows: so the timelines are
 * compared as well. The copy's is that of its last restart point, and the primary is asked until it has made one.
 */
const hasReplayed = `
  select coalesce(pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn
    and lpad(upper(to_hex(timeline_id)), 8, '0') = $2
    and system_identifier::text = $3 and current_database() = $4, false) as "hasAll"
  from pg_control_checkpoint(), pg_control_system()`;

/** A standby of the database that answers what is only read, as long as nothing that it answers is older than the primary's. */
export class Replica {
  readonly #primary: Pool;
  readonly #copy: Pool;
  readonly #log: Log;
  #restsUntil = 0;
  #isUsed = true;

  constructor(primary: Pool, copy: Pool, log: Log) {
    this.#primary = primary;
    this.#copy = copy;
    this.#log = log;
  }

  /**
   * A connection to the copy, which has everything that was committed before this call; null when it has not, or cannot be asked.
   * @throws DatabaseUnavailable when the primary is gone.
   */
  async connect(): Promise<PoolClient | null> {
    if (performance.now() < this.#restsUntil) return null;
    const { rows } = await this.#primary.query<LogEnd>(logEnd).catch((error: unknown) => {
      throw asUnavailable(error);
    });
    const client = await this.#catchUp(rows[0]!).catch((error: unknown) => this.#rest(error));
    if (client !== null && !this.#isUsed) {
      this.#isUsed = true;
      this.#log.info({}, 'Reports and the order history are read from the replica again');
    }
    return client;
  }

  async #catchUp({ lsn, timeline, system, database }: LogEnd): Promise<PoolClient> {
    const client = await this.#copy.connect();
    try {
      for (const pause of [0, ...patienceMs]) {
        if (pause > 0) await sleep(pause);
        const { rows } = await client.query<{ hasAll: boolean }>(hasReplayed, [lsn, timeline, system, database]);
        if (rows[0]!.hasAll) return client;
      }
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.release();
    throw new Error('It is behind, or no standby of this database');
  }

  #rest(err: unknown): null {
    this.#restsUntil = performance.now() + restMs;
    if (this.#isUsed) this.#log.warn({ err }, 'Reports and the order history are read from the primary');
    this.#isUsed = false;
    return null;
  }
}

/** Whether the handle for reading leads to a standby now, and not to the primary. */
export async function isReadFromStandby(readDb: Db): Promise<boolean> {
  const question = sql<{ isStandby: boolean }>`select pg_is_in_recovery() as "isStandby"`;
  const { rows } = await platformTransaction(readDb, 'administration', (tx) => question.execute(tx), {
    readOnly: true,
  });
  return rows[0]!.isStandby;
}
