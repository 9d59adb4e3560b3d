import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { emptyDatabase } from '#server/test/servers/database.ts';
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
  const sleeping = `select 1 from pg_stat_activity where query like '%pg_sleep(30)' and state = 'active' and pid <> pg_backend_pid()`;
  while ((await rowsOf(target, sleeping)).length === 0) await sleep(20);
  child.kill('SIGKILL');
  // Ends PostgreSQL's work for the dead process, so that the test need not wait for it.
  await rowsOf(
    target,
    `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(30)' and pid <> pg_backend_pid()`,
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

test('a changed migration is refused, unless only its line endings changed', async () => {
  const target = await freshTarget();
  await migrate(target, `${plates};\n`);
  expect(await migrate(target, `${plates};\r\n`)).toBe(0);
  await expect(migrate(target, `${plates}; select 1`)).rejects.toThrow('A migration is never changed');
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
