/** The log of an engine of its own, shipped into a folder: what continues, what begins anew, and what is called safe. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { testLog } from '#server/test/servers/log.ts';
import { startShipping } from '#server/test/servers/wal-shipping.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import type { BackupStore } from './backup-store.ts';
import { readChains } from './chains.ts';
import { folderStore } from './folder-store.ts';
import { dropSlots } from './slots.ts';

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'om-wal-'));
  await chmod(folder, 0o711);
  database = await open('data');
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

function open(name: string): Promise<Database> {
  return openDatabase({ dataDir: join(folder, name), databaseUrl: undefined }, testLog);
}

/** Runs a statement as the owner of the engine. */
async function asOwner(statement: string): Promise<unknown[]> {
  const client = new Client(database.target);
  await client.connect();
  try {
    return (await client.query<object>(statement)).rows;
  } finally {
    await client.end();
  }
}

const megabytesOfLog = (count: number) =>
  asOwner(`select pg_logical_emit_message(false, 'test', repeat('x', 1000000)) from generate_series(1, ${count})`);

test('a base that breaks off leaves nothing, what a killed process left goes, and the next base waits', async () => {
  await dropSlots(database.target);
  const store = folderStore(join(folder, 'broken'));
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const shipping = startShipping(database, {
    ...store,
    write: (name, bytes) =>
      store.write(name, name.includes('/base-') ? heldAfterFirst(bytes, begun.resolve, ended.promise) : bytes),
  });
  await begun.promise;
  const [chain] = await readdir(join(folder, 'broken', 'wal'));
  const files = join(folder, 'broken', 'wal', chain!);
  expect((await readdir(files)).filter((name) => name.endsWith('.partial'))).toHaveLength(1);
  await asOwner(`select pg_terminate_backend(pid) from pg_stat_replication where state = 'backup'`);
  ended.resolve();
  await shipping.until('problem');
  expect((await readdir(files)).filter((name) => name.startsWith('base-'))).toEqual([]);
  expect(shipping.baseRetry.waitMs).toBeGreaterThan(50_000);
  await shipping.stop();

  await writeFile(join(files, 'base-2026-03-01T02-00-00-000Z.omw.partial'), 'half');
  const again = startShipping(database, store);
  await again.until('base');
  expect((await readdir(files)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  await again.stop();
});

/** Passes the first part, and the others when the promise says so. */
async function* heldAfterFirst(bytes: AsyncIterable<Uint8Array>, onFirst: () => void, released: Promise<void>) {
  for await (const part of bytes) {
    yield part;
    onFirst();
    await released;
  }
}

test('log that is caught up with is safe when all of it is stored', async () => {
  await dropSlots(database.target);
  const store = folderStore(join(folder, 'late'));
  const first = startShipping(database, store);
  await first.until('base');
  await first.stop();
  const missingSince = new Date();
  await megabytesOfLog(40);
  const whole = new Date();

  const released = Promise.withResolvers<void>();
  const stored: string[] = [];
  const holding: BackupStore = {
    ...store,
    async write(name, bytes) {
      if (stored.length === 1) await released.promise;
      await store.write(name, bytes);
      stored.push(name);
    },
  };
  const second = startShipping(database, holding);
  // The base of the first shipping makes it restorable, and 16 of 40 MB are stored.
  await expect.poll(() => stored.length === 1 && second.safeAt(), { timeout: 30_000 }).toBeTruthy();
  expect(second.safeAt()!.getTime()).toBeLessThanOrEqual(missingSince.getTime());
  const [chain] = [...(await readChains(store)).values()];
  expect(chain!.pieces.at(-1)!.safeAt.getTime()).toBeLessThanOrEqual(missingSince.getTime());
  released.resolve();
  await second.stop();
  expect(second.safeAt()!.getTime()).toBeGreaterThanOrEqual(whole.getTime());
});

test('a chain goes on after a stop; of a data folder and its copy one goes on, and the other begins a chain of its own', async () => {
  await dropSlots(database.target);
  const store = folderStore(join(folder, 'shared'));
  const first = startShipping(database, store);
  await first.until('base');
  await first.stop();
  await database.close();
  // With the owners of the files, as a person copies it.
  await promisify(execFile)('cp', ['-a', join(folder, 'data'), join(folder, 'copy')]);
  database = await open('data');
  const copy = await open('copy');
  onTestFinished(() => copy.close());

  // Both have received the last piece once more, and agree with it.
  const both = [database, copy].map((one) => ({ one, shipping: startShipping(one, store) }));
  for (const { one, shipping } of both) {
    await shipping.until('base');
    await makeRestaurant(one.db);
  }
  const outcomes = await Promise.allSettled(both.map(({ shipping }) => shipping.stop()));
  const isBroken = (outcome: PromiseSettledResult<void>) =>
    outcome.status === 'rejected' && (outcome.reason as Error).name === 'BrokenChain';
  expect(outcomes.filter(isBroken).length).toBeGreaterThan(0);
  const [chain] = [...(await readChains(store)).values()];
  const starts = chain!.pieces.map(({ start }) => start);
  expect(new Set(starts).size).toBe(starts.length);

  // Beside the log of the other its own is that of another database.
  const one = both[outcomes.findIndex(isBroken)]!.one;
  if (outcomes.some(({ status }) => status === 'fulfilled'))
    await expect(startShipping(one, store).ended).rejects.toMatchObject({ name: 'BrokenChain' });
  await dropSlots(one.target);
  const own = startShipping(one, store);
  await own.until('base');
  await own.stop();
  expect(own.safeAt()).not.toBeNull();
  // Before the base of the new chain nothing in it can be restored.
  const told = own.news.slice(
    0,
    own.news.findIndex(({ kind }) => kind === 'base'),
  );
  expect(told.filter((news) => news.kind === 'stored' && news.safeAt !== null)).toEqual([]);
  const chains = await readChains(store);
  expect([...chains.values()].map(({ bases }) => bases.length)).toEqual([1, 1]);
});
