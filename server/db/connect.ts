import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { Client, Pool, type PoolClient, type PoolConfig, types } from 'pg';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { poolDialect, replicaDialect } from './dialect.ts';
import type { Space } from './engine/disk-watch.ts';
import { startEmbedded } from './engine/embedded.ts';
import { appRole, type DatabaseState, type Engine, foreignEngine, type Target } from './engine/engine.ts';
import { applyMigrations, type Migration, readMigrations } from './migrate.ts';
import { Replica } from './replica.ts';
import { markedMoment } from './restore-mark.ts';
import type { Schema } from './schema.ts';
import { asUnavailable, DatabaseUnavailable } from './unavailable.ts';

/** A connection checked out of the pool. */
export type { PoolClient } from 'pg';

/**
 * The handle for `transaction` and `platformTransaction`. A query sent through it directly sees no restaurant's rows.
 */
export type Db = Kysely<Schema>;

export interface Database {
  db: Db;
  /** The same on two connections of its own, for imports: they take none from orders. */
  importDb: Db;
  /** The same on one connection of its own, which writes the orders that arrive together. */
  orderDb: Db;
  /**
   * For what is only read and may be long, reports and the history: the replica's while it has all that was committed, otherwise
   * the same as `db`.
   */
  readDb: Db;
  /** Where the engine is, as the owner of the schema; for backups. */
  target: Target;
  /** The pool itself, for LISTEN and COPY, which need a connection of their own. */
  pool: Pool;
  state(): DatabaseState;
  /** The connections of each pool, and the work that waits for one. */
  pools(): PoolState[];
  /** The room on the disk of the embedded engine; null where it is not watched. */
  space(): Space | null;
  /** The number of the newest applied migration; one round trip, on a connection that no other work can occupy. */
  schemaVersion(): Promise<number>;
  /**
   * Waits for running queries, closes the connections and stops the embedded engine if this process started or adopted
   * it.
   */
  close(): Promise<void>;
}

interface PoolState {
  pool: string;
  busy: number;
  idle: number;
  waiting: number;
}

type EngineConfig = Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'postgresBin' | 'databaseReadUrl'>>;

interface OpenOptions {
  /** Defaults to the product's own migrations. */
  migrations?: readonly Migration[];
  /** Joins an embedded engine that another process runs, instead of refusing; for the command line. */
  join?: boolean;
  /** Breaks off the wait for a server that is leaving the data folder. */
  signal?: AbortSignal;
  /** Called when an embedded engine has begun to start and this process only waits for it. */
  onWaiting?: () => void;
  /** Called when a new embedded database is begun, which takes a second or two. */
  onMaking?: () => void;
}

const poolSize = 10;
/** An idle connection of the embedded database holds 8 MB. The one used last is taken first, so those that only a rush needed close soon. */
const callPool: PoolConfig = { idleTimeoutMillis: 10_000 };
const importPool: PoolConfig = { max: 2, connectionTimeoutMillis: 10_000 };
/** A batch waits for no row, and every order behind it waits for the batch: whoever is not answered soon is refused. */
const orderPool: PoolConfig = { max: 1, statement_timeout: 2_000, query_timeout: 2_500 };
/** No primary: a silent one shall not keep a report waiting that the primary can answer. */
const replicaPool: PoolConfig = { connectionTimeoutMillis: 1_000, verify: (_client, done) => done() };
/** Milliseconds for the question whether the database is there, on a connection of its own. */
const probeWithinMs = 2_000;
const closeWithinMs = 3_000;
const nobodysRestaurant = '00000000-0000-0000-0000-000000000000';

types.setTypeParser(types.builtins.INT8, Number);
// A day stays text, 'YYYY-MM-DD': as a Date it would become midnight in this machine's zone.
types.setTypeParser(types.builtins.DATE, (day) => day);

/**
 * Opens the embedded database in the data folder, or that of `DATABASE_URL`, migrates its schema and returns a safe
 * pool: durable (R51), in the application's role (R30), with time limits (R54).
 * @throws an `Error` with a sentence for the operator: folder in use, other major version, newer schema, unsafe
 * settings.
 */
export async function openDatabase(config: EngineConfig, log: Log, options: OpenOptions = {}): Promise<Database> {
  const engine = await openEngine(config, log, options);
  try {
    await applyMigrations(engine.target, options.migrations ?? (await readMigrations()), log);
    return await connect(engine, log, { readUrl: config.databaseReadUrl });
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

/** The engine alone, connected as the owner of the schema; for backup and restore. */
export async function openEngine(
  config: EngineConfig,
  log: Log,
  { join = false, signal, onWaiting, onMaking }: Omit<OpenOptions, 'migrations'> = {},
): Promise<Engine> {
  if (config.databaseUrl) {
    const target = { connectionString: config.databaseUrl };
    await refusePooler(target);
    return foreignEngine(target);
  }
  return startEmbedded(config.dataDir, log, { join, signal, onWaiting, onMaking, programs: config.postgresBin });
}

interface ConnectOptions {
  /** The address of a standby, for reports. */
  readUrl?: string | undefined;
  /** Also connects where a restore is not finished; for the restore itself. */
  isRestoring?: boolean;
}

/** Connects the pool to a migrated database and checks its safety. */
export async function connect(
  engine: Engine,
  log: Log,
  { readUrl, isRestoring = false }: ConnectOptions = {},
): Promise<Database> {
  const pool = createPool(engine.target, log, callPool);
  const imports = createPool(engine.target, log, importPool);
  const orders = createPool(engine.target, log, orderPool);
  const probe = createPool(engine.target, log, { max: 1, query_timeout: probeWithinMs });
  const reads = readUrl === undefined ? null : createPool({ connectionString: readUrl }, log, replicaPool);
  const pools = { calls: pool, imports, orders, ...(reads && { reads }) };
  let version: string;
  try {
    version = await assertSafe(pool, isRestoring);
  } catch (error) {
    await pool.end();
    throw error;
  }
  let closing: Promise<void> | undefined;
  const db: Db = new Kysely({ dialect: poolDialect(pool, engine) });
  return {
    db,
    readDb: reads === null ? db : new Kysely({ dialect: replicaDialect(new Replica(pool, reads, log), pool) }),
    importDb: new Kysely<Schema>({ dialect: poolDialect(imports, engine) }),
    orderDb: new Kysely<Schema>({ dialect: poolDialect(orders, engine) }),
    target: engine.target,
    pool,
    state: () => ({
      engine: engine.target.connectionString ? 'external' : 'embedded',
      status: closing ? 'closed' : engine.status(),
      isDiskLow: engine.isDiskLow(),
      version,
    }),
    pools: () =>
      Object.entries(pools).map(([name, { totalCount, idleCount, waitingCount }]) => ({
        pool: name,
        busy: totalCount - idleCount,
        idle: idleCount,
        waiting: waitingCount,
      })),
    space: () => engine.space(),
    schemaVersion: () => readSchemaVersion(probe),
    close: () => (closing ??= closePools([...Object.values(pools), probe]).then(() => engine.stop())),
  };
}

function createPool(target: Target, log: Log, override: PoolConfig = {}): Pool {
  const pool = new Pool({
    ...withSessionOptions(target),
    max: poolSize,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 30_000,
    // A frozen server does not enforce its own time limits, so the client has one as well.
    query_timeout: 7_000,
    keepAlive: true,
    pipeline: true,
    application_name: 'order-manager',
    verify: (client, done) => void refuseStandby(client).then(() => done(), done),
    ...override,
  });
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'An idle database connection was lost');
  });
  // Without this listener, a connection that breaks while in use would end the process. The query that uses it still
  // fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Refuses a connection to a standby. An address that follows the primary may lead to one while the two change places: what is read
 * there may be old, nothing is written, and nobody can listen.
 */
async function refuseStandby(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"');
  if (rows[0]!.isStandby) throw new DatabaseUnavailable('The database is a standby, where nothing can be written');
}

/** Waits for running work for a limited time; connections still in use then are cut. */
async function closePools(pools: readonly Pool[]): Promise<void> {
  const closed = new AbortController();
  const tooLate = sleep(closeWithinMs, undefined, { signal: closed.signal }).catch(() => undefined);
  await Promise.race([Promise.all(pools.map((pool) => pool.end())), tooLate]);
  // A timer that goes on would keep a finished command alive for three seconds.
  closed.abort();
}

/** The target with the session settings of every connection, kept apart from those in the URL. */
function withSessionOptions(target: Target): Target & { options: string } {
  return withOptions(target, `-c role=${appRole} -c app.restaurant_id=${nobodysRestaurant} -c app.platform=off`);
}

function withOptions(target: Target, ours: string): Target & { options: string } {
  if (!target.connectionString) return { ...target, options: ours };
  const url = new URL(target.connectionString);
  const theirs = url.searchParams.get('options') ?? '';
  url.searchParams.delete('options');
  return { connectionString: url.href, options: `${theirs} ${ours}`.trim() };
}

/**
 * Refuses an address behind which a pooler such as PgBouncer stands, before anything is done there: it keeps the role and the
 * time limits of a session from the database, and in its transaction mode the lock of the migrations stays with a
 * connection that others use.
 */
async function refusePooler(target: Target): Promise<void> {
  const sent = randomUUID();
  const client = new Client({ ...withOptions(target, `-c app.sent=${sent}`), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  let arrived: string | null;
  try {
    await client.connect();
    const { rows } = await client.query<{ arrived: string | null }>(
      `select current_setting('app.sent', true) as arrived`,
    );
    arrived = rows[0]!.arrived;
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('unsupported startup parameter'))
      throw asUnavailable(error);
    arrived = null;
  } finally {
    await client.end().catch(() => undefined);
  }
  if (arrived === sent) return;
  throw new Error(
    'DATABASE_URL leads to a pooler, such as PgBouncer, that keeps settings of a session from the database: without its role and its time ' +
      'limits the server could not keep restaurants apart. Give the address of PostgreSQL itself; a server opens few connections and needs no pooler.',
  );
}

/**
 * Refuses an engine that could lose an acknowledged order (R51) or show one restaurant another's rows (R30), and a database that may
 * have people who were erased (R90).
 */
async function assertSafe(pool: Pool, isRestoring: boolean): Promise<string> {
  const { rows } = await pool.query<SessionFacts>(sessionFacts).catch((error: unknown) => {
    throw asUnavailable(error);
  });
  const facts = rows[0]!;
  if (facts.version_number < 150_000) throw new Error(`PostgreSQL 15 or newer is needed; this is ${facts.version}`);
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'] as const) {
    if (facts[setting] === 'off' || (setting === 'synchronous_commit' && facts[setting] === 'local')) {
      throw new Error(
        `The database has ${setting} = ${facts[setting]}: an accepted order could be lost. Set it to on.`,
      );
    }
  }
  if (facts.role !== appRole) {
    throw new Error(
      `The server works as ${facts.role} in the database, not as ${appRole}: something between them drops the role of a session`,
    );
  }
  if (facts.is_above_policies) {
    throw new Error(
      `The role ${facts.role} ignores row-level security; orders of different restaurants would not be kept apart`,
    );
  }
  if (facts.restored_from !== null && !isRestoring) {
    throw new Error(
      'A restore into this database was broken off, and people who were erased since the backup may be in it. Run the restore of ' +
        `that backup once more, which finishes it: that of ${facts.restored_from}`,
    );
  }
  return facts.version;
}

async function readSchemaVersion(pool: Pool): Promise<number> {
  try {
    const { rows } = await pool.query<{ newest: number }>(
      'select coalesce(max(number), 0) as newest from schema_migrations',
    );
    return rows[0]!.newest;
  } catch (error) {
    throw asUnavailable(error);
  }
}

interface SessionFacts {
  version: string;
  version_number: number;
  fsync: string;
  synchronous_commit: string;
  full_page_writes: string;
  role: string;
  is_above_policies: boolean;
  restored_from: string | null;
}

const sessionFacts = `
  select split_part(current_setting('server_version'), ' ', 1) as version,
    current_setting('server_version_num')::int as version_number,
    current_setting('fsync') as fsync,
    current_setting('synchronous_commit') as synchronous_commit,
    current_setting('full_page_writes') as full_page_writes,
    current_user as role,
    rolsuper or rolbypassrls as is_above_policies,
    ${markedMoment} as restored_from
  from pg_roles where rolname = current_user`;
