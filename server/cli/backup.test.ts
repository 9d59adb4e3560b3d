/**
 * Backups as a person makes and restores them: encrypted, restored on a new machine, and without bringing back guests
 * erased in the meantime (R55, R90).
 */
import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { eraseCustomer } from '#server/modules/customers/privacy/erase-guest.ts';
import { openErasureList } from '#server/modules/customers/privacy/erasure-list.ts';
import { emptyDatabase, urlOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { insertPastOrders } from '#server/test/data/past-orders.ts';
import { makeCustomer, makeRestaurant } from '#server/test/data/restaurant.ts';

const cli = join(import.meta.dirname, '../cli.ts');

/** An empty database and a machine's folder, both removed after the test. */
async function newMachine() {
  const { target, drop } = await emptyDatabase();
  onTestFinished(drop);
  const folder = await mkdtemp(join(tmpdir(), 'om-backups-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const url = urlOf(target);
  const open = async () => {
    const database = await openDatabase({ databaseUrl: url, dataDir: folder }, testLog);
    onTestFinished(() => database.close());
    return database;
  };
  return { url, folder, open };
}

function run(environment: Record<string, string>, ...args: string[]) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [cli, ...args], { env: { ...process.env, ...environment } }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

test('a sealed backup is restored on a new machine, and guests erased since are erased again', async () => {
  const before = await newMachine();
  const { db } = await before.open();
  const made = await makeRestaurant(db);
  const closed = await makeRestaurant(db);
  const [erased, kept] = [await makeCustomer(db, made.id), await makeCustomer(db, made.id)];
  // Live when the backup was taken, completed when the guest was erased.
  const [orderId] = await insertPastOrders(db, made, [
    { placedAt: new Date().toISOString(), status: 'New', customerId: erased.customerId, name: erased.name },
  ]);

  const keyFile = join(before.folder, 'backup-key.txt');
  const { out: printed } = await run({}, 'backup:key', keyFile);
  expect(printed).toMatch(/^BACKUP_RECIPIENT=age1[a-z0-9]{58}\n$/);
  expect(await run({}, 'backup:key', keyFile)).toMatchObject({ code: 1, err: expect.stringContaining('EEXIST') });

  const backups = join(before.folder, 'backups');
  await openErasureList(join(backups, 'erasures.jsonl')).append({
    restaurantId: made.id,
    customerId: kept.customerId,
    at: new Date('2020-01-01T00:00:00Z'),
  });
  const environment = { DATABASE_URL: before.url, DATA_DIR: before.folder, BACKUP_DIR: backups };
  const backup = await run({ ...environment, BACKUP_RECIPIENT: printed.trim().split('=')[1]! }, 'backup');
  expect(backup).toMatchObject({ code: 0, out: expect.stringMatching(/ rows of \d+ tables, sealed\n$/) });
  const file = join(
    backups,
    (await readdir(backups)).find((name) => name.endsWith('.omb'))!,
  );
  expect((await readFile(file)).includes(kept.name)).toBe(false);

  await transaction(db, made.id, (tx) => tx.updateTable('orders').set({ status: 'Completed' }).execute());
  // A half-written line of a lost machine was never acknowledged, and must not spoil the next one.
  await appendFile(join(backups, 'erasures.jsonl'), '{"restaurantId":"');
  await eraseCustomer(
    {
      db,
      clock: () => new Date(),
      streams: { closeOf: () => undefined },
      erasures: openErasureList(join(backups, 'erasures.jsonl')),
    },
    made.id,
    erased.customerId,
  );

  await openErasureList(join(backups, 'erasures.jsonl')).append({ restaurantId: closed.id, at: new Date() });

  const after = await newMachine();
  const target = { DATABASE_URL: after.url, DATA_DIR: after.folder };
  expect(await run(target, 'restore', file)).toMatchObject({ code: 1, err: expect.stringContaining('--key') });
  const restored = await run(target, 'restore', file, '--key', keyFile);
  expect(restored).toMatchObject({
    code: 0,
    out: expect.stringMatching(/ rows of \d+ tables restored\n1 guests erased again\n1 restaurants erased again\n$/),
  });

  const there = (await after.open()).db;
  const left = await transaction(there, made.id, async (tx) => ({
    restaurants: await tx.selectFrom('restaurants').select('id').execute(),
    customers: await tx.selectFrom('customers').select('name').execute(),
    orders: await tx.selectFrom('orders').select(['id', 'status', 'customer_name']).execute(),
  }));
  expect(left).toEqual({
    restaurants: [{ id: made.id }],
    customers: [{ name: kept.name }],
    orders: [{ id: orderId, status: 'New', customer_name: 'Deleted guest' }],
  });
}, 60_000);
