/** The log of the embedded database while the folder of the backups is away or hangs, and when it is wanted no longer. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/db/connect.ts';
import type { Log } from '#server/log.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { testLog } from '#server/test/servers/log.ts';
import { childrenOf } from '#server/test/servers/processes.ts';
import { openLogShipping } from './ship-log.ts';

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'om-away-'));
  database = await openDatabase({ dataDir: join(folder, 'data'), databaseUrl: undefined }, testLog);
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** A minute in which nothing was stored. */
function passAMinute(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
}

test('orders go on while the folder is away, and the log is kept until it is back, and for nobody without one', async () => {
  // A file in its place cannot be written into, by whichever user.
  const backups = join(folder, 'backups');
  await writeFile(backups, '');

  const environment = { DATA_DIR: join(folder, 'data') };
  const { log, warnings } = collectWarnings();
  const shipping = openLogShipping(database, readConfig({ ...environment, BACKUP_DIR: backups }), log)!;
  onTestFinished(() => shipping.stop());
  await expect
    .poll(() => warnings, { timeout: 60_000 })
    .toContain('The log of the database could not be shipped; trying again');
  await makeRestaurant(database.db);
  expect(shipping.state()).toEqual({ safeAt: null, isLate: false });
  passAMinute();
  expect(shipping.state()).toEqual({ safeAt: null, isLate: true });
  vi.useRealTimers();

  await rm(backups);
  await expect.poll(() => shipping.state().safeAt, { timeout: 60_000 }).not.toBeNull();
  expect(shipping.state().isLate).toBe(false);
  await shipping.stop();
  expect(await countSlots()).toBe(1);

  expect(openLogShipping(database, readConfig(environment), testLog)).toBeNull();
  await expect.poll(countSlots).toBe(0);
});

test('log that waits for a place that hangs gives way to orders when the disk gets full', async () => {
  const config = readConfig({ DATA_DIR: join(folder, 'data'), BACKUP_DIR: join(folder, 'hanging') });
  const { log, errors } = collectWarnings();
  const before = childrenOf(process.pid);
  let free = 1e12;
  const watched = { target: database.target, space: () => ({ free, size: 1e12 }) };
  const shipping = openLogShipping(watched, config, log)!;
  onTestFinished(() => shipping.stop());
  await expect.poll(() => shipping.state().safeAt, { timeout: 60_000 }).not.toBeNull();
  const worker = childrenOf(process.pid).find((pid) => !before.includes(pid))!;
  // A process whose calls hang does nothing more.
  process.kill(worker, 'SIGSTOP');
  passAMinute();
  free = 1e9;
  expect(await countSlots()).toBe(1);
  await expect
    .poll(() => errors)
    .toContain('The disk is nearly full: the log of the database that waits for its place is given up');
  await expect.poll(countSlots).toBe(0);
  free = 1e12;
  vi.useRealTimers();
  // Another process begins anew.
  await expect.poll(countSlots).toBe(1);
});

test('the log of a database that has another owner is left alone', async () => {
  const target = { host: '127.0.0.1', port: 1, user: 'om', database: 'postgres' };
  const config = readConfig({ DATABASE_URL: 'postgres://om@127.0.0.1:1/postgres', BACKUP_DIR: tmpdir() });
  const { log, warnings } = collectWarnings();
  expect(openLogShipping({ target, space: () => null }, config, log)).toBeNull();
  expect(warnings).toEqual([]);
});

function collectWarnings(): { log: Log; warnings: string[]; errors: string[] } {
  const [warnings, errors]: string[][] = [[], []];
  const add = (list: string[]) => (_facts: object, message: string) => void list.push(message);
  return { log: { ...testLog, warn: add(warnings!), error: add(errors!) }, warnings: warnings!, errors: errors! };
}

async function countSlots(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>('select count(*) as count from pg_replication_slots');
  return rows[0]!.count;
}
