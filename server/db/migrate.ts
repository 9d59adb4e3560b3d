import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { MINUTE } from '#contract/base/time.ts';
import type { Log } from '#server/log.ts';
import { adoptFormerSchema, formerState, makeFormerSchema } from './adoption/former-schema.ts';
import { appRole, type Target } from './engine/engine.ts';
import { asUnavailable, codeOf } from './unavailable.ts';

/** One numbered SQL file. It runs once, completely or not at all, and is never changed afterwards. */
export interface Migration {
  number: number;
  name: string;
  sql: string;
}

/** A migration as the database recorded it. */
export interface Applied {
  number: number;
  name: string;
  checksum: string;
  /** Not there for those of before the kinds. */
  kind?: MigrationKind | null;
}

/**
 * Programs that do not know an `expand` go on beside it and after it; a `contract` takes away what only they used
 * (decision 68).
 */
type MigrationKind = 'expand' | 'contract';

const productMigrations = join(import.meta.dirname, 'migrations');

/**
 * The migrations of a folder, in order. Numbers run from 1 without a gap, so that two branches cannot both add the
 * next.
 */
export async function readMigrations(folder: string = productMigrations): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file, index) => {
      const [, digits, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? [];
      if (name === undefined || Number(digits) !== index + 1) {
        throw new Error(`Migration ${file}: the name must be ${String(index + 1).padStart(4, '0')}_what_it_does.sql`);
      }
      return { number: index + 1, name, sql: await readFile(join(folder, file), 'utf8') };
    }),
  );
}

/**
 * Migrates the schema as the role that owns it, and creates the product's role. Processes that start together wait for
 * each other; after a crash the next start continues from the last complete migration (R56).
 * @returns the number of applied migrations; a database that was adopted had one.
 * @throws when the database is too old for this program or too new, or an applied migration was changed.
 */
export function applyMigrations(target: Target, migrations: readonly Migration[], log: Log): Promise<number> {
  return alone(target, log, async (client) => {
    const isAdopted = await adopt(client, migrations[0]);
    if (isAdopted) log.info({}, 'The schema of the 33 migrations before 0001_schema.sql was adopted');
    const pending = listPending(await readApplied(client), migrations);
    if (pending.length > 0) await prepare(client);
    for (const migration of pending) {
      await apply(client, migration);
      log.info({}, `Migration ${fileOf(migration)} applied`);
    }
    return pending.length + (isAdopted ? 1 : 0);
  });
}

/** Gives an empty database the schema of before the migrations were made one, for a backup of that time to be restored into. */
export function applyFormerSchema(target: Target, log: Log): Promise<void> {
  return alone(target, log, async (client) => {
    if (formerState(await readApplied(client)) === 'whole') return;
    await prepare(client);
    await inTransaction(client, () => makeFormerSchema(client));
  });
}

/**
 * Waits for the end of another process's migrations, such as those of a server that is starting.
 * @throws an `Error` with a sentence for the operator where they take longer than a minute.
 */
export function awaitMigrations(target: Target, log: Log): Promise<void> {
  return alone(target, log, () => Promise.resolve(), MINUTE);
}

/** Runs the work on a connection of its own, while no other process changes the schema. */
async function alone<T>(
  target: Target,
  log: Log,
  work: (client: Client) => Promise<T>,
  withinMs = Number.POSITIVE_INFINITY,
): Promise<T> {
  const client = new Client({
    ...target,
    connectionTimeoutMillis: 10_000,
    application_name: 'order-manager migrate',
  });
  client.on('error', (error) => log.warn({ err: error }, 'The connection of the migrations was lost'));
  try {
    await client.connect();
    await client.query(`set lock_timeout = '${lockTimeoutMs}ms'`);
    // One who waited inside a statement would keep an index from being made without a pause.
    const since = Date.now();
    for (let isTold = false; !(await isFirst(client)); await sleep(100)) {
      if (!isTold && Date.now() - since > 5_000) {
        log.info({}, 'Another process changes the schema; waiting for its end');
        isTold = true;
      }
      if (Date.now() - since > withinMs) throw new Error('Another process has been changing the schema for a minute.');
    }
    return await work(client);
  } catch (error) {
    throw asUnavailable(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function isFirst(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ first: boolean }>(
    `select pg_try_advisory_lock(hashtext('order-manager migrate')) as first`,
  );
  return rows[0]!.first;
}

/** @returns whether the database had the schema of before `first`, and has that of `first` now. */
async function adopt(client: Client, first: Migration | undefined): Promise<boolean> {
  const applied = await needingRole(client, readApplied(client));
  if (first === undefined || formerState(applied) !== 'whole') return false;
  await client.query(makeMigrationsTable);
  await inTransaction(client, async () => {
    await adoptFormerSchema(client);
    await client.query('delete from schema_migrations');
    await recordApplied(client, first);
  });
  return true;
}

/**
 * Creates the product's role and the table of migrations. The role may use new tables; a migration may revoke rights.
 */
async function prepare(client: Client): Promise<void> {
  await needingRole(client, client.query(makeRole));
  await client.query(makeMigrationsTable);
  await client.query(openNewTables);
}

/** @throws an `Error` with the statements of an administrator where the database user may not act in the product's role. */
async function needingRole<T>(client: Client, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) !== '42501') throw error;
    const { rows } = await client.query<{ user: string; isMade: boolean }>(
      `select quote_ident(current_user) as "user",
        exists (select from pg_roles where rolname = '${appRole}') as "isMade"`,
    );
    const { user, isMade } = rows[0]!;
    const make = isMade ? '' : `create role ${appRole} nologin; `;
    throw new Error(
      `The database user ${user} may not act as ${appRole}. Have an administrator run: ${make}grant ${appRole} to ${user};`,
      { cause: error },
    );
  }
}

const makeRole = `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${appRole}') then
      create role ${appRole} nologin nosuperuser nobypassrls;
    end if;
    if not pg_has_role(current_user, '${appRole}',
        case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) then
      grant ${appRole} to current_user;
    end if;
  exception when duplicate_object or unique_violation then null; -- another database of this server was faster
  end $$`;

const makeMigrationsTable = `
  create table if not exists schema_migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  );
  do $$ begin
    -- A statement that finds the column waits all the same for everybody who reads the table, such as a backup.
    if not exists (select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'kind') then
      alter table schema_migrations add column kind text check (kind in ('expand', 'contract'));
    end if;
  end $$`;

const openNewTables = `
  grant select on schema_migrations to ${appRole};
  alter default privileges in schema public grant select, insert, update, delete on tables to ${appRole};
  alter default privileges in schema public grant usage, select on sequences to ${appRole}`;

/** The applied migrations, oldest first; empty for a new database. */
export async function readApplied(client: Client): Promise<Applied[]> {
  const { rowCount } = await client.query(`select from pg_class where oid = to_regclass('public.schema_migrations')`);
  if (rowCount === 0) return [];
  // The column may not be there yet.
  const { rows } = await client.query<Applied>(
    `select number, name, checksum, to_jsonb(applied) ->> 'kind' as kind from schema_migrations as applied order by number`,
  );
  return rows;
}

/**
 * The migrations that a database has not had: all of them where it is to be adopted, none where a newer program has
 * only added to it.
 * @throws when they do not go on from those it has had.
 */
export function listPending(applied: readonly Applied[], migrations: readonly Migration[]): readonly Migration[] {
  const newest = applied.at(-1);
  const former = formerState(applied);
  if (former === 'whole') return migrations;
  if (newest && former) {
    throw new Error(
      `The database is from before 0001_schema.sql, and ${
        former === 'unfinished'
          ? 'has not had all 33 migrations of that time'
          : 'has had other migrations than the 33 of that time'
      }: the newest is ${fileOf(newest)}. Start the version before this one on it first, which has them, and then this one; ` +
        'or restore a backup into a new database.',
    );
  }
  const breaking = applied.slice(migrations.length).find(({ kind }) => kind !== 'expand');
  if (breaking) {
    throw new Error(
      `The database is newer than this program: it has had migration ${fileOf(breaking)}, and this program knows ` +
        `${migrations.length}. Start the newer program.`,
    );
  }
  for (const [index, known] of migrations.slice(0, applied.length).entries()) {
    const one = applied[index]!;
    if (one.number !== known.number || one.checksum !== checksumOf(known)) {
      throw new Error(
        `Migration ${fileOf(known)} is not the one this database has had (${fileOf(one)}). Nothing was changed: the program of ` +
          `before still starts on it. A build between two versions can have had a migration that was not finished, and its ` +
          `database goes no further. Who has written the migration puts the old text back and writes a new one.`,
      );
    }
  }
  return migrations.slice(applied.length);
}

/**
 * Milliseconds that a statement waits for the lock of a table; everybody who comes after it waits as long. Between two
 * tries they pass.
 */
const lockTimeoutMs = 2_000;
const tries = 60;

async function apply(client: Client, migration: Migration): Promise<void> {
  for (let left = tries; ; left--) {
    try {
      await (isOutsideTransaction(migration) ? applyOutside(client, migration) : applyInside(client, migration));
      return;
    } catch (error) {
      if (!isInTheWay(error) || left === 1)
        throw new Error(`Migration ${fileOf(migration)} failed and was undone: ${String(error)}`, { cause: error });
      await sleep(lockTimeoutMs / 2);
    }
  }
}

/** Orders and a migration waited for each other's tables: 40P01 when the migration was undone for the orders. */
function isInTheWay(error: unknown): boolean {
  return codeOf(error) === '55P03' || codeOf(error) === '40P01';
}

function applyInside(client: Client, migration: Migration): Promise<void> {
  return inTransaction(client, async () => {
    // Policies hold for the owner of the tables too, who is no superuser where others run the database.
    await client.query("select set_config('app.platform', 'on', true)");
    await client.query(migration.sql);
    await recordApplied(client, migration);
  });
}

/** Makes one index while rows are written. One that was begun before and not finished is made anew. */
async function applyOutside(client: Client, migration: Migration): Promise<void> {
  const name = /\bif not exists (\w+)/.exec(migration.sql)?.[1] ?? '';
  const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    name,
  ]);
  if (rows.length > 0) await client.query(`drop index concurrently ${name}`);
  await client.query(migration.sql);
  await recordApplied(client, migration);
}

const header = /^-- (expand|contract)(, outside a transaction)?: /;

/** Null for a migration of before the kinds. */
export function kindOf({ sql }: Pick<Migration, 'sql'>): MigrationKind | null {
  return (header.exec(sql)?.[1] ?? null) as MigrationKind | null;
}

/** A migration which says so is one `create index concurrently if not exists`. */
export function isOutsideTransaction({ sql }: Pick<Migration, 'sql'>): boolean {
  return header.exec(sql)?.[2] !== undefined;
}

async function recordApplied(client: Client, migration: Migration): Promise<void> {
  await client.query('insert into schema_migrations (number, name, checksum, kind) values ($1, $2, $3, $4)', [
    migration.number,
    migration.name,
    checksumOf(migration),
    kindOf(migration),
  ]);
}

async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** The hash of a migration's text, independent of its line endings. */
export function checksumOf({ sql }: Migration): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
}

function fileOf({ number, name }: { number: number; name: string }): string {
  return `${String(number).padStart(4, '0')}_${name}.sql`;
}
