/** Guests who have not come for two years are erased automatically (R90). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerId } from '#contract/base/ids.ts';
import { transaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { insertPastOrders } from '#server/test/data/past-orders.ts';
import { makeCustomer, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { eraseIdleGuests } from './erase-idle-guests.ts';
import type { Erasure } from './erasure-list.ts';

let server: TestApp;
let made: TestRestaurant;
let orderNumber = 0;
const now = new Date('2028-06-15T12:00:00Z');
beforeAll(async () => {
  server = await startApp();
  made = await makeRestaurant(server.db);
});
afterAll(() => server.close());

interface Past {
  registered: string;
  ordered?: string;
  status?: 'Completed' | 'New';
}

/** A guest of long ago, whose sessions are over. */
async function makePastGuest({ registered, ordered, status = 'Completed' }: Past): Promise<CustomerId> {
  const { customerId, name, phone } = await makeCustomer(server.db, made.id);
  await transaction(server.db, made.id, async (tx) => {
    await tx.deleteFrom('sessions').where('customer_id', '=', customerId).execute();
    await tx
      .updateTable('customers')
      .set({ created_at: new Date(registered) })
      .where('id', '=', customerId)
      .execute();
  });
  if (ordered !== undefined) {
    orderNumber += 1;
    await insertPastOrders(server.db, made, [
      { placedAt: ordered, number: orderNumber, customerId, name, phone, status },
    ]);
  }
  return customerId;
}

test('a guest who has neither ordered nor signed in for 24 months is erased, and nobody else', async () => {
  const longAgo = '2026-06-15T11:59:59Z';
  const gone = await makePastGuest({ registered: longAgo });
  const orderedLongAgo = await makePastGuest({ registered: longAgo, ordered: longAgo });
  const kept = [
    await makePastGuest({ registered: '2026-06-15T12:00:00Z' }),
    await makePastGuest({ registered: longAgo, ordered: '2026-06-15T12:00:00Z' }),
    await makePastGuest({ registered: longAgo, ordered: longAgo, status: 'New' }),
  ];
  const signedIn = await makeCustomer(server.db, made.id);
  await transaction(server.db, made.id, (tx) =>
    tx
      .updateTable('customers')
      .set({ created_at: new Date(longAgo) })
      .where('id', '=', signedIn.customerId)
      .execute(),
  );

  const noted: CustomerId[] = [];
  const erasures = {
    append: async ({ customerId }: Erasure) => {
      noted.push(customerId!);
    },
  };
  await eraseIdleGuests({ db: server.db, clock: () => now, streams: { closeOf: () => undefined }, erasures });

  expect(new Set(noted)).toEqual(new Set([gone, orderedLongAgo]));
  const left = await transaction(server.db, made.id, async (tx) => ({
    customers: await tx.selectFrom('customers').select('id').execute(),
    names: await tx.selectFrom('orders').select('customer_name').where('customer_id', '=', orderedLongAgo).execute(),
  }));
  expect(new Set(left.customers.map(({ id }) => id))).toEqual(new Set([...kept, signedIn.customerId]));
  expect(left.names).toEqual([{ customer_name: 'Deleted guest' }]);
});
