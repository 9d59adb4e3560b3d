/** Jobs: written with their change, done by one server at a time, tried again, dropped, given up and removed. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import { MINUTE } from '#contract/base/time.ts';
import type { Database } from '#server/db/connect.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { inEveryQueue } from '#server/test/data/jobs.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { startRunner } from '#server/test/servers/start-runner.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { backOffMs } from './back-off.ts';
import { enqueue, type NewJob } from './enqueue.ts';
import { type Job, JobFailed, type JobHandler } from './job.ts';
import { openOutbox } from './outbox.ts';
import { removeOldJobs } from './remove-old-jobs.ts';

let database: Database;
let restaurantId: RestaurantId;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

let now: Date;
/** The keys of the tries, by outbox. */
let tried: string[];
beforeEach(async () => {
  now = new Date('2026-03-02T09:00:00Z');
  tried = [];
  await platformTransaction(database.db, 'outbox', (tx) => tx.deleteFrom('jobs').execute());
  ({ id: restaurantId } = await makeRestaurant(database.db));
});

const pass = (ms: number) => (now = new Date(now.getTime() + ms));

function openTestOutbox(handler: Partial<JobHandler> = {}) {
  const mail: JobHandler = {
    atOnce: 2,
    withinMs: 1_000,
    retries: () => ({ most: 4, firstMs: 10_000, longestMs: 30_000 }),
    perform: async ({ key }) => void tried.push(key),
    ...handler,
  };
  return openOutbox({ db: database.db, clock: () => now, log: testLog, handlers: inEveryQueue(mail), chance: () => 0 });
}

const write = (key: string, job: Partial<NewJob> = {}) =>
  transaction(database.db, restaurantId, (tx) =>
    enqueue(tx, { restaurantId, queue: 'mail', payload: { key }, key, usefulForMs: 60 * MINUTE, ...job }, now),
  );

const states = () =>
  platformTransaction(database.db, 'outbox', async (tx) => {
    const { rows } = await sql<{ key: string; state: string; error: string | null; tries: number; due: Date }>`
      select dedupe_key as key, last_error as error, tries, due_at as due,
        case when done_at is not null then 'done' when dead_at is not null then 'dead' when leased_by is not null then 'leased'
          else 'waiting' end as state
      from jobs order by id`.execute(tx);
    return rows;
  });

const fails = (problem: JobFailed['problem']) => async (job: Job) => {
  tried.push(job.key);
  throw new JobFailed('It failed', problem);
};

describe('a job', () => {
  test('is not there when the transaction that causes it fails', async () => {
    const failing = transaction(database.db, restaurantId, async (tx) => {
      await enqueue(tx, { restaurantId, queue: 'mail', payload: {}, usefulForMs: MINUTE }, now);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await states()).toEqual([]);
  });

  test('is done once, and what it was about is forgotten', async () => {
    await write('one');
    const outbox = openTestOutbox();
    await outbox.settle();
    await outbox.settle();
    expect(tried).toEqual(['one']);
    expect(await states()).toEqual([{ key: 'one', state: 'done', error: null, tries: 1, due: now }]);
    const rows = await platformTransaction(database.db, 'outbox', (tx) =>
      tx.selectFrom('jobs').select('payload').execute(),
    );
    expect(rows).toEqual([{ payload: {} }]);
  });

  test('is written once for one key, restaurant and queue; those of the platform have no restaurant', async () => {
    const other = await makeRestaurant(database.db);
    const ofPlatform = (key: string) =>
      platformTransaction(database.db, 'outbox', (tx) =>
        enqueue(tx, { restaurantId: null, queue: 'mail', payload: {}, key, usefulForMs: MINUTE }, now),
      );
    expect([await write('same'), await write('same')].map((job) => job?.key)).toEqual(['same', undefined]);
    expect((await write('same', { queue: 'sms' }))?.key).toBe('same');
    expect([await ofPlatform('same'), await ofPlatform('same')].map((job) => job?.key)).toEqual(['same', undefined]);
    const theirs = await transaction(database.db, other.id, (tx) =>
      enqueue(tx, { restaurantId: other.id, queue: 'mail', payload: {}, key: 'same', usefulForMs: MINUTE }, now),
    );
    expect(theirs?.key).toBe('same');
  });

  test('is seen by its own restaurant alone', async () => {
    const other = await makeRestaurant(database.db);
    await write('ours');
    const seenIn = (id: RestaurantId) =>
      transaction(database.db, id, (tx) => tx.selectFrom('jobs').select('dedupe_key').execute());
    expect(await seenIn(restaurantId)).toEqual([{ dedupe_key: 'ours' }]);
    expect(await seenIn(other.id)).toEqual([]);
    await expect(
      transaction(database.db, other.id, (tx) =>
        enqueue(tx, { restaurantId, queue: 'mail', payload: {}, usefulForMs: MINUTE }, now),
      ),
    ).rejects.toThrow('row-level security');
  });

  test('that fails is tried again after 10, 20 and 30 seconds, and is then dead', async () => {
    await write('one');
    const outbox = openTestOutbox({ perform: fails('not_accepted') });
    const due: number[] = [];
    for (const waitMs of [10_000, 20_000, 30_000]) {
      await outbox.settle();
      due.push((await states())[0]!.due.getTime() - now.getTime());
      pass(waitMs - 1);
      await outbox.settle();
      pass(1);
    }
    expect(due).toEqual([10_000, 20_000, 30_000]);
    expect(tried).toHaveLength(3);
    await outbox.settle();
    expect(await states()).toMatchObject([{ state: 'dead', error: 'not_accepted', tries: 4 }]);
    pass(60 * MINUTE);
    await outbox.settle();
    expect(tried).toHaveLength(4);
  });

  test('that was refused for good is dead at once', async () => {
    await write('one');
    await openTestOutbox({ perform: fails('refused') }).settle();
    expect(await states()).toMatchObject([{ state: 'dead', error: 'refused', tries: 1 }]);
  });

  test('that takes too long has failed, and its work is told to end', async () => {
    await write('one');
    let isEnded = false;
    const perform = (_: Job, signal: AbortSignal) =>
      new Promise<void>(() => signal.addEventListener('abort', () => (isEnded = true)));
    await openTestOutbox({ perform, withinMs: 50 }).settle();
    expect(await states()).toMatchObject([{ state: 'waiting', error: 'too_slow', tries: 1 }]);
    expect(isEnded).toBe(true);
  });

  test('is dropped when it is of no use any more, or nobody wants it', async () => {
    await write('late', { usefulForMs: 1_000 });
    pass(1_000);
    await write('unwanted');
    await openTestOutbox({ isWanted: async (_, { key }) => key !== 'unwanted' }).settle();
    expect(tried).toEqual([]);
    expect(await states()).toMatchObject([
      { key: 'late', state: 'done', error: 'expired' },
      { key: 'unwanted', state: 'done', error: 'unwanted' },
    ]);
  });

  test('is concluded in the transaction that ends it', async () => {
    await write('one');
    let isFirst = true;
    const conclude: JobHandler['conclude'] = async (tx, { key }) => {
      await sql`update restaurants set country = 'ZZ' where id = ${restaurantId}`.execute(tx);
      if (isFirst) {
        isFirst = false;
        throw new Error(`${key} fails after its writing`);
      }
    };
    const outbox = openTestOutbox({ conclude });
    const country = async () =>
      (await database.db.selectFrom('restaurants').select('country').where('id', '=', restaurantId).executeTakeFirst())
        ?.country;
    await outbox.settle();
    expect([(await country()) === 'ZZ', (await states())[0]!.state]).toEqual([false, 'waiting']);
    pass(10_000);
    await outbox.settle();
    expect([await country(), (await states())[0]!.state]).toEqual(['ZZ', 'done']);
  });
});

test('a job is concluded with what its try found, also where the transaction runs again', async () => {
  await write('one');
  const found: unknown[] = [];
  const conclude: JobHandler['conclude'] = async (_, __, outcome) => {
    found.push(outcome);
    if (found.length === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
  };
  await openTestOutbox({ perform: async () => 'gone', conclude }).settle();
  expect(found).toEqual(['gone', 'gone']);
  expect(await states()).toMatchObject([{ state: 'done', tries: 1 }]);
});

test('the wait until the next try doubles up to a limit, and at most a quarter of it is left to chance', () => {
  const retries = { most: 9, firstMs: 15_000, longestMs: 100_000 };
  expect([1, 2, 3, 4, 5].map((tries) => backOffMs(retries, tries, 0))).toEqual([
    15_000, 30_000, 60_000, 100_000, 100_000,
  ]);
  expect([1, 4].map((tries) => backOffMs(retries, tries, 1))).toEqual([11_250, 75_000]);
});

test('each restaurant has its turn before any has a second one', async () => {
  for (let n = 0; n < 6; n++) await write(`many ${n}`);
  pass(1);
  const other = await makeRestaurant(database.db);
  await transaction(database.db, other.id, (tx) =>
    enqueue(tx, { restaurantId: other.id, queue: 'mail', payload: {}, key: 'only', usefulForMs: MINUTE }, now),
  );
  await openTestOutbox().settle();
  expect(tried.slice(0, 2).toSorted()).toEqual(['many 0', 'only']);
  expect(tried).toHaveLength(7);
});

test('no more jobs of a queue are under way than it may have at once', async () => {
  for (let n = 0; n < 7; n++) await write(`job ${n}`);
  let busy = 0;
  let most = 0;
  const perform = async ({ key }: Job) => {
    most = Math.max(most, ++busy);
    await sleep(5);
    busy -= 1;
    tried.push(key);
  };
  await openTestOutbox({ perform }).settle();
  expect([most, tried.length]).toEqual([2, 7]);
});

test('ten outboxes that race do each job once', async () => {
  for (let n = 0; n < 40; n++) await write(`job ${n}`);
  await Promise.all(Array.from({ length: 10 }, () => openTestOutbox().settle()));
  await expect.poll(async () => (await states()).every(({ state }) => state === 'done')).toBe(true);
  expect(tried.toSorted()).toEqual(Array.from({ length: 40 }, (_, n) => `job ${n}`).toSorted());
});

test('one server is elected, is woken by a commit, and another follows it', async () => {
  now = new Date();
  const names: string[] = [];
  const start = (name: string) =>
    startRunner(database.pool, openTestOutbox({ perform: async () => void names.push(name) }));
  const first = start('first');
  await write('before');
  await expect.poll(() => names).toEqual(['first']);
  const second = start('second');
  for (let n = 0; n < 5; n++) await write(`with both ${n}`);
  await expect.poll(() => names).toHaveLength(6);
  expect(new Set(names)).toEqual(new Set(['first']));
  expect([first.isElected(), second.isElected()]).toEqual([true, false]);
  await first.stop();
  await write('after');
  await expect.poll(() => names.slice(6)).toEqual(['second']);
  expect([first.isElected(), second.isElected()]).toEqual([false, true]);
  await second.stop();
});

test('a server that stops finishes what is due', async () => {
  now = new Date();
  const perform = async ({ key }: Job) => {
    await sleep(20);
    tried.push(key);
  };
  const runner = startRunner(database.pool, openTestOutbox({ perform, atOnce: 1 }));
  await write('first');
  await expect.poll(() => tried).toEqual(['first']);
  for (const key of ['second', 'third']) await write(key);
  await runner.stop();
  expect(tried).toEqual(['first', 'second', 'third']);
});

test.each([
  ['comes again even when it was the last', 'waiting', (signal: AbortSignal) => signal.reason as Error],
  ['comes again where it says so in its own words', 'waiting', () => new JobFailed('No answer', 'not_accepted')],
  ['is over where it was refused for good', 'dead', () => new JobFailed('Not for us', 'refused')],
])('a long try is told that the server stops, and %s', async (_, state, error) => {
  now = new Date();
  const perform = async ({ key }: Job, signal: AbortSignal) => {
    tried.push(key);
    await once(signal, 'abort');
    throw error(signal);
  };
  const retries = () => ({ most: 1, firstMs: 10_000, longestMs: 30_000 });
  const runner = startRunner(database.pool, openTestOutbox({ withinMs: 6 * 60 * MINUTE, perform, retries }));
  await write('long');
  await expect.poll(() => tried).toEqual(['long']);
  await runner.stop();
  expect(await states()).toMatchObject([{ state, tries: 1 }]);
});

test('jobs that ended are removed after three days, dead ones when they are of no use any more', async () => {
  await write('done');
  await openTestOutbox().settle();
  await write('dead', { usefulForMs: 5 * 24 * 60 * MINUTE });
  await openTestOutbox({ perform: fails('refused') }).settle();
  const keysAfter = async (days: number) => {
    await removeOldJobs(database.db, new Date(now.getTime() + days * 24 * 60 * MINUTE + 1));
    return (await states()).map(({ key }) => key);
  };
  expect(await keysAfter(2)).toEqual(['done', 'dead']);
  expect(await keysAfter(3)).toEqual(['dead']);
  expect(await keysAfter(5)).toEqual([]);
});
