/** A clock that was ahead and is right again is accepted on demand. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkClock } from '#server/db/check-clock.ts';
import type { Database } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { pullFutureEvents } from './pull-future-events.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

test('events from the future get the present time, all others keep theirs, and a start is no longer refused', async () => {
  const { db } = database;
  const { id } = await makeRestaurant(db);
  const clock = () => new Date();
  const [before, ahead] = [new Date(Date.now() - 60_000), new Date('2999-01-01T00:00:00Z')];
  await platformTransaction(db, 'seed', (tx) =>
    sql`
      insert into events (restaurant_id, seq, type, happened_at)
      values (${id}, 1001, 'order.placed', ${before}), (${id}, 1002, 'order.placed', ${ahead}), (${id}, 1003, 'order.placed', ${ahead})`.execute(
      tx,
    ),
  );
  await expect(checkClock(db, clock)).rejects.toThrow('npm run cli -- clock:accept');
  const now = new Date();
  expect(await pullFutureEvents(db, now)).toBe(2);
  await checkClock(db, clock);
  const rows = await platformTransaction(db, 'seed', (tx) =>
    tx.selectFrom('events').select(['seq', 'happened_at']).where('seq', '>', 1000).orderBy('seq').execute(),
  );
  expect(rows.map(({ seq, happened_at }) => [seq, happened_at])).toEqual([
    [1001, before],
    [1002, now],
    [1003, now],
  ]);
  expect(await pullFutureEvents(db, now)).toBe(0);
});
