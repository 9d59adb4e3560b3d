import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { PushDeviceId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';
import { cleanUp, openEraser, startCleaningUp } from './clean-up.ts';
import type { Database } from './db/connect.ts';
import { newId } from './db/new-id.ts';
import { bindSecret } from './db/secret-fingerprint.ts';
import { platformTransaction } from './db/transaction.ts';
import { createSession, hashToken } from './modules/accounts/sessions/sessions.ts';
import { insertPushDevice } from './modules/kitchen/devices/push-devices.ts';
import { storeCode } from './modules/customers/queries.ts';
import { counterKey, consumeOne } from './rate-limits/rate-counters.ts';
import { sql } from 'kysely';
import { startApp, testConfig } from './test/servers/app.ts';
import { openErasingServer } from './test/servers/erasing-server.ts';
import { testLog } from './test/servers/log.ts';
import { startPictureApp } from './test/servers/picture-bucket.ts';
import { administer, checkedDatabase } from './test/servers/database.ts';
import { countWaiting } from './test/servers/waiting.ts';
import { makeDriver } from './test/data/drivers.ts';
import { makePng } from './test/data/png.ts';
import { makeReportedProblems } from './test/data/reported-problems.ts';
import { makeCustomer, makeOwner, makeRestaurant } from './test/data/restaurant.ts';

let database: Database;
beforeAll(async () => {
  database = await checkedDatabase();
});
afterAll(() => database.close());

test('expired data is removed, and nothing else', async () => {
  const { db } = database;
  const now = new Date('2026-03-02T09:00:00Z');
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const { id: restaurantId } = await makeRestaurant(db);
  const { customerId } = await makeCustomer(db, restaurantId);
  const guest = { kind: 'customer', restaurantId, customerId } as const;
  const [, live] = [await createSession(db, guest, ago(30 * 24)), await createSession(db, guest, ago(29 * 24))];
  const [over, running] = [counterKey('test', 'over'), counterKey('test', 'running')];
  const person = await makeOwner(db, restaurantId);
  const expired = hashToken(person.token);
  await db
    .updateTable('sessions')
    .set({ expires_at: ago(1) })
    .where('token_hash', '=', expired)
    .execute();
  await consumeOne(db, over, 1, 3600, ago(1));
  await consumeOne(db, running, 1, 3601, ago(1));
  await platformTransaction(db, 'clean-up', async (tx) => {
    await storeCode(tx, restaurantId, '+971500000001', Buffer.from('old'), ago(24.1));
    await storeCode(tx, restaurantId, '+971500000002', Buffer.from('new'), ago(23.9));
    await insertPushDevice(tx, {
      restaurant_id: restaurantId,
      id: newId<PushDeviceId>(),
      user_id: person.userId,
      session_hash: expired,
      device_id: null,
      name: null,
      kind: 'Chrome on Android',
      endpoint_hash: Buffer.from('hash'),
      sealed: Buffer.from('sealed'),
      outlet_ids: null,
      created_at: ago(200),
    });
  });

  await cleanUp({ db, config: testConfig, clock: () => now, log: testLog });

  const left = await platformTransaction(db, 'clean-up', async (tx) => ({
    sessions: (await tx.selectFrom('sessions').select('token_hash').execute()).map((row) =>
      row.token_hash.toString('hex'),
    ),
    codes: (await tx.selectFrom('phone_codes').select('phone').execute()).map((row) => row.phone),
    counters: (await tx.selectFrom('rate_counters').select('key').execute()).map((row) => row.key),
    customers: (await tx.selectFrom('customers').select('id').execute()).length,
    pushDevices: await tx.selectFrom('push_devices').select('session_hash').execute(),
  }));
  // `makeCustomer` made the second session.
  expect(left.sessions).toHaveLength(2);
  expect(left.sessions).toContain(hashToken(live).toString('hex'));
  expect({ ...left, sessions: 0 }).toEqual({
    sessions: 0,
    // It outlives the session that was over by itself.
    pushDevices: [{ session_hash: null }],
    codes: ['+971500000002'],
    counters: [running],
    customers: 1,
  });
});

const instant = new Date('2026-03-02T09:00:00Z');
const daysAgo = (days: number) => new Date(instant.getTime() - days * 24 * 3_600_000);

/** Holds a table for itself until the returned function is called. */
async function lockTable(name: string): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query(`begin; lock table ${name} in access exclusive mode`);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

const countCounters = async () => (await database.db.selectFrom('rate_counters').select('key').execute()).length;

test('a step that fails stops no other, and is named in the log', async () => {
  await consumeOne(database.db, counterKey('test', 'old'), 1, 3600, daysAgo(1));
  const before = await countCounters();
  const rename = (from: string, to: string) => administer(database.target, `alter table ${from} rename to ${to}`);
  await rename('idempotency_keys', 'hidden_keys');
  const warnings: unknown[] = [];
  const log = { ...testLog, warn: (facts: { what: string }) => void warnings.push(facts.what) } as typeof testLog;
  await cleanUp({ db: database.db, config: testConfig, clock: () => instant, log });
  await rename('hidden_keys', 'idempotency_keys');
  expect(warnings).toEqual(['idempotency keys']);
  expect(await countCounters()).toBeLessThan(before);
});

test('the first round begins soon, and stopping waits for its step under way alone', async () => {
  await consumeOne(database.db, counterKey('test', 'old'), 1, 3600, daysAgo(1));
  const before = await countCounters();
  const unlock = await lockTable('phone_codes');
  const deps = { db: database.db, config: testConfig, clock: () => instant, log: testLog };
  const cleaning = startCleaningUp(deps, () => true, 0);
  await expect.poll(() => countWaiting(database.db)).toBe(1);
  let isStopped = false;
  const stopped = cleaning.stop().then(() => {
    isStopped = true;
  });
  await sleep(100);
  expect(isStopped).toBe(false);
  await unlock();
  await stopped;
  expect(await countCounters()).toBe(before);
});

test('service requests go after 30 days, and more rows than one batch go in one round', async () => {
  const { id: restaurantId, outletId } = await makeRestaurant(database.db);
  await platformTransaction(database.db, 'seed', async (tx) => {
    const [table] = (
      await sql<{ id: string }>`
        insert into dining_tables (restaurant_id, id, outlet_id, name, number, coded_at, created_at)
        values (${restaurantId}, gen_random_uuid(), ${outletId}, '1', 1, now(), now()) returning id`.execute(tx)
    ).rows;
    for (const [days, count] of [
      [31, 5_001],
      [29, 2],
    ] as const) {
      await sql`
        insert into service_requests (restaurant_id, id, outlet_id, table_id, kind, requested_at, answered_at, answered_by)
        select ${restaurantId}, gen_random_uuid(), ${outletId}, ${table!.id}, 'waiter', ${daysAgo(days)}, ${daysAgo(days)}, 'Sara'
        from generate_series(1, ${count}::int)`.execute(tx);
    }
  });
  await cleanUp({ db: database.db, config: testConfig, clock: () => instant, log: testLog });
  const left = await platformTransaction(database.db, 'seed', (tx) =>
    tx.selectFrom('service_requests').select('id').execute(),
  );
  expect(left).toHaveLength(2);
});

describe('erasing waits until the clock has not jumped for a day', () => {
  const hours = 3_600_000;
  let now = instant;
  let own: Database;
  let idle: Awaited<ReturnType<typeof makeRestaurant>>;
  let lines: string[] = [];
  const log = { ...testLog, info: (_: object, message: string) => void lines.push(message) };
  const waits = 'Nothing is erased until the clock has stood a day';

  beforeEach(async () => {
    own = await checkedDatabase();
    await bindSecret(own.db, Buffer.alloc(32));
    const closed = await makeRestaurant(own.db);
    idle = await makeRestaurant(own.db);
    now = instant;
    lines = [];
    await platformTransaction(own.db, 'seed', async (tx) => {
      await sql`update restaurants set closed_at = '2026-01-01', erase_at = '2026-01-31' where id = ${closed.id}`.execute(
        tx,
      );
      await sql`
        insert into customers (restaurant_id, id, phone, name, email, created_at, updated_at)
        select ${idle.id}, gen_random_uuid(), '+97155' || (1000000 + n), 'Guest ' || n, n || '@guest.test', '2020-01-01', '2020-01-01'
        from generate_series(1, 20) n`.execute(tx);
    });
    return () => own.close();
  });

  /** A server that is started anew; the function runs one round of it after some hours. */
  function startEraser() {
    const clock = () => now;
    const erase = openEraser({ db: own.db, clock, log });
    const { outbox } = openErasingServer(own.db, clock, log);
    return async (after: number) => {
      now = new Date(now.getTime() + after * hours);
      await erase();
      await outbox.settle();
    };
  }
  const countLeft = () =>
    platformTransaction(own.db, 'seed', async (tx) => {
      const { rows } = await sql<{ restaurants: number; guests: number }>`
        select (select count(*) from restaurants) as restaurants, (select count(*) from customers) as guests`.execute(
        tx,
      );
      return [rows[0]!.restaurants, rows[0]!.guests];
    });

  test('also over a start, and it says so once', async () => {
    const first = startEraser();
    for (const after of [0, 6, 6]) await first(after);
    const second = startEraser();
    for (const after of [6, 5.99]) await second(after);
    expect(await countLeft()).toEqual([2, 20]);
    expect(lines).toEqual([waits]);
    await second(0.01);
    expect(await countLeft()).toEqual([1, 19]);
    expect(lines.slice(1).toSorted()).toEqual(['A closed restaurant was erased', 'Idle guests were erased']);
  });

  test.each([
    ['three years ahead', 3 * 365 * 24],
    ['25 hours ahead', 25],
    ['25 hours back', -25],
  ])('a jump %s begins the day anew, while running and at a start', async (_, jump) => {
    const running = startEraser();
    await running(0);
    await running(23);
    await running(jump);
    await running(23);
    const started = startEraser();
    await started(jump);
    await started(23.9);
    expect(await countLeft()).toEqual([2, 20]);
    expect(lines).toEqual([waits, waits, waits]);
    await started(0.1);
    expect(await countLeft()).toEqual([1, 19]);
  });

  test('accounts of people who work nowhere wait as well', async () => {
    const { userId } = await makeOwner(own.db, idle.id);
    await platformTransaction(own.db, 'seed', (tx) =>
      tx.deleteFrom('memberships').where('user_id', '=', userId).execute(),
    );
    await own.db
      .updateTable('users')
      .set({ updated_at: daysAgo(31) })
      .where('id', '=', userId)
      .execute();
    const listUsers = () => own.db.selectFrom('users').select('id').execute();
    const round = startEraser();
    for (const after of [0, 12, 11.9]) await round(after);
    expect(await listUsers()).toEqual([{ id: userId }]);
    await round(0.1);
    expect(await listUsers()).toEqual([]);
    expect(lines).toContain('Accounts of former staff were deleted');
  });

  test('a clock behind the newest event is not believed', async () => {
    await platformTransaction(own.db, 'seed', (tx) =>
      sql`
        insert into events (restaurant_id, seq, type, happened_at)
        values (${idle.id}, 1000, 'outlet.changed', ${new Date(instant.getTime() + 60 * hours)})`.execute(tx),
    );
    const round = startEraser();
    for (const after of [0, 12, 12, 11.9]) await round(after);
    expect(lines).toEqual([waits, waits, waits, waits]);
    // From here on the event is less than a day ahead.
    for (const after of [0.1, 12, 11.8]) await round(after);
    expect(await countLeft()).toEqual([2, 20]);
    await round(0.1);
    expect(await countLeft()).toEqual([1, 19]);
  });
});

test('a clock two years ahead takes no stamps, names and photos until it has stood a day', async () => {
  const app = await startApp();
  onTestFinished(() => app.close());
  const { db, call, clock } = app;
  await bindSecret(db, Buffer.alloc(32));
  const shop = await makeReportedProblems(app);
  let now = clock.now();
  const deps = { db, config: testConfig, clock: () => now, log: testLog };
  const body = {
    name: 'Regulars',
    benefit: { kind: 'amount', amount: 10 },
    stamps: { needed: 3, months: 12 },
  } as const;
  await call('POST /offer/add-offer', { body }, shop.owner.token);
  const { _id } = await shop.placeCompleted();
  await shop.report(_id, {}, { photo: makePng() });
  const { driverId, name } = await makeDriver(db, shop.made.id);
  await platformTransaction(db, 'seed', (tx) =>
    sql`
      insert into deliveries (restaurant_id, id, order_id, outlet_id, driver_id, driver_name, code, taken_at, ended_at,
        outcome, proof, proof_name)
      values (${shop.made.id}, gen_random_uuid(), ${_id}, ${shop.made.outletId}, ${driverId}, ${name}, '1234',
        ${now}, ${now}, 'delivered', 'name', 'Mona')`.execute(tx),
  );
  const left = () =>
    platformTransaction(db, 'seed', async (tx) => [
      await tx.selectFrom('stamp_movements').select(['kind', 'stamps']).orderBy('created_at').execute(),
      await tx.selectFrom('deliveries').select('proof_name').execute(),
      await tx.selectFrom('order_problem_photos').select('order_id').execute(),
    ]);
  const all = [[{ kind: 'earned', stamps: 1 }], [{ proof_name: 'Mona' }], [{ order_id: _id }]];
  const eraseDue = openEraser(deps);
  const round = async (ahead: number) => {
    now = new Date(now.getTime() + ahead);
    await cleanUp(deps);
    await eraseDue();
  };
  await round(0);
  await round(2 * 365 * DAY);
  expect(await left()).toEqual(all);
  await round(-2 * 365 * DAY);
  expect(await left()).toEqual(all);
  await round(2 * 365 * DAY);
  await round(DAY / 2);
  await round(DAY / 2);
  expect(await left()).toEqual([
    [
      { kind: 'earned', stamps: 1 },
      { kind: 'expired', stamps: -1 },
    ],
    [{ proof_name: null }],
    [],
  ]);
});

test('a stop does not wait for a bucket of the pictures that does not answer', async () => {
  const { app, bucket, deps, listNotes } = await startPictureApp();
  await app.db.insertInto('unused_files').values({ prefix: 'a/1/', why: 'erased' }).execute();
  bucket.delays.set('GET ', 30_000);
  const cleaning = startCleaningUp({ ...deps, log: testLog }, () => true, 0);
  await expect.poll(() => bucket.requests.length, { timeout: 10_000 }).toBe(1);
  const begun = performance.now();
  await cleaning.stop();
  // The bucket itself is given up after ten seconds.
  expect(performance.now() - begun).toBeLessThan(6_000);
  expect(await listNotes()).toHaveLength(1);
});
