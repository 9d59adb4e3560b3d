/** The list of erasures says what was committed, whatever happened around the commit. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { makeCustomer, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { freshDatabase, targetOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';
import { eraseCustomer, repeatErasures } from './erase-guest.ts';
import { openErasureList, readErasures } from './erasure-list.ts';
import { settleErasures } from './noted-erasure.ts';

let database: Database;
let made: TestRestaurant;
beforeAll(async () => {
  database = await freshDatabase();
  made = await makeRestaurant(database.db);
});
afterAll(() => database.close());

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'order-manager-erasures-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

const depsOf = () => ({
  db: database.db,
  clock: () => new Date(),
  streams: { closeOf: () => undefined },
  erasures: openErasureList(folder),
  log: testLog,
});
const listed = async () => (await readErasures(folder)).map(({ customerId }) => customerId);
const guests = () =>
  transaction(database.db, made.id, async (tx) =>
    (await tx.selectFrom('customers').select('id').execute()).map(({ id }) => id),
  );

test('a guest whose erasure could not be committed is not erased by a restore; the next try is', async () => {
  const { customerId } = await makeCustomer(database.db, made.id);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
  const owner = new Client(targetOf(inject('engine'), rows[0]!.name));
  await owner.connect();
  onTestFinished(() => owner.end());
  await owner.query(`create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'No space'; end $$;
    create constraint trigger full_disk after delete on customers deferrable initially deferred
    for each row execute function full_disk()`);
  const deps = depsOf();
  await expect(eraseCustomer(deps, made.id, customerId)).rejects.toThrow('No space');
  expect(await listed()).toEqual([]);
  expect(await repeatErasures(database.db, await readErasures(folder), new Date(0))).toBe(0);
  expect(await guests()).toContain(customerId);

  await owner.query('drop trigger full_disk on customers');
  await eraseCustomer(deps, made.id, customerId);
  expect(await listed()).toEqual([customerId]);
});

test('notes of a server that was killed around its commit are settled by what became of the guests', async () => {
  const [gone, there] = [await makeCustomer(database.db, made.id), await makeCustomer(database.db, made.id)];
  const killed = openErasureList(folder);
  for (const { customerId } of [gone, there]) {
    await killed.note([{ restaurantId: made.id, customerId, at: new Date() }]);
  }
  await transaction(database.db, made.id, (tx) =>
    tx.deleteFrom('customers').where('id', '=', gone.customerId).execute(),
  );
  // A restore erases both until somebody has looked.
  expect(await listed()).toEqual([gone.customerId, there.customerId]);
  await settleErasures(depsOf());
  expect(await listed()).toEqual([gone.customerId]);
});

test('a note whose transaction is still committing waits for it', async () => {
  const { customerId } = await makeCustomer(database.db, made.id);
  await openErasureList(folder).note([{ restaurantId: made.id, customerId, at: new Date() }]);
  let settling: Promise<void> | undefined;
  await transaction(database.db, made.id, async (tx) => {
    await tx.deleteFrom('customers').where('id', '=', customerId).execute();
    settling = settleErasures(depsOf());
    await expect.poll(() => countWaiting(database.db)).toBe(1);
  });
  await settling;
  expect(await listed()).toEqual([customerId]);
  expect(await openErasureList(folder).unsettled()).toEqual(new Map());
});

test('a restaurant whose erasure had not begun is not erased by a restore', async () => {
  const [going, open] = [await makeRestaurant(database.db), made];
  const killed = openErasureList(folder);
  for (const { id } of [going, open]) await killed.note([{ restaurantId: id, at: new Date() }]);
  await database.db
    .updateTable('restaurants')
    .set({ closed_at: new Date('2026-01-01'), erase_at: new Date('2026-01-31') })
    .where('id', '=', going.id)
    .execute();
  await database.db
    .updateTable('restaurants')
    .set({ erasing_since: new Date('2026-01-31') })
    .where('id', '=', going.id)
    .execute();
  await settleErasures(depsOf());
  expect((await readErasures(folder)).map(({ restaurantId }) => restaurantId)).toEqual([going.id]);
});

test('a database that is away leaves the note to the next erasure', async () => {
  const { customerId } = await makeCustomer(database.db, made.id);
  await openErasureList(folder).note([{ restaurantId: made.id, customerId, at: new Date() }]);
  const deps = depsOf();
  const warned: string[] = [];
  const log = { ...testLog, warn: (_: object, message: string) => void warned.push(message) };
  const closed = await freshDatabase();
  await closed.close();
  await settleErasures({ ...deps, db: closed.db, log });
  expect(warned).toEqual(['Noted erasures could not be settled; trying again before the next one']);
  expect(await listed()).toEqual([customerId]);

  const other = await makeCustomer(database.db, made.id);
  await eraseCustomer(deps, made.id, other.customerId);
  expect(await listed()).toEqual([other.customerId]);
});
