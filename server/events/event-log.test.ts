import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Database } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { openStandingConnection } from '#server/db/standing-connection.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { openEvents } from '#server/test/servers/events.ts';
import { testLog } from '#server/test/servers/log.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { goBackTo } from '#server/test/data/go-back.ts';
import { appendEvent } from './append-event.ts';
import { type EventLog, openEventLog, type StoredEvent } from './event-log.ts';
import { removeOldEvents } from './remove-old-events.ts';

let database: Database;
let log: EventLog;
beforeAll(async () => {
  database = await freshDatabase();
  log = openEvents(database);
});
afterAll(async () => {
  await log.close();
  await database.close();
});

let restaurantId: RestaurantId;
beforeEach(async () => {
  ({ id: restaurantId } = await makeRestaurant(database.db));
});

const append = (id = restaurantId, at = new Date()) =>
  transaction(database.db, id, (tx) => appendEvent(tx, id, { type: 'catalogue.changed' }, at));

/** Appends as a process without an event log would: no reader is woken. */
const appendSilently = () =>
  transaction(database.db, restaurantId, (tx) =>
    sql`
      with counted as (
        update restaurant_counters set event_seq = event_seq + 1 where restaurant_id = ${restaurantId} returning event_seq
      )
      insert into events (restaurant_id, seq, type, happened_at)
      select ${restaurantId}, event_seq, 'catalogue.changed', now() from counted`.execute(tx),
  );

/** The log polls every five seconds while it is woken; a busy machine takes its time. */
const untilPolled = { timeout: 20_000 };

const noRewind = () => undefined;

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const seqs = (events: readonly StoredEvent[]) => events.map(({ seq }) => seq);

describe('an event', () => {
  test('is numbered from 1 within its restaurant and read as it was written', async () => {
    const outletId = newId<OutletId>();
    const at = new Date('2027-01-02T03:04:05.678Z');
    const write = (id: RestaurantId) =>
      transaction(database.db, id, (tx) => appendEvent(tx, id, { type: 'outlet.changed', data: { outletId } }, at));
    expect([await write(restaurantId), await append(), await append()]).toEqual([1, 2, 3]);
    expect(await log.lastSeq(restaurantId)).toBe(3);
    const [first] = await log.readAfter(restaurantId, 0, 1);
    const nobody = { orderId: null, customerId: null };
    expect(first).toEqual({
      restaurantId,
      seq: 1,
      type: 'outlet.changed',
      data: { outletId },
      happenedAt: at,
      ...nobody,
    });
    expect(seqs(await log.readAfter(restaurantId, 1, 10))).toEqual([2, 3]);
    expect(await write((await makeRestaurant(database.db)).id)).toBe(1);
  });

  test('disappears with its failed transaction and leaves no gap', async () => {
    await append();
    const failing = transaction(database.db, restaurantId, async (tx) => {
      await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, new Date());
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await append();
    expect(seqs(await log.readAfter(restaurantId, 0, 10))).toEqual([1, 2]);
  });

  test('is not read for another restaurant', async () => {
    const { id: other } = await makeRestaurant(database.db);
    await append(other);
    expect(await log.readAfter(restaurantId, 0, 10)).toEqual([]);
    expect(await log.lastSeq(restaurantId)).toBe(0);
  });
});

describe('a reader', () => {
  test('misses nothing when it asks for events after the last number, with 50 writers', async () => {
    const writers = Promise.all(
      upTo(50).map(async () => {
        for (let written = 0; written < 10; written++) await append();
      }),
    );
    const read: number[] = [];
    try {
      while (read.length < 500) read.push(...seqs(await log.readAfter(restaurantId, read.at(-1) ?? 0, 100)));
    } finally {
      // Writers that are left would write into the next test.
      await writers;
    }
    expect(read).toEqual(upTo(500));
  });

  test('gets every event after its subscription once, in order and soon', async () => {
    await append();
    const heard: { seq: number; late: number }[] = [];
    const { startsAfter, unsubscribe } = await log.subscribe(
      restaurantId,
      ({ seq, happenedAt }) => heard.push({ seq, late: Date.now() - happenedAt.getTime() }),
      noRewind,
    );
    expect(startsAfter).toBe(1);
    await Promise.all(upTo(50).map(() => append()));
    await expect.poll(() => heard).toHaveLength(50);
    expect(heard.map(({ seq }) => seq)).toEqual(upTo(50).map((number) => number + 1));
    unsubscribe();
    await append();
    await sleep(50);
    expect(heard).toHaveLength(50);
  });

  test('gets exactly the later events when it subscribes while others write', async () => {
    const writers = Promise.all(upTo(100).map(() => append()));
    const subscriptions = await Promise.all(
      upTo(20).map(async (number) => {
        await sleep(number * 3);
        const heard: number[] = [];
        const { startsAfter, unsubscribe } = await log.subscribe(restaurantId, ({ seq }) => heard.push(seq), noRewind);
        return { heard, startsAfter, unsubscribe };
      }),
    );
    await writers;
    for (const { heard, startsAfter, unsubscribe } of subscriptions) {
      await expect.poll(() => heard).toEqual(upTo(100).slice(startsAfter));
      unsubscribe();
    }
  });

  test('does not depend on being woken', async () => {
    const heard: number[] = [];
    const { unsubscribe } = await log.subscribe(restaurantId, ({ seq }) => heard.push(seq), noRewind);
    await appendSilently();
    await appendSilently();
    await vi.waitFor(() => expect(heard).toEqual([1, 2]), untilPolled);
    unsubscribe();
  });

  test('reads again in a second what could not be read, and not with the next poll', async () => {
    let [isAway, failed] = [false, 0];
    const getExecutor = () => {
      if (!isAway) return database.db.getExecutor();
      failed += 1;
      throw new Error('no connection');
    };
    const db = Object.assign(Object.create(database.db) as Database['db'], { getExecutor });
    const connection = openStandingConnection(database.pool, testLog);
    const failing = openEventLog(db, connection, testLog);
    onTestFinished(async () => {
      await failing.close();
      await connection.close();
    });
    await expect.poll(() => connection.isLive()).toBe(true);
    const heard: number[] = [];
    await failing.subscribe(restaurantId, ({ seq }) => heard.push(seq), noRewind);
    // Polls are five seconds apart while the connection is live.
    await append();
    await expect.poll(() => heard).toEqual([1]);
    isAway = true;
    await append();
    // The notification of the same event has come by then.
    await sleep(300);
    expect(failed).toBeGreaterThan(0);
    isAway = false;
    await expect.poll(() => heard, { timeout: 2_500 }).toEqual([1, 2]);
  });

  test('reads more than one batch after an absence', async () => {
    const heard: number[] = [];
    const { unsubscribe } = await log.subscribe(restaurantId, ({ seq }) => heard.push(seq), noRewind);
    await transaction(database.db, restaurantId, async (tx) => {
      for (let written = 0; written < 1_200; written++) {
        await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, new Date());
      }
    });
    await vi.waitFor(() => expect(heard).toEqual(upTo(1_200)), { timeout: 10_000 });
    unsubscribe();
  });
});

test('a database that has gone back is noticed, and its events are passed on from there', async () => {
  for (let written = 0; written < 5; written++) await append();
  const [heard, rewinds]: [number[], number[]] = [[], []];
  const { unsubscribe } = await log.subscribe(
    restaurantId,
    ({ seq }) => heard.push(seq),
    (seq) => rewinds.push(seq),
  );
  await append();
  await expect.poll(() => heard).toEqual([6]);
  await goBackTo(database.db, restaurantId, 3);
  await vi.waitFor(() => expect(rewinds).toEqual([3]), untilPolled);
  await append();
  await append();
  await vi.waitFor(() => expect(heard).toEqual([6, 4, 5]), { timeout: 10_000 });
  expect(rewinds).toEqual([3]);
  unsubscribe();
});

test('events over a day old are removed, and only those', async () => {
  const now = new Date();
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  for (const hours of [72, 26, 23, 0]) await append(restaurantId, hoursAgo(hours));
  expect(await removeOldEvents(database.db, now)).toBe(2);
  expect(seqs(await log.readAfter(restaurantId, 0, 10))).toEqual([3, 4]);
  expect(await append()).toBe(5);
  await platformTransaction(database.db, 'clean-up', (tx) => tx.deleteFrom('events').execute());
  expect(await append()).toBe(6);
});
