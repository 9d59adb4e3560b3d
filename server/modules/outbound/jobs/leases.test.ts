/** Leases of jobs: whoever begins one has it until it is done, or until nobody has heard of it for long. */
import { EventEmitter, once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import { MINUTE } from '#contract/base/time.ts';
import type { Database } from '#server/db/connect.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { inEveryQueue } from '#server/test/data/jobs.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { enqueue } from './enqueue.ts';
import { type Job, JobFailed, type JobHandler } from './job.ts';
import { openOutbox } from './outbox.ts';

let database: Database;
let restaurantId: RestaurantId;
/** The keys of the tries. */
let tried: string[];
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  tried = [];
  await platformTransaction(database.db, 'outbox', (tx) => tx.deleteFrom('jobs').execute());
  ({ id: restaurantId } = await makeRestaurant(database.db));
});

const now = new Date('2026-03-02T09:00:00Z');
function openTestOutbox(handler: Partial<JobHandler> = {}, aheadMs = 0) {
  const mail: JobHandler = {
    atOnce: 2,
    withinMs: 1_000,
    retries: () => ({ most: 4, firstMs: 10_000, longestMs: 30_000 }),
    perform: async ({ key }) => void tried.push(key),
    ...handler,
  };
  const clock = () => new Date(now.getTime() + aheadMs);
  return openOutbox({ db: database.db, clock, log: testLog, handlers: inEveryQueue(mail) });
}

const write = (key: string) =>
  transaction(database.db, restaurantId, (tx) =>
    enqueue(tx, { restaurantId, queue: 'mail', payload: {}, key, usefulForMs: 60 * MINUTE }, now),
  );

const job = () =>
  platformTransaction(database.db, 'outbox', (tx) => tx.selectFrom('jobs').selectAll().executeTakeFirstOrThrow());

/** Leases end by the clock of the database, which no test moves. */
const passLeases = (ms: number) =>
  platformTransaction(database.db, 'outbox', (tx) =>
    sql`update jobs set leased_until = leased_until - ${ms}::float8 * interval '1 ms'`.execute(tx),
  );
const leaseLeftMs = () =>
  platformTransaction(database.db, 'outbox', async (tx) => {
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from leased_until - clock_timestamp()) * 1000)::float8 as ms from jobs`.execute(tx);
    return rows[0]!.ms;
  });

test('a job left by a process that died is done by another when its lease is over, and not before', async () => {
  await write('one');
  const dying = openTestOutbox({ perform: () => new Promise(() => undefined), withinMs: 60_000 });
  await dying.look();
  const next = openTestOutbox();
  const leftMs = await leaseLeftMs();
  expect(leftMs).toBeGreaterThan(45_000);
  await passLeases(leftMs - 20_000);
  await next.settle();
  expect(tried).toEqual([]);
  await passLeases(20_000);
  await next.settle();
  expect(tried).toEqual(['one']);
  expect(await job()).toMatchObject({ tries: 2, leased_by: null, done_at: expect.any(Date) });
});

test('servers whose clocks are minutes apart do each job once', async () => {
  await write('one');
  const gateway = new EventEmitter();
  const perform = async ({ key }: Job) => {
    tried.push(key);
    await once(gateway, 'answer');
  };
  const slow = openTestOutbox({ perform, withinMs: 60_000 });
  await slow.look();
  for (const minutes of [-10, 1, 10]) await openTestOutbox({}, minutes * MINUTE).settle();
  expect(tried).toEqual(['one']);
  // One that its own server has begun with as it was written.
  const own = await transaction(database.db, restaurantId, (tx) =>
    slow.enqueueOwn(tx, { restaurantId, queue: 'sms', payload: {}, key: 'own', usefulForMs: 60 * MINUTE }),
  );
  const done = slow.perform(own);
  await expect.poll(() => tried).toEqual(['one', 'own']);
  await openTestOutbox({}, 10 * MINUTE).settle();
  expect(tried).toEqual(['one', 'own']);
  gateway.emit('answer');
  expect(await done).toBe(true);
  await slow.settle();
  expect(tried).toEqual(['one', 'own']);
});

test('a long try keeps its lease while it goes on, and one that lost it is told to end', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await write('long');
  let wasTold = false;
  const perform = (_: Job, signal: AbortSignal) =>
    once(signal, 'abort').then(() => {
      wasTold = true;
      throw new Error('told to end');
    });
  const outbox = openTestOutbox({ withinMs: 6 * 60 * MINUTE, perform });
  await outbox.look();
  await passLeases(30_000);
  expect(await leaseLeftMs()).toBeLessThanOrEqual(35_000);
  vi.advanceTimersByTime(15_000);
  await expect.poll(leaseLeftMs).toBeGreaterThan(35_000);
  await platformTransaction(database.db, 'outbox', (tx) =>
    tx.updateTable('jobs').set({ leased_by: 'another' }).execute(),
  );
  vi.advanceTimersByTime(15_000);
  await expect.poll(() => wasTold).toBe(true);
  await outbox.settle();
  expect(await job()).toMatchObject({ leased_by: 'another', done_at: null });
});

test('a job that another process has by now is not given up by the one that lost it, and nobody is told so', async () => {
  await write('one');
  const told: string[] = [];
  const perform = async () => {
    await platformTransaction(database.db, 'outbox', (tx) =>
      tx.updateTable('jobs').set({ leased_by: 'another' }).execute(),
    );
    throw new JobFailed('It failed', 'refused');
  };
  await openTestOutbox({ perform, afterGivenUp: async (_, { key }) => void told.push(key) }).settle();
  expect(told).toEqual([]);
  expect(await job()).toMatchObject({ leased_by: 'another', dead_at: null });
});
