import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ItemId, UserId } from '#contract/base/ids.ts';
import type { Database } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction } from '#server/db/transaction.ts';
import { getItem } from '#server/modules/menu/items/queries.ts';
import { updateItem } from '#server/modules/menu/items/save-item.ts';
import { testConfig } from '#server/test/servers/app.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { testLog } from '#server/test/servers/log.ts';
import { changeOrderStatus } from '../status/change-order-status.ts';
import { OrderWriter } from './order-writer.ts';
import { placeOrder } from './place-order.ts';
import { BasketFactsCache } from '../quote/basket-facts-cache.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const clock = () => new Date();
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const quantityOf = (made: TestRestaurant, id: ItemId) =>
  transaction(database.db, made.id, async (tx) => (await getItem(tx, made.id, id)).quantity!);

const actor = { kind: 'owner', userId: newId<UserId>(), name: 'Sara' };
const edit = (made: TestRestaurant, id: ItemId, quantity: number | null, quantitySeen?: number | null) => {
  const by = { restaurantId: made.id, actor, requestId: 'edit' };
  return transaction(database.db, made.id, (tx) => updateItem(tx, by, id, { quantity, quantitySeen }, null, clock()));
};

test('an edited quantity undoes no sale and no return made meanwhile (R40)', async () => {
  const made = await makeRestaurant(database.db, { stock: 10_000 });
  const { special } = made.items;
  const { customerId } = await makeCustomer(database.db, made.id);
  const { userId } = await makeOwner(database.db, made.id);
  const order = pickupOrder(made, [{ itemId: special, quantity: 2 }], 88.2);
  const writer = new OrderWriter(database.orderDb, testLog);
  const deps = { db: database.db, clock, config: testConfig, remembered: new BasketFactsCache(), writer };
  const person = { restaurantId: made.id, userId, name: 'Sara' };
  let sold = 0;
  const sell = async (index: number) => {
    const { _id } = await placeOrder(deps, { restaurantId: made.id, customerId }, order, null);
    sold += 2;
    if (index % 3 > 0) return;
    const cancel = () => changeOrderStatus(deps, person, _id, { status: 'Cancelled', reason: 'Out of it' });
    await Promise.all([cancel(), cancel()]);
    sold -= 2;
  };
  let edited = 0;
  let seen = 10_000;
  const count = async (index: number) => {
    const entered = seen + (index % 2 === 0 ? index : -index);
    edited += entered - seen;
    await edit(made, special, entered, seen);
    // A screen may show a quantity that is some moments old.
    if (index % 4 === 0) seen = await quantityOf(made, special);
  };
  const buyers = upTo(10).map(async (buyer) => {
    for (const index of upTo(15)) await sell(buyer + index);
  });
  const counters = upTo(4).map(async () => {
    for (const index of upTo(15)) await count(index);
  });
  await Promise.all([...buyers, ...counters]);
  expect(sold).toBeGreaterThan(150);
  expect(await quantityOf(made, special)).toBe(10_000 + edited - sold);
});

test.each([
  { entered: 30, seen: 20, now: 17, left: 27 },
  { entered: 1, seen: 20, now: 17, left: 0 },
  { entered: 0, seen: 20, now: 20, left: 0 },
  { entered: 30, seen: 20, now: 21, left: 31 },
  { entered: 1_000_000, seen: 0, now: 5, left: 1_000_000 },
  { entered: 30, seen: null, now: 17, left: 30 },
  { entered: 30, seen: 20, now: null, left: 30 },
  { entered: null, seen: 20, now: 17, left: null },
  { entered: 30, seen: undefined, now: 17, left: 30 },
])('entering $entered, having seen $seen with $now left, makes $left', async ({ entered, seen, now, left }) => {
  const made = await makeRestaurant(database.db, { stock: now });
  const saved = await edit(made, made.items.special, entered, seen);
  expect(saved.row.quantity).toBe(left);
});
