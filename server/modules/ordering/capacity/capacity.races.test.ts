/** Guests who order at once from several servers, each with its own connections and remembered facts. */
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerId, OrderId } from '#contract/base/ids.ts';
import { QUARTER } from '#contract/ordering/capacity/plan-minutes.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { foreignEngine } from '#server/db/engine/engine.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import type { Refusal } from '#server/http/answers/refusal.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { untilAnswered } from '#server/test/data/when-free.ts';
import { testConfig } from '#server/test/servers/app.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { OrderWriter } from '../place/order-writer.ts';
import { placeOrder } from '../place/place-order.ts';
import { BasketFactsCache } from '../quote/basket-facts-cache.ts';
import { changeOrderStatus } from '../status/change-order-status.ts';

const MINUTE = 60_000;
const noon = Math.floor(Date.now() / (24 * 60 * MINUTE)) * 24 * 60 * MINUTE + 8 * 60 * MINUTE;

let first: Database;
let databases: Database[];
beforeAll(async () => {
  first = await freshDatabase();
  const others = [1, 2].map(() =>
    connect(
      foreignEngine(first.target, () => Promise.resolve()),
      testLog,
    ),
  );
  databases = [first, ...(await Promise.all(others))];
});
afterAll(async () => {
  for (const database of databases.toReversed()) await database.close();
});

const openServers = () =>
  databases.map((database) => ({
    db: database.db,
    clock: () => new Date(noon),
    config: testConfig,
    remembered: new BasketFactsCache(),
    writer: new OrderWriter(database.orderDb, testLog),
  }));

/** Specials take four make-minutes, of twelve a quarter. */
async function makeBusyRestaurant(): Promise<TestRestaurant> {
  const made = await makeRestaurant(first.db, { stock: null });
  await platformTransaction(first.db, 'seed', async (tx) => {
    await tx.updateTable('items').set({ make_minutes: 4 }).where('id', '=', made.items.special).execute();
    const limited = { make_minutes_per_quarter: 12 };
    await tx.updateTable('outlet_modes').set(limited).where('outlet_id', '=', made.outletId).execute();
  });
  return made;
}

const special = (made: TestRestaurant, orderDate: string | null = null) =>
  pickupOrder(made, [{ itemId: made.items.special, quantity: 1 }], 44.1, { orderDate });

async function orderAtOnce(made: TestRestaurant, count: number, orderDate: string | null = null) {
  const servers = openServers();
  const guests: CustomerId[] = [];
  for (let guest = 0; guest < count; guest++) guests.push((await makeCustomer(first.db, made.id)).customerId);
  const place = (customerId: CustomerId, index: number) => {
    const key = crypto.randomUUID();
    const server = servers[index % servers.length]!;
    const order = special(made, orderDate);
    return untilAnswered(() => placeOrder(server, { restaurantId: made.id, customerId }, order, key), { hasKey: true });
  };
  return Promise.allSettled(guests.map(place));
}

const soldOf = (made: TestRestaurant) =>
  transaction(first.db, made.id, async (tx) => {
    const { rows } = await sql<{ quarter: Date; minutes: number }>`
      select quarter, sum(minutes)::int as minutes from order_make_minutes
      where restaurant_id = ${made.id} and is_held group by quarter order by quarter`.execute(tx);
    return rows.map(({ quarter, minutes }) => [(quarter.getTime() - noon) / QUARTER, minutes]);
  });

test('forty guests at once get the promises that a kitchen of twelve minutes a quarter can keep', async () => {
  const made = await makeBusyRestaurant();
  const answers = await orderAtOnce(made, 40);
  const orders = answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  });
  const bySequence = orders.toSorted((one, other) => one.orderNumber - other.orderNumber);
  // Three orders a quarter: the kitchen begins with the n-th in quarter n / 3, and needs its usual 15 minutes.
  const promised = Array.from({ length: 40 }, (_, index) => 15 + 15 * Math.floor(index / 3));
  expect(bySequence.map(({ preparationTime }) => preparationTime)).toEqual(promised);
  expect(await soldOf(made)).toEqual([...Array.from({ length: 13 }, (_, quarter) => [quarter, 12]), [13, 4]]);
});

test('three of forty guests who want the same time at once get it', async () => {
  const made = await makeBusyRestaurant();
  const answers = await orderAtOnce(made, 40, new Date(noon + 120 * MINUTE).toISOString());
  const placed = answers.filter(({ status }) => status === 'fulfilled');
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Refusal] : []));
  expect(placed.length).toBe(3);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['order.time_full']));
  const left = new Date(noon + 135 * MINUTE).toISOString();
  for (const { details } of refused) expect(details?.['slots']).toContain(left);
  expect(await soldOf(made)).toEqual([[7, 12]]);
});

test('orders and cancellations at once sell no quarter beyond its minutes', async () => {
  const made = await makeBusyRestaurant();
  const { userId, name } = await makeOwner(first.db, made.id);
  const person = { restaurantId: made.id, userId, name };
  const [server] = openServers();
  const orders = (await orderAtOnce(made, 12)).flatMap((one) => (one.status === 'fulfilled' ? [one.value._id] : []));
  const cancel = (id: OrderId) =>
    untilAnswered(() => changeOrderStatus(server!, person, id, { status: 'Cancelled', reason: 'Kitchen closed' }), {
      hasKey: false,
    });
  const [more] = await Promise.all([orderAtOnce(made, 12), ...orders.slice(0, 6).map(cancel)]);
  expect(more.map(({ status }) => status)).toEqual(Array<string>(12).fill('fulfilled'));
  const sold = await soldOf(made);
  for (const [, minutes] of sold) expect(minutes).toBeLessThanOrEqual(12);
  expect(sold.reduce((sum, [, minutes]) => sum + minutes!, 0)).toBe(18 * 4);
});

/** Messages that go to the database while the work is done. */
async function countMessages(work: () => Promise<unknown>): Promise<number> {
  let sent = 0;
  // oxlint-disable-next-line typescript/unbound-method -- put back below, and called with its own `this`
  const query = Client.prototype.query;
  const counting: (this: Client, ...args: unknown[]) => unknown = function count(...args) {
    sent += 1;
    return Reflect.apply(query, this, args) as unknown;
  };
  Reflect.set(Client.prototype, 'query', counting);
  await work().finally(() => Reflect.set(Client.prototype, 'query', query));
  return sent;
}

test('an order of a mode without a limit, or of dishes without make-minutes, is one message as before', async () => {
  const made = await makeBusyRestaurant();
  const [server] = openServers();
  const { customerId } = await makeCustomer(first.db, made.id);
  const place = (order: ReturnType<typeof special>) => () =>
    placeOrder(server!, { restaurantId: made.id, customerId }, order, crypto.randomUUID());
  const water = pickupOrder(made, [{ itemId: made.items.water, quantity: 1 }], 5.78);
  for (const order of [water, special(made)]) await place(order)();
  expect(await countMessages(place(water))).toBe(1);
  // Beginning, lock, what is gone, the order, and the end.
  expect(await countMessages(place(special(made)))).toBe(5);
  await platformTransaction(first.db, 'seed', (tx) =>
    tx
      .updateTable('outlet_modes')
      .set({ make_minutes_per_quarter: null })
      .where('outlet_id', '=', made.outletId)
      .execute(),
  );
  await place(special(made))();
  expect(await countMessages(place(special(made)))).toBe(1);
});
