import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp } from './clean-up.ts';
import type { Database } from './db/connect.ts';
import { platformTransaction } from './db/transaction.ts';
import { createSession, hashToken } from './modules/accounts/sessions/sessions.ts';
import { storeCode } from './modules/customers/queries.ts';
import { counterKey, consumeOne } from './rate-limits/rate-counters.ts';
import { freshDatabase } from './test/servers/database.ts';
import { makeCustomer, makeRestaurant } from './test/data/restaurant.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
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
  await consumeOne(db, over, 1, 3600, ago(1));
  await consumeOne(db, running, 1, 3601, ago(1));
  await platformTransaction(db, 'clean-up', async (tx) => {
    await storeCode(tx, restaurantId, '+971500000001', Buffer.from('old'), ago(24.1));
    await storeCode(tx, restaurantId, '+971500000002', Buffer.from('new'), ago(23.9));
  });

  await cleanUp({ db, clock: () => now });

  const left = await platformTransaction(db, 'clean-up', async (tx) => ({
    sessions: (await tx.selectFrom('sessions').select('token_hash').execute()).map((row) =>
      row.token_hash.toString('hex'),
    ),
    codes: (await tx.selectFrom('phone_codes').select('phone').execute()).map((row) => row.phone),
    counters: (await tx.selectFrom('rate_counters').select('key').execute()).map((row) => row.key),
    customers: (await tx.selectFrom('customers').select('id').execute()).length,
  }));
  // `makeCustomer` made the second session.
  expect(left.sessions).toHaveLength(2);
  expect(left.sessions).toContain(hashToken(live).toString('hex'));
  expect({ ...left, sessions: 0 }).toEqual({
    sessions: 0,
    codes: ['+971500000002'],
    counters: [running],
    customers: 1,
  });
});
