import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Log } from '#server/log.ts';
import { administer } from '#server/test/servers/database.ts';
import { childrenOf } from '#server/test/servers/processes.ts';
import { slowness } from '#server/test/servers/slowness.ts';
import { type Database, openDatabase } from '../connect.ts';
import { isAlive } from './engine-process.ts';
import { lockFile } from './folder-lock.ts';
import type { Migration } from '../migrate.ts';
import { newId } from '../new-id.ts';
import { transaction } from '../transaction.ts';
import { DatabaseUnavailable } from '../unavailable.ts';

// These tests kill processes, so they share no engine, folder or schema with other files.
const migrations: Migration[] = [
  { number: 1, name: 'tickets', sql: 'create table tickets (number bigint primary key)' },
];
const anywhere = newId<RestaurantId>();
const said: string[] = [];
const note = (_: object, message: string) => void said.push(message);
const log: Log = { debug: note, info: note, warn: note, error: note };

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'om-embedded-'));
});
afterAll(async () => {
  await withDatabase(async () => undefined);
  await rm(dataDir, { recursive: true });
});

function open(folder = dataDir, options: { join?: boolean } = {}): Promise<Database> {
  return openDatabase({ dataDir: folder, databaseUrl: undefined }, log, { migrations, ...options });
}

async function withDatabase<T>(fn: (database: Database) => Promise<T>, folder = dataDir): Promise<T> {
  const database = await open(folder);
  try {
    return await fn(database);
  } finally {
    await database.close();
  }
}

function enter({ db }: Database, number: number) {
  return transaction(db, anywhere, (tx) => sql`insert into tickets values (${number})`.execute(tx));
}

async function tickets({ db }: Database): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`select number from tickets order by number`.execute(db);
  return rows.map((row) => row.number);
}

async function enginePid(folder = dataDir): Promise<number> {
  return Number((await readFile(join(folder, 'pg18', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** The engine and its children: the processes that a `kill -9` of the whole database would hit. */
function engineFamily(pid: number): number[] {
  return [pid, ...childrenOf(pid)];
}

/**
 * Another process that opens the same folder, reports it, and inserts tickets one after the other, reporting each after
 * its commit.
 */
function startOther(from: number): { child: ChildProcess; lines: string[]; said: (text: string) => Promise<void> } {
  const here = (file: string) => new URL(file, import.meta.url).href;
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { openDatabase } from '${here('../connect.ts')}';
     import { transaction } from '${here('../transaction.ts')}';
     import { sql } from '${import.meta.resolve('kysely')}';
     const log = { debug() {}, info() {}, warn() {}, error() {} };
     const config = { dataDir: ${JSON.stringify(dataDir)}, databaseUrl: undefined };
     try {
       const { db } = await openDatabase(config, log, { migrations: ${JSON.stringify(migrations)} });
       console.log('open');
       for (let number = ${from}; ; number++) {
         await transaction(db, '${anywhere}', (tx) => sql\`insert into tickets values (\${number})\`.execute(tx));
         console.log(number);
       }
     } catch (error) {
       console.log(error.message);
       process.exit(1);
     }`,
  ]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  child.stderr.pipe(process.stderr);
  const saidIt = async (text: string) => {
    while (!lines.includes(text)) await sleep(5);
  };
  return { child, lines, said: saidIt };
}

/** Kills the process and returns the tickets that it had reported. */
async function killAndCount({ child, lines }: ReturnType<typeof startOther>): Promise<number[]> {
  child.kill('SIGKILL');
  await once(child, 'close');
  return lines.map(Number).filter((number) => number > 0);
}

async function eventually<T>(attempt: () => Promise<T>, withinMs: number): Promise<T> {
  for (const end = Date.now() + withinMs; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(50);
    }
  }
}

test('the connection is durable, private and in a role that row-level security binds', async () => {
  await withDatabase(async (database) => {
    expect(database.state()).toEqual({
      engine: 'embedded',
      status: 'ready',
      isDiskLow: false,
      version: expect.stringMatching(/^18\./),
    });
    const { rows } = await sql`
      select current_setting('fsync') fsync, current_setting('synchronous_commit') commit,
        current_setting('full_page_writes') pages, current_setting('listen_addresses') addresses, current_user::text as role`.execute(
      database.db,
    );
    expect(rows).toEqual([{ fsync: 'on', commit: 'on', pages: 'on', addresses: '', role: 'order_manager_app' }]);
    const rules = (await readFile(join(dataDir, 'pg18', 'pg_hba.conf'), 'utf8'))
      .split('\n')
      .filter((line) => /^\w/.test(line));
    expect(rules.length).toBeGreaterThan(0);
    for (const rule of rules) expect(rule).toMatch(/^local |^host .* (127\.0\.0\.1\/32|::1\/128) /);
    for (const folder of ['pg18', 'socket']) expect((await stat(join(dataDir, folder))).mode & 0o777).toBe(0o700);
    await enter(database, 1);
  });
  expect(said).not.toContain('The database died; it is being started again');
});

test('closing stops the engine, and the next start finds the written rows', async () => {
  await expect(stat(join(dataDir, 'pg18', 'postmaster.pid'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await withDatabase(tickets)).toEqual([1]);
});

test('a second process on the folder is refused at once and disturbs nothing', async () => {
  await withDatabase(async (database) => {
    const started = Date.now();
    const other = startOther(1000);
    const [code] = (await once(other.child, 'close')) as [number];
    expect(code).toBe(1);
    expect(Date.now() - started).toBeLessThan(5_000 * slowness());
    expect(other.lines).toEqual([
      `The data folder ${dataDir} is in use by another Order Manager (process ${process.pid}). Stop that one, or set DATA_DIR.`,
    ]);
    await expect(open()).rejects.toThrow('in use');
    expect(await tickets(database)).toEqual([1]);
  });
});

test('the command line may join a running engine, and leaves it running', async () => {
  await withDatabase(async (database) => {
    const joined = await open(dataDir, { join: true });
    expect(await tickets(joined)).toEqual([1]);
    await joined.close();
    expect(await tickets(database)).toEqual([1]);
  });
});

test('after the whole engine is killed, work is refused and then resumes without a restart of this process', async () => {
  await withDatabase(async (database) => {
    await enter(database, 2);
    const interrupted = transaction(database.db, anywhere, async (tx) => {
      await sql`insert into tickets values (3)`.execute(tx);
      for (const pid of engineFamily(await enginePid())) process.kill(pid, 'SIGKILL');
      await sql`select pg_sleep(1)`.execute(tx);
    });
    await expect(interrupted).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(enter(database, 4)).rejects.toBeInstanceOf(DatabaseUnavailable);
    await eventually(() => enter(database, 5), 60_000);
    expect(await tickets(database)).toEqual([1, 2, 5]);
    expect(database.state().status).toBe('ready');
    expect(said).toContain('The database is back');
  });
});

test('work is refused in bounded time while the engine is frozen, and resumes afterwards', async () => {
  await withDatabase(async (database) => {
    const pids = engineFamily(await enginePid());
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      const started = Date.now();
      // More than there are connections: some wait for an answer, the others for a connection.
      const refused = await Promise.allSettled(Array.from({ length: 15 }, () => enter(database, 8)));
      expect(
        refused.map((one) => one.status === 'rejected' && one.reason instanceof DatabaseUnavailable),
      ).not.toContain(false);
      expect(Date.now() - started).toBeLessThan(10_000 * slowness());
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
    await eventually(() => enter(database, 9), 60_000);
  });
});

test('the other connections recover after one of them is killed', async () => {
  await withDatabase(async (database) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db);
    process.kill(rows[0]!.pid, 'SIGKILL');
    await eventually(() => enter(database, 6), 60_000);
    expect(await tickets(database)).toEqual(expect.arrayContaining([1, 2, 5, 6]));
  });
});

test('the next start after a killed server adopts its engine and finds every acknowledged row', async () => {
  const other = startOther(100);
  await other.said('150');
  const pid = await enginePid();
  const acknowledged = await killAndCount(other);
  await withDatabase(async (database) => {
    expect(await enginePid()).toBe(pid);
    const found = (await tickets(database)).filter((number) => number >= 100);
    expect(found.slice(0, acknowledged.length)).toEqual(acknowledged);
    // The last row may be committed and not yet reported.
    expect(found.length - acknowledged.length).toBeLessThanOrEqual(1);
  });
  expect(isAlive(pid)).toBe(false);
});

test('an adopted engine that dies is started again', async () => {
  const other = startOther(300);
  await other.said('301');
  await killAndCount(other);
  await withDatabase(async (database) => {
    process.kill(await enginePid(), 'SIGKILL');
    await eventually(() => enter(database, 7), 60_000);
  });
});

test('the next start after server and engine are killed under load recovers every acknowledged row', async () => {
  for (let round = 1; round <= 3; round++) {
    const other = startOther(round * 10_000);
    await other.said(String(round * 10_000 + 40));
    for (const pid of engineFamily(await enginePid())) process.kill(pid, 'SIGKILL');
    const acknowledged = await killAndCount(other);
    const found = await withDatabase(tickets);
    const ofRound = found.filter((number) => Math.floor(number / 10_000) === round);
    expect(ofRound.slice(0, acknowledged.length)).toEqual(acknowledged);
    expect(ofRound.length - acknowledged.length).toBeLessThanOrEqual(1);
  }
});

test('a start waits for a command that has the folder, and the command for the database of a start', async () => {
  const command = await open(dataDir, { join: true });
  const other = startOther(50_000);
  await sleep(500);
  expect(other.lines).toEqual([]);
  await command.close();
  await other.said('50000');
  const joined = await open(dataDir, { join: true });
  expect(await tickets(joined)).toContain(50_000);
  await joined.close();
  await killAndCount(other);
});

test('a command has the folder when the start that it waits for ends without a database', async () => {
  const held = lockFile(join(dataDir, 'lock'))!;
  const command = open(dataDir, { join: true });
  await sleep(300);
  held.release();
  const database = await command;
  expect(database.state().status).toBe('ready');
  await database.close();
});

test('a stale pid file whose number another process now has does not block the start', async () => {
  const claim = join(dataDir, 'pg18', 'postmaster.pid');
  await withDatabase(async () => {
    const text = await readFile(claim, 'utf8');
    onTestFinished(async () => rm(claim, { force: true }));
    await writeFile(`${claim}.kept`, text.replace(/^\d+/, String(process.pid)));
  });
  await writeFile(claim, await readFile(`${claim}.kept`));
  await rm(`${claim}.kept`);
  expect((await withDatabase(tickets)).slice(0, 2)).toEqual([1, 2]);
});

test('a role that row-level security does not bind is refused', async () => {
  await withDatabase(async ({ pool }) => {
    const { host, port, user, database } = { ...pool.options };
    const owner = { host, port, user, database };
    await administer(owner, 'alter role order_manager_app bypassrls');
    await expect(open(dataDir, { join: true })).rejects.toThrow('ignores row-level security');
    await administer(owner, 'alter role order_manager_app nobypassrls');
    await administer(owner, 'alter database postgres set synchronous_commit = off');
    await expect(open(dataDir, { join: true })).rejects.toThrow('synchronous_commit = off');
    await administer(owner, 'alter database postgres reset synchronous_commit');
  });
});

test('data of another major version is refused with instructions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'om-embedded-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'pg17'));
  await writeFile(join(folder, 'pg17', 'PG_VERSION'), '17\n');
  await expect(open(folder)).rejects.toThrow(/PostgreSQL 17; this version runs PostgreSQL 18.*backup.*restore/);
});

test('a data folder with a long path has its socket elsewhere', async () => {
  const base = await mkdtemp(join(tmpdir(), 'om-embedded-'));
  onTestFinished(() => rm(base, { recursive: true }));
  await chmod(base, 0o711);
  const folder = join(base, 'a'.repeat(120));
  const socket = await withDatabase(async (database) => {
    await enter(database, 1);
    return database.pool.options.host!;
  }, folder);
  expect(socket.startsWith(folder)).toBe(false);
  await expect(stat(socket)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('the database is in a public folder when the engine’s user cannot enter the data folder', async () => {
  const locked = await mkdtemp(join(tmpdir(), 'om-embedded-'));
  const folder = join(locked, basename(locked));
  onTestFinished(async () => {
    await rm(locked, { recursive: true });
    if (process.getuid?.() !== 0) return;
    for (const name of await readdir('/var/lib/order-manager')) {
      if (name.startsWith(basename(locked))) await rm(join('/var/lib/order-manager', name), { recursive: true });
    }
  });
  await chmod(locked, 0o700);
  await withDatabase((database) => enter(database, 1), folder);
  expect(await withDatabase(tickets, folder)).toEqual([1]);
  // Only root runs the engine as another user, who then cannot enter.
  const notice = expect.stringMatching(
    /^The database's user cannot enter .*; the database is in \/var\/lib\/order-manager\//,
  );
  expect(said.filter((line) => line.includes(folder))).toEqual(process.getuid?.() === 0 ? [notice, notice] : []);
});
