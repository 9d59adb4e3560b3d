import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, Kysely } from 'kysely';
import { isId, type RestaurantId } from '#contract/base/ids.ts';
import { inTransactionSpan } from '#server/tracing.ts';
import type { Db } from './connect.ts';
import { connectionDialect, isRetryable, PooledConnection } from './dialect.ts';
import { outletSetting, outsideOutlets } from './outlet-scope.ts';
import type { Schema } from './schema.ts';
import { codeOf, DatabaseUnavailable } from './unavailable.ts';

/**
 * The work that may look across restaurants, with the reason for each. Inside `platformTransaction` row-level security
 * lets all rows through, so a new line here takes responsibility for the `where` of its queries (R30).
 */
const platformReasons = {
  'sign-up': 'the restaurant does not exist yet',
  'company-sign-in': 'one elected server asks the companies of all restaurants who still works there',
  'sign-in': 'a person is known before their restaurants are',
  'caller-lookup': 'a bearer token says which restaurant it belongs to',
  'site-lookup': 'an address or a site token says which restaurant it belongs to',
  'own-domains': 'a domain goes to the restaurant that proves it, from the one that had it',
  'invitation-lookup': 'the link of an invitation says which restaurant it leads to',
  'driver-lookup': 'the link of a driver says which restaurant they drive for',
  'printer-lookup': 'the address of a printer says which restaurant it belongs to',
  'event-reading': 'one reader serves the streams of all restaurants of the process',
  'clean-up': 'old codes, keys, sessions and events of all restaurants are removed together',
  'low-stock': 'one timer finds the restaurants whose stock is looked at now',
  escalation: 'one timer serves the waiting orders of all restaurants',
  outbox: 'one elected server sends the messages of all restaurants and of the platform',
  administration: 'a platform admin reads across restaurants, which leaves an audit entry',
  'picture-files': 'a command moves the pictures of all restaurants, and a start looks where they are',
  seed: 'the demo makes restaurants',
  'menu-import': 'the command line names a restaurant by its slug',
} as const;
type PlatformReason = keyof typeof platformReasons;

interface TransactionOptions {
  /** Refuses writes; for reports and lists. */
  readOnly?: boolean;
  /** Default: read committed. Rules that need more lock the rows they read. */
  isolation?: 'repeatable read' | 'serializable';
  /** Replaces the pool's 5 s; for imports and clean-up, never for a request. */
  statementTimeoutMs?: number;
  /** Plans a statement once for all its values; for statements that are more expensive to plan than to run. */
  plansOnce?: boolean;
  /**
   * Plans a statement for its values each time, by an index where there is one, and on one core; for searches among the
   * rows of one restaurant. Otherwise the planner scans whole tables on all cores when they hold a good part of the
   * rows.
   */
  searches?: boolean;
  /**
   * Plans all statements, and the checks of foreign keys, anew and for thousands of rows: by index, and joined by hash.
   * A connection may have plans, and the database statistics, of a time when the tables were nearly empty, and by those
   * each given row is compared with each row of the restaurant. Its statements name rows by `idsIn`.
   */
  changesMany?: boolean;
}

/**
 * An open transaction. A plain `Db` does not fit where a `Tx` is expected, so no query can slip out of the transaction.
 */
export class Tx extends Kysely<Schema> {
  readonly #afterCommit: (() => void)[];

  constructor(connection: PooledConnection, afterCommit: (() => void)[]) {
    super({ dialect: connectionDialect(connection) });
    this.#afterCommit = afterCommit;
  }

  /**
   * Runs the callback once the commit is durable, and never if it fails: for every effect outside the database
   * (wake-ups, mail, caches).
   */
  onCommit(callback: () => void): void {
    this.#afterCommit.push(callback);
  }
}

/**
 * Runs `fn` in one transaction that sees only the rows of this restaurant and, inside `withinOutlets`, of those
 * outlets. It adds one round trip to the queries of `fn`: the beginning is sent with the first of them. Deadlocks and
 * serialisation failures run `fn` again, up to three times, so `fn` must do nothing but query; other effects belong in
 * `tx.onCommit`.
 * @throws DatabaseUnavailable when the database is gone, full or too slow.
 */
export function transaction<T>(
  db: Db,
  restaurantId: RestaurantId,
  fn: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  if (!isId(restaurantId)) throw new TypeError('A transaction needs the id of a restaurant');
  return runWithRetries(
    db,
    `select set_config('app.restaurant_id', '${restaurantId}', true)${outletSetting()}`,
    fn,
    options,
  );
}

/** Runs `fn` in one transaction that sees the rows of every restaurant; otherwise like `transaction`. */
export function platformTransaction<T>(
  db: Db,
  reason: PlatformReason,
  fn: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return runWithRetries(db, `select set_config('app.platform', 'on', true) /* ${reason} */`, fn, options);
}

/**
 * Runs a statement that is a transaction by itself and names its restaurants itself, in one round trip. Nobody runs it
 * again, except once where the database has undone it for the sake of another.
 * @throws DatabaseUnavailable, with `outcomeUnknown` when the connection broke while it ran.
 */
export function runStatement<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  return inTransactionSpan(() => runAlone(db, text, values));
}

function runAlone<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  return db.getExecutor().provideConnection(async (connection) => {
    if (!(connection instanceof PooledConnection)) throw new TypeError('This is not a handle of openDatabase');
    if (connection.isForReading) throw new DatabaseUnavailable('The disk is nearly full');
    try {
      const { rows } = await connection.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
      return rows;
    } catch (error) {
      if (!connection.isBroken) refuseWriting(error);
      throw new DatabaseUnavailable('The connection broke during a statement', { cause: error, outcomeUnknown: true });
    }
  });
}

const retriesMax = 3;
/** Added to the database's time limits for the client's own, so that the database answers first. */
const graceMs = 2_000;

function runWithRetries<T>(db: Db, scope: string, fn: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> {
  return inTransactionSpan(() => runUntilDone(db, scope, fn, options));
}

async function runUntilDone<T>(
  db: Db,
  scope: string,
  fn: (tx: Tx) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  if (db instanceof Tx) throw new Error('A transaction is already open here: pass its tx on instead');
  for (let retries = 0; ; retries++) {
    try {
      return await runOnce(db, scope, fn, options);
    } catch (error) {
      if (retries === retriesMax || !isRetryable(error)) throw error;
      await sleep(Math.random() * 10 * 2 ** retries);
    }
  }
}

async function runOnce<T>(db: Db, scope: string, fn: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> {
  const afterCommit: (() => void)[] = [];
  const result = await db.getExecutor().provideConnection(async (connection) => {
    if (!(connection instanceof PooledConnection)) throw new TypeError('This is not a handle of openDatabase');
    const { statementTimeoutMs, readOnly } = options;
    if (statementTimeoutMs !== undefined) connection.waitFor(statementTimeoutMs + graceMs);
    const begin = `${beginStatement({ ...options, readOnly: readOnly || connection.isForReading })}; ${scope}`;
    const run = inTransaction(connection, begin, () => fn(new Tx(connection, afterCommit)));
    const work = options.changesMany === true ? forgettingPlans(connection, run) : run;
    return readOnly ? work : work.catch(refuseWriting);
  });
  outsideOutlets(() => {
    for (const callback of afterCommit) callback();
  });
  return result;
}

async function inTransaction<T>(connection: PooledConnection, begin: string, work: () => Promise<T>): Promise<T> {
  // Not awaited: the connection is pipelined, so the beginning and the first query share a round trip. If the beginning
  // fails, the connection is gone and the first query fails as well.
  const begun = connection.run(begin);
  begun.catch(() => undefined);
  let result: T;
  try {
    result = await work();
    await begun;
  } catch (error) {
    await rollBack(connection);
    throw error;
  }
  const outcome = await commit(connection);
  if (outcome !== 'COMMIT')
    throw new Error('A query of this transaction failed and its error was swallowed: nothing was written');
  return result;
}

async function commit(connection: PooledConnection): Promise<string> {
  try {
    return await connection.run('commit');
  } catch (error) {
    if (error instanceof DatabaseUnavailable && connection.isBroken) {
      throw new DatabaseUnavailable('The connection broke while committing', { cause: error, outcomeUnknown: true });
    }
    throw error;
  }
}

async function rollBack(connection: PooledConnection): Promise<void> {
  if (connection.isBroken) return;
  // A failure marks the connection as broken, and closing it rolls back; the first error is the one to throw.
  await connection.run('rollback').catch(() => undefined);
}

/** The next transaction has few rows. A connection that fails here is broken, and closed. */
async function forgettingPlans<T>(connection: PooledConnection, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    if (!connection.isBroken) await connection.run('discard plans').catch(() => undefined);
  }
}

/** A write where the database only reads: its disk is nearly full, or whoever runs it has stopped writes. */
function refuseWriting(error: unknown): never {
  throw codeOf(error) === '25006' ? new DatabaseUnavailable('The database takes no writes', { cause: error }) : error;
}

function beginStatement(options: TransactionOptions): string {
  const { readOnly, isolation, statementTimeoutMs, plansOnce, searches, changesMany } = options;
  const words = ['begin', isolation ? `isolation level ${isolation}` : '', readOnly ? 'read only' : ''].filter(Boolean);
  const settings = [
    statementTimeoutMs === undefined ? '' : `set local statement_timeout = ${Math.trunc(statementTimeoutMs)}`,
    plansOnce === true ? 'set local plan_cache_mode = force_generic_plan' : '',
    searches === true ? `set local plan_cache_mode = force_custom_plan; ${preferIndexes}` : '',
    changesMany === true ? `discard plans; set local plan_cache_mode = force_generic_plan; ${joinByHash}` : '',
  ];
  return [words.join(' '), ...settings].filter(Boolean).join('; ');
}

const preferIndexes =
  'set local enable_seqscan = off; set local enable_bitmapscan = off; set local max_parallel_workers_per_gather = 0';
/** Before PostgreSQL 18 a join that cannot avoid what is switched off looks so expensive that it would be compiled. */
const joinByHash = 'set local enable_seqscan = off; set local enable_nestloop = off; set local jit = off';
