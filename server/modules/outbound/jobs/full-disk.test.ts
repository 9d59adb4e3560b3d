/** A full disk while the outbox writes: nothing is sent that cannot be noted first, and what was sent comes again with its key. */
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { inEveryQueue } from '#server/test/data/jobs.ts';
import { freshDatabase, targetOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { enqueue } from './enqueue.ts';
import type { JobHandler } from './job.ts';
import { openOutbox } from './outbox.ts';

let database: Database;
let owner: Client;
beforeAll(async () => {
  database = await freshDatabase();
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
  owner = new Client(targetOf(inject('engine'), rows[0]!.name));
  await owner.connect();
  // PostgreSQL's own code for a disk without room.
  await owner.query(`create function full_disk() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
});
afterAll(async () => {
  await owner.end();
  await database.close();
});

const fillDisk = (when: string) =>
  owner.query(
    `create trigger full_disk before update on jobs for each row when (${when}) execute function full_disk()`,
  );
const makeRoom = () => owner.query('drop trigger full_disk on jobs');

test('a job on a full disk is lost never, and done twice only with the same key', async () => {
  const { id: restaurantId } = await makeRestaurant(database.db);
  const now = new Date('2026-03-02T09:00:00Z');
  const sent: string[] = [];
  const sms: JobHandler = {
    atOnce: 2,
    withinMs: 1_000,
    retries: () => ({ most: 4, firstMs: 10_000, longestMs: 30_000 }),
    perform: async ({ key }) => void sent.push(key),
  };
  const outbox = openOutbox({ db: database.db, clock: () => now, log: testLog, handlers: inEveryQueue(sms) });
  await transaction(database.db, restaurantId, (tx) =>
    enqueue(tx, { restaurantId, queue: 'sms', payload: {}, key: 'one', usefulForMs: 3_600_000 }, now),
  );

  // No room to claim it: it is not begun.
  await fillDisk('true');
  await expect(outbox.look()).rejects.toThrow();
  expect(sent).toEqual([]);
  await makeRoom();

  // No room to end it: it was sent, and counts as lost until its lease is over.
  await fillDisk('new.leased_by is null');
  await outbox.look();
  await outbox.settle();
  expect(sent).toEqual(['one']);
  await makeRoom();
  await outbox.settle();
  expect(sent).toEqual(['one']);
  await platformTransaction(database.db, 'outbox', (tx) =>
    sql`update jobs set leased_until = leased_until - interval '6 s'`.execute(tx),
  );
  await outbox.settle();
  expect(sent).toEqual(['one', 'one']);
  const jobs = await platformTransaction(database.db, 'outbox', (tx) =>
    tx.selectFrom('jobs').select(['tries', 'last_error']).where('done_at', 'is not', null).execute(),
  );
  expect(jobs).toEqual([{ tries: 2, last_error: null }]);
});
