/** Guests who have not come for two years are erased automatically (R90). */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerId, RestaurantId } from '#contract/base/ids.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { openErasingServer } from '#server/test/servers/erasing-server.ts';
import { testLog } from '#server/test/servers/log.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { checkedDatabase } from '#server/test/servers/database.ts';
import { insertPastOrders } from '#server/test/data/past-orders.ts';
import { makeCustomer, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { scheduleIdleErasures } from './erase-idle-guests.ts';

let server: TestApp;
let made: TestRestaurant;
let orderNumber = 0;
const now = new Date('2028-06-15T12:00:00Z');
beforeAll(async () => {
  server = await startApp({ database: await checkedDatabase() });
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

async function eraseAt(instant: Date) {
  const logged: [RestaurantId, number][] = [];
  const info = ({ restaurantId, guests }: { restaurantId: RestaurantId; guests: number }) =>
    void logged.push([restaurantId, guests]);
  const { db } = server;
  const clock = () => instant;
  const { outbox, noted } = openErasingServer(db, clock, { ...testLog, info });
  await scheduleIdleErasures({ db, clock });
  await outbox.settle();
  return { noted: noted.map(({ customerId }) => customerId), logged: new Map(logged) };
}

/** The numbers of erased guests in the restaurant's audit log, the oldest first. */
const auditedOf = async ({ id }: TestRestaurant) =>
  (
    await transaction(server.db, id, (tx) =>
      tx
        .selectFrom('audit_log_entries')
        .select(['actor_kind', 'actor_name', 'at', 'details'])
        .where('action', '=', 'guests.erased')
        .orderBy('number')
        .execute(),
    )
  ).map(({ actor_kind, actor_name, at, details }) => [actor_kind, actor_name, at.toISOString(), details]);

/** Guests who registered on that day and were never seen again. */
const insertGuests = ({ id }: TestRestaurant, count: number, registered: string) =>
  platformTransaction(server.db, 'seed', async (tx) => {
    const { rows } = await sql<{ id: CustomerId }>`
      insert into customers (restaurant_id, id, phone, name, email, created_at, updated_at)
      select ${id}, gen_random_uuid(), '+97155' || (1000000 + n), 'Guest ' || n, n || '@guest.test', ${registered}, ${registered}
      from generate_series(1, ${count}::int) n returning id`.execute(tx);
    return rows.map((row) => row.id);
  });

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

  // Two of 207 guests may go at once.
  const recent = await insertGuests(made, 200, '2028-06-01');
  const { noted } = await eraseAt(now);

  expect(new Set(noted)).toEqual(new Set([gone, orderedLongAgo]));
  const left = await transaction(server.db, made.id, async (tx) => ({
    customers: await tx.selectFrom('customers').select('id').execute(),
    names: await tx.selectFrom('orders').select('customer_name').where('customer_id', '=', orderedLongAgo).execute(),
  }));
  expect(new Set(left.customers.map(({ id }) => id))).toEqual(new Set([...kept, signedIn.customerId, ...recent]));
  expect(left.names).toEqual([{ customer_name: '' }]);
});

test('at most 1 % of a restaurant goes in 24 hours, each round with its number in the log and the audit log', async () => {
  // The guests of the test before are not idle yet.
  const [march, tomorrow] = [new Date('2028-03-15T12:00:00Z'), new Date('2028-03-16T12:00:00Z')];
  const [large, small] = [await makeRestaurant(server.db), await makeRestaurant(server.db)];
  await insertGuests(large, 350, '2020-01-01');
  await insertGuests(small, 2, '2020-01-01');
  const counts = (ofLarge: number, ofSmall: number) =>
    new Map([
      [large.id, ofLarge],
      [small.id, ofSmall],
    ]);
  const round = await eraseAt(march);
  expect(round.logged).toEqual(counts(3, 1));
  expect(round.noted).toHaveLength(4);
  for (const at of ['2028-03-15T13:10:00Z', '2028-03-16T11:59:59Z']) {
    expect(await eraseAt(new Date(at))).toEqual({ noted: [], logged: counts(0, 0) });
  }
  expect((await eraseAt(tomorrow)).logged).toEqual(counts(3, 1));
  const entry = (at: Date, guests: number) => ['system', 'Order Manager', at.toISOString(), `{"guests":${guests}}`];
  expect(await auditedOf(large)).toEqual([entry(march, 3), entry(tomorrow, 3)]);
  expect(await auditedOf(small)).toEqual([entry(march, 1), entry(tomorrow, 1)]);
});

test('servers that erase at once share the part of a day, which goes in rounds of a hundred', async () => {
  const made = await makeRestaurant(server.db);
  await insertGuests(made, 15_099, '2020-01-01');
  const count = async () =>
    (await transaction(server.db, made.id, (tx) => tx.selectFrom('customers').select('id').execute())).length;
  const later = new Date('2028-07-01T12:00:00Z');
  for (let round = 1; round <= 3; round += 1) await Promise.all([eraseAt(later), eraseAt(later), eraseAt(later)]);
  expect(await count()).toBe(15_099 - 150);
  expect((await auditedOf(made)).map(([, , , details]) => details)).toEqual(['{"guests":100}', '{"guests":50}']);
});
