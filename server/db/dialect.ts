import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Pool, PoolClient, QueryConfig, QueryResult as DriverResult } from 'pg';
import type { Engine } from './engine/engine.ts';
import type { Replica } from './replica.ts';
import { asUnavailable, codeOf, isConnectionLoss } from './unavailable.ts';

/**
 * A Kysely dialect over a `pg` pool, with what Kysely's own dialect lacks: recurring statements are prepared once per
 * connection, a broken connection never returns to the pool, and a lost database is one kind of error.
 */
export function poolDialect(pool: Pool, engine: Pick<Engine, 'isDiskLow'>): Dialect {
  return dialect(() => new PoolDriver(async () => new PooledConnection(await pool.connect(), engine.isDiskLow())));
}

/** The same on a replica, or on the pool of the primary while the replica is behind or away. */
export function replicaDialect(replica: Pick<Replica, 'connect'>, pool: Pool): Dialect {
  return dialect(
    () => new PoolDriver(async () => new PooledConnection((await replica.connect()) ?? (await pool.connect()), true)),
  );
}

/** The same dialect on one connection that the caller holds for the length of a transaction. */
export function connectionDialect(connection: DatabaseConnection): Dialect {
  return dialect(() => new OneConnectionDriver(connection));
}

export class PooledConnection implements DatabaseConnection {
  /** Set when the disk is nearly full, or this may be a replica, so that nothing should be written. */
  readonly isForReading: boolean;
  readonly #client: PoolClient;
  #isBroken = false;
  #isInTransaction = false;
  #isOver = false;
  #waitMs: number | undefined;

  constructor(client: PoolClient, isForReading: boolean) {
    this.#client = client;
    this.isForReading = isForReading;
  }

  /** A statement outside a transaction that the database has undone for the sake of another is sent once more. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.#execute(query);
    } catch (error) {
      if (this.#isInTransaction || !isRetryable(error)) throw error;
      return this.#execute(query);
    }
  }

  async #execute<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#send({
      name: preparedName(sql),
      text: sql,
      values: [...parameters],
    });
    return isWrite(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows };
  }

  /**
   * Sends the statements that begin or end a transaction, without parameters, in one round trip. Returns the last
   * command's tag.
   */
  async run(text: string): Promise<string> {
    this.#isInTransaction = true;
    const results: unknown = await this.#send({ text });
    const last: unknown = Array.isArray(results) ? results.at(-1) : results;
    return (last as { command: string }).command;
  }

  /** Overrides the pool's time limit for answers. */
  waitFor(ms: number): void {
    this.#waitMs = ms;
  }

  /** Returns the connection to the pool, or closes it if it is broken. */
  release(): void {
    this.#isOver = true;
    this.#client.release(this.#isBroken);
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  streamQuery(): never {
    throw new Error('Streaming is not used here: ask for pages');
  }

  async #send(query: QueryConfig<unknown[]>): Promise<DriverResult> {
    if (this.#isOver) throw new Error('This transaction is over: a query was sent through its tx after the end');
    try {
      const timed: QueryConfig<unknown[]> & { query_timeout?: number } =
        this.#waitMs === undefined ? query : { ...query, query_timeout: this.#waitMs };
      return await this.#client.query(timed);
    } catch (error) {
      if (planIsStale(error)) forgetPrepared();
      if (isConnectionLoss(error)) this.#isBroken = true;
      throw asUnavailable(error);
    }
  }
}

class PoolDriver implements Driver {
  readonly #acquire: () => Promise<PooledConnection>;

  constructor(acquire: () => Promise<PooledConnection>) {
    this.#acquire = acquire;
  }

  async acquireConnection(): Promise<PooledConnection> {
    try {
      return await this.#acquire();
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as PooledConnection).release();
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  beginTransaction = useTransaction;
  commitTransaction = useTransaction;
  rollbackTransaction = useTransaction;
}

class OneConnectionDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}
  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  beginTransaction = useTransaction;
  commitTransaction = useTransaction;
  rollbackTransaction = useTransaction;
}

function dialect(createDriver: () => Driver): Dialect {
  return {
    createDriver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

async function useTransaction(): Promise<never> {
  throw new Error('Use transaction() of server/db/transaction.ts: it names the restaurant');
}

function isWrite(command: string): boolean {
  return command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
}

/** Deadlock, serialisation failure, or a plan older than a migration: the same again may succeed. */
export function isRetryable(error: unknown): boolean {
  return codeOf(error) === '40P01' || codeOf(error) === '40001' || planIsStale(error);
}

/** A statement prepared before another process migrated the schema. */
function planIsStale(error: unknown): boolean {
  return codeOf(error) === '0A000' && error instanceof Error && error.message.includes('cached plan');
}

// A statement is prepared at its third use. Texts whose length depends on the data ("in ($1, $2, ...)") would fill the
// connections' memory, so both tables are bounded.
const preparedMax = 300;
const countedMax = 2_000;
const timesSeen = new Map<string, number>();
const preparedNames = new Map<string, string>();
/** Migrations that this process has met. The names begin with it, so that no connection runs a plan of before. */
let generation = 0;

/** A migration leaves stale plans on all connections, and a transaction is tried again but a few times. */
function forgetPrepared(): void {
  generation++;
  preparedNames.clear();
}

function preparedName(text: string): string | undefined {
  const name = preparedNames.get(text);
  if (name !== undefined || preparedNames.size >= preparedMax) return name;
  const times = (timesSeen.get(text) ?? 0) + 1;
  if (times < 3) {
    if (timesSeen.size >= countedMax) timesSeen.clear();
    timesSeen.set(text, times);
    return undefined;
  }
  timesSeen.delete(text);
  preparedNames.set(text, `s${generation}_${preparedNames.size}`);
  return preparedNames.get(text);
}
