/**
 * Backups as a person makes and restores them: encrypted, restored on a new machine, and without bringing back guests
 * erased in the meantime (R55, R90).
 */
import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { DriverId } from '#contract/base/ids.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction } from '#server/db/transaction.ts';
import { storeCode } from '#server/modules/customers/queries.ts';
import { eraseCustomer } from '#server/modules/customers/privacy/erase-guest.ts';
import { openErasureList } from '#server/modules/customers/privacy/erasure-list.ts';
import { settleSecret } from '#server/db/settle-secret.ts';
import { emptyDatabase, urlOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { openPushKeys } from '#server/modules/outbound/push/push-keys.ts';
import { insertPastOrders } from '#server/test/data/past-orders.ts';
import { makeCustomer, makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';

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
  const third = await makeCustomer(db, made.id);
  // Live when the backup was taken, completed when the guest was erased.
  const [orderId] = await insertPastOrders(db, made, [
    { placedAt: new Date().toISOString(), status: 'New', customerId: erased.customerId, name: erased.name },
  ]);

  const keyFile = join(before.folder, 'backup-key.txt');
  const { out: printed } = await run({}, 'backup:key', keyFile);
  expect(printed).toMatch(/^BACKUP_RECIPIENT=age1[a-z0-9]{58}\n$/);
  expect(await run({}, 'backup:key', keyFile)).toMatchObject({ code: 1, err: expect.stringContaining('EEXIST') });

  const backups = join(before.folder, 'backups');
  await openErasureList(backups).note([
    { restaurantId: made.id, customerId: kept.customerId, at: new Date('2020-01-01T00:00:00Z') },
  ]);
  const environment = { DATABASE_URL: before.url, DATA_DIR: before.folder, BACKUP_DIR: backups };
  const { secret } = await settleSecret(db, readConfig(environment));
  const pushKeys = await openPushKeys({ db, config: { ...readConfig(environment), secret }, clock: () => new Date() });
  const backup = await run({ ...environment, BACKUP_RECIPIENT: printed.trim().split('=')[1]! }, 'backup');
  expect(backup).toMatchObject({
    code: 0,
    out: expect.stringMatching(/ rows of \d+ tables, sealed with the secret\n$/),
  });
  const file = join(
    backups,
    (await readdir(backups)).find((name) => name.endsWith('.omb'))!,
  );
  expect((await readFile(file)).includes(kept.name)).toBe(false);

  await transaction(db, made.id, (tx) => tx.updateTable('orders').set({ status: 'Completed' }).execute());
  // A half-written line of a lost machine was never acknowledged, and must not spoil the next one.
  await appendFile(join(backups, `erasures-${hostname()}.jsonl`), '{"restaurantId":"');
  await eraseCustomer(
    {
      db,
      clock: () => new Date(),
      streams: { closeOf: () => undefined },
      erasures: openErasureList(backups),
      log: testLog,
    },
    made.id,
    erased.customerId,
  );

  // Lists of another server, and of the version before.
  const other = openErasureList(backups, 'another server');
  await other.note([{ restaurantId: closed.id, at: new Date() }]);
  // One that did not happen.
  await other.settle(await other.note([{ restaurantId: made.id, at: new Date() }]), false);
  const line = JSON.stringify({ restaurantId: made.id, customerId: third.customerId, at: new Date() });
  await writeFile(join(backups, 'erasures.jsonl'), `\n${line}\n`);

  const after = await newMachine();
  const target = { DATABASE_URL: after.url, DATA_DIR: after.folder };
  expect(await run(target, 'restore', file)).toMatchObject({ code: 1, err: expect.stringContaining('--key') });
  const restored = await run(target, 'restore', file, '--key', keyFile);
  expect(restored).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      / rows of \d+ tables restored\nThe secret of the backup is in .*\/secret now\.\n2 guests erased again\n1 restaurants erased again\n$/,
    ),
  });
  expect(await readFile(join(after.folder, 'secret'), 'utf8')).toBe(secret);

  const there = (await after.open()).db;
  // With another pair of keys every device that takes pushes would have to allow them anew.
  const config = { ...readConfig(target), secret };
  expect((await openPushKeys({ db: there, config, clock: () => new Date() })).publicKey).toBe(pushKeys.publicKey);
  const left = await transaction(there, made.id, async (tx) => ({
    restaurants: await tx.selectFrom('restaurants').select('id').execute(),
    customers: await tx.selectFrom('customers').select('name').execute(),
    orders: await tx.selectFrom('orders').select(['id', 'status', 'customer_name']).execute(),
  }));
  expect(left).toEqual({
    restaurants: [{ id: made.id }],
    customers: [{ name: kept.name }],
    orders: [{ id: orderId, status: 'New', customer_name: '' }],
  });
});

test('a readable backup is without the secret, and both commands say in words what becomes of that', async () => {
  const before = await newMachine();
  const { db } = await before.open();
  const environment = { DATABASE_URL: before.url, DATA_DIR: before.folder };
  const { secret } = await settleSecret(db, readConfig(environment));
  const file = join(before.folder, 'readable.omb');
  expect(await run(environment, 'backup', file)).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      / tables\nThe secret of the server is not in it: keep .*\/secret with it\. A restore without it voids second factors, PINs and table codes\.\n$/,
    ),
  });
  expect(gunzipSync(await readFile(file)).includes(secret)).toBe(false);

  const after = await newMachine();
  // A server that has started on the new database once has bound it to a secret of its own.
  const bound = await after.open();
  const target = { DATABASE_URL: after.url, DATA_DIR: after.folder };
  await settleSecret(bound.db, readConfig(target));
  expect(await run(target, 'restore', file)).toMatchObject({
    code: 0,
    out: expect.stringContaining('The secret is not in the backup: put the one kept with it into SECRET or '),
  });
  await expect(settleSecret(bound.db, readConfig(target))).rejects.toThrow(
    'is not the one that the database is used with. Put it back',
  );
  await writeFile(join(after.folder, 'secret'), secret);
  expect((await settleSecret(bound.db, readConfig(target))).secret).toBe(secret);
});

test('a secret is replaced when somebody says yes, and what it voids is gone', async () => {
  const machine = await newMachine();
  const { db } = await machine.open();
  const target = { DATABASE_URL: machine.url, DATA_DIR: machine.folder };
  const { secret } = await settleSecret(db, readConfig(target));
  const made = await makeRestaurant(db);
  const owner = await makeOwner(db, made.id);
  const now = new Date();
  const link = Buffer.from('l');
  await db
    .insertInto('second_factors')
    .values({ user_id: owner.userId, sealed: Buffer.from('x'), created_at: now, confirmed_at: now })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ user_id: owner.userId, code_hash: Buffer.from('y') })
    .execute();
  await transaction(db, made.id, async (tx) => {
    await tx
      .updateTable('memberships')
      .set({ pin_hash: Buffer.from('z') })
      .execute();
    await storeCode(tx, made.id, '+971500000001', Buffer.from('c'), now);
    for (const [name, token_hash, removed_at] of [
      ['Ali', link, null],
      ['Omar', null, now],
    ] as const) {
      const driver = { restaurant_id: made.id, id: newId<DriverId>(), name, phone: '+971500000002', created_at: now };
      await tx
        .insertInto('drivers')
        .values({ ...driver, outlet_ids: null, token_hash, code_hash: Buffer.from('d'), removed_at })
        .execute();
    }
  });

  expect(await run(target, 'secret:replace')).toMatchObject({
    code: 2,
    err: expect.stringContaining('This becomes void:\n  second factors and recovery codes: '),
  });
  expect((await settleSecret(db, readConfig(target))).secret).toBe(secret);
  expect(await run(target, 'secret:replace', '--yes')).toMatchObject({
    code: 0,
    out: expect.stringContaining('from now on. Void:\n  second factors and recovery codes: '),
  });
  expect((await settleSecret(db, readConfig(target))).secret).not.toBe(secret);
  expect(await db.selectFrom('second_factors').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([]);
  const left = await transaction(db, made.id, async (tx) => ({
    pins: await tx.selectFrom('memberships').select('user_id').where('pin_hash', 'is not', null).execute(),
    codes: await tx.selectFrom('phone_codes').select('phone').execute(),
    links: await tx.selectFrom('drivers').select('name').where('token_hash', '=', link).execute(),
    drivers: await tx.selectFrom('drivers').select('name').where('removed_at', 'is', null).execute(),
  }));
  expect(left).toEqual({ pins: [], codes: [], links: [], drivers: [{ name: 'Ali' }] });
});
