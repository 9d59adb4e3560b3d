import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, expect, inject, onTestFinished, test } from 'vitest';
import { administer, emptyDatabase, urlOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { appRole, type Target } from './engine/engine.ts';
import { applyMigrations, type Migration, readMigrations } from './migrate.ts';

const drops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const drop of drops.splice(0)) await drop();
});

async function freshTarget(): Promise<Target> {
  const { target, drop } = await emptyDatabase();
  drops.push(drop);
  return target;
}

function migrations(...sqls: string[]): Migration[] {
  return sqls.map((sql, index) => ({ number: index + 1, name: `step_${index + 1}`, sql }));
}

function migrate(target: Target, ...sqls: string[]): Promise<number> {
  return applyMigrations(target, migrations(...sqls), testLog);
}

/** A connection that ends before the database does. */
async function connectTo(target: Target): Promise<Client> {
  const client = new Client(target);
  await client.connect();
  drops.unshift(() => client.end());
  return client;
}

async function rowsOf(target: Target, sql: string): Promise<unknown[]> {
  const client = new Client(target);
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

const plates = 'create table plates (id integer primary key)';
const fillPlates = 'insert into plates values (1)';

test('each migration runs once, in order, and is recorded', async () => {
  const target = await freshTarget();
  expect(await migrate(target, plates)).toBe(1);
  expect(await migrate(target, plates, fillPlates)).toBe(1);
  expect(await migrate(target, plates, fillPlates)).toBe(0);
  expect(await rowsOf(target, 'select * from plates')).toEqual([{ id: 1 }]);
  expect(await rowsOf(target, 'select number, name from schema_migrations order by number')).toEqual([
    { number: 1, name: 'step_1' },
    { number: 2, name: 'step_2' },
  ]);
});

test('a failed migration leaves nothing behind, and the earlier ones stay', async () => {
  const target = await freshTarget();
  await expect(migrate(target, plates, `${fillPlates}; select 1 / 0`)).rejects.toThrow(
    'Migration 0002_step_2.sql failed and was undone: error: division by zero',
  );
  expect(await rowsOf(target, 'select * from plates')).toEqual([]);
  expect(await migrate(target, plates, fillPlates)).toBe(1);
});

test('processes that start together apply each migration once', async () => {
  const target = await freshTarget();
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(target, plates, fillPlates)));
  expect(applied.filter((count) => count > 0)).toEqual([2]);
});

test('a process killed in the middle of a migration leaves a startable database', async () => {
  const target = await freshTarget();
  const slow = `${fillPlates}; select pg_sleep(30)`;
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { applyMigrations } from '${new URL('migrate.ts', import.meta.url).href}';
     const log = { debug() {}, info() {}, warn() {}, error() {} };
     await applyMigrations(${JSON.stringify(target)}, ${JSON.stringify(migrations(plates, slow))}, log);`,
  ]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const sleeping = `select 1 from pg_stat_activity where query like '%pg_sleep(30)' and datname = current_database() and state = 'active' and pid <> pg_backend_pid()`;
  while ((await rowsOf(target, sleeping)).length === 0) await sleep(20);
  child.kill('SIGKILL');
  // Ends PostgreSQL's work for the dead process, so that the test need not wait for it.
  await rowsOf(
    target,
    `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(30)' and datname = current_database() and pid <> pg_backend_pid()`,
  );
  expect(await migrate(target, plates, fillPlates)).toBe(1);
  expect(await rowsOf(target, 'select * from plates')).toEqual([{ id: 1 }]);
});

test('a database newer than the program is refused', async () => {
  const target = await freshTarget();
  await migrate(target, plates, fillPlates);
  await expect(migrate(target, plates)).rejects.toThrow(
    'The database is newer than this program: it has had migration 0002_step_2.sql, and this program knows 1. Start the newer program.',
  );
});

const makeWider = '-- expand: a name\nalter table plates add column name text';

test('a program goes on where newer ones have only added to the database, and not after a contract', async () => {
  const target = await freshTarget();
  await migrate(target, plates, makeWider);
  expect(await migrate(target, plates)).toBe(0);
  await migrate(target, plates, makeWider, '-- contract: names are gone\nalter table plates drop column name');
  await expect(migrate(target, plates)).rejects.toThrow(
    'it has had migration 0003_step_3.sql, and this program knows 1. Start the newer program.',
  );
  expect(await rowsOf(target, 'select number, kind from schema_migrations order by number')).toEqual([
    { number: 1, kind: null },
    { number: 2, kind: 'expand' },
    { number: 3, kind: 'contract' },
  ]);
});

const makeIndex =
  '-- expand, outside a transaction: quick by name\ncreate index concurrently if not exists by_name on plates (id)';

test('an index is made while another process waits for its turn, and one that was broken off is made anew', async () => {
  const target = await freshTarget();
  await migrate(target, plates, 'insert into plates select n from generate_series(1, 100) as n');
  const client = await connectTo(target);
  await client.query('create index by_name on plates (id)');
  await client.query(`update pg_index set indisvalid = false where indexrelid = 'by_name'::regclass`);
  const fill = 'insert into plates select n from generate_series(1, 100) as n';
  const applied = await Promise.all([1, 2, 3].map(() => migrate(target, plates, fill, makeIndex)));
  expect(applied.filter((count) => count > 0)).toEqual([1]);
  expect(await rowsOf(target, `select indisvalid from pg_index where indexrelid = 'by_name'::regclass`)).toEqual([
    { indisvalid: true },
  ]);
});

test('a migration that waits for a busy table lets others pass in between, and goes on', async () => {
  const target = await freshTarget();
  await migrate(target, plates);
  const busy = await connectTo(target);
  await busy.query('begin');
  await busy.query('insert into plates values (1)');
  const migrated = migrate(target, plates, makeWider);
  const waiting = `select 1 from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database() and relation = 'plates'::regclass`;
  await expect.poll(() => rowsOf(target, waiting), { timeout: 10_000 }).toHaveLength(1);
  // It stands behind the migration, which gives up its place.
  expect(await rowsOf(target, 'select * from plates')).toEqual([]);
  await busy.query('commit');
  expect(await migrated).toBe(1);
  expect(await rowsOf(target, 'select * from plates')).toEqual([{ id: 1, name: null }]);
});

test('a long reader of all tables, such as a backup, is in the way of no migration of other tables', async () => {
  const target = await freshTarget();
  await migrate(target, plates);
  const reader = await connectTo(target);
  await reader.query('begin');
  await reader.query('select from plates, schema_migrations');
  expect(await migrate(target, plates, 'create table bowls (id integer primary key)')).toBe(1);
  await reader.query('rollback');
});

test('a changed migration is refused, unless only its line endings changed', async () => {
  const target = await freshTarget();
  await migrate(target, `${plates};\n`);
  expect(await migrate(target, `${plates};\r\n`)).toBe(0);
  await expect(migrate(target, `${plates}; select 1`)).rejects.toThrow(
    'is not the one this database has had (0001_step_1.sql). Nothing was changed',
  );
});

test('the application may use new tables, unless a migration says otherwise', async () => {
  const target = await freshTarget();
  await migrate(
    target,
    plates,
    'create table audit (id integer); revoke update, delete on audit from order_manager_app',
  );
  const rights = (table: string) => `select privilege_type as right from information_schema.role_table_grants
    where grantee = 'order_manager_app' and table_name = '${table}' order by 1`;
  expect(await rowsOf(target, rights('plates'))).toEqual(
    ['DELETE', 'INSERT', 'SELECT', 'UPDATE'].map((right) => ({ right })),
  );
  expect(await rowsOf(target, rights('audit'))).toEqual(['INSERT', 'SELECT'].map((right) => ({ right })));
  expect(await rowsOf(target, rights('schema_migrations'))).toEqual([{ right: 'SELECT' }]);
});

test('a migration changes the rows of all restaurants, also where its role is under their policies', async () => {
  const target = await freshTarget();
  const walled = `${plates}; ${fillPlates}; alter table plates enable row level security;
    create policy platform on plates using (current_setting('app.platform', true) = 'on')`;
  // The owner of a database that others run may be no superuser.
  const asApp = `set local role ${appRole}; update plates set id = 2; reset role`;
  expect(await migrate(target, walled, asApp)).toBe(2);
  expect(await rowsOf(target, 'select * from plates')).toEqual([{ id: 2 }]);
});

/** The database as a user who may log in and nothing else. */
async function asNewUser(target: Target): Promise<{ user: string; asUser: Target }> {
  const [user, password] = [`Om ${randomBytes(6).toString('hex')}`, randomBytes(6).toString('hex')];
  await administer(target, `create role "${user}" login password '${password}'`);
  // It owns something of its database.
  drops.push(() => administer(inject('engine'), `drop role "${user}"`));
  const url = new URL(urlOf(target));
  url.username = user;
  url.password = password;
  return { user, asUser: { connectionString: url.href } };
}

test('a user who may not take the role of the product is told what an administrator has to run, which is enough', async () => {
  const target = await freshTarget();
  const { user, asUser } = await asNewUser(target);
  await administer(target, `grant create on schema public to "${user}"`);
  const grant = `grant order_manager_app to "${user}";`;
  await expect(migrate(asUser, plates)).rejects.toThrow(
    `The database user "${user}" may not act as order_manager_app. Have an administrator run: ${grant}`,
  );
  await administer(target, grant);
  expect(await migrate(asUser, plates)).toBe(1);
});

test('a server whose user may not change the schema needs that role and no more', async () => {
  const target = await freshTarget();
  await migrate(target, plates);
  const { user, asUser } = await asNewUser(target);
  const grant = `grant order_manager_app to "${user}";`;
  await expect(migrate(asUser, plates)).rejects.toThrow(grant);
  await administer(target, grant);
  expect(await migrate(asUser, plates)).toBe(0);
});

test('files must be numbered without a gap', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'om-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, '0001_first.sql'), 'select 1');
  expect(await readMigrations(folder)).toEqual([{ number: 1, name: 'first', sql: 'select 1' }]);
  await writeFile(join(folder, '0003_third.sql'), 'select 3');
  await expect(readMigrations(folder)).rejects.toThrow('0003_third.sql');
});

test('the product’s own migrations end no transaction themselves', async () => {
  for (const { name, sql } of await readMigrations()) {
    expect([name, sql.match(/^\s*(commit|rollback|begin|start transaction)\s*;/gim)]).toEqual([name, null]);
  }
});
