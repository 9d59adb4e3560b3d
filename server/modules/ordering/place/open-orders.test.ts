import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CallError } from '#contract/base/client.ts';
import { DAY } from '#contract/base/time.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { type OrderInput, pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { makeTables, openDineIn, tableOrder } from '#server/test/data/tables.ts';

let app: TestApp;
let made: TestRestaurant;
let guest: { token: string };
let owner: { token: string };
beforeAll(async () => {
  app = await startApp({ config: { rateLimits: true } });
});
afterAll(() => app.close());
beforeEach(async () => {
  made = await makeRestaurant(app.db, { stock: 37 });
  guest = await makeCustomer(app.db, made.id);
  owner = await makeOwner(app.db, made.id);
});

const special = (more: Partial<OrderInput> = {}) =>
  pickupOrder(made, [{ itemId: made.items.special, quantity: 1 }], 44.1, more);

async function place(order: OrderInput = special(), { token } = guest, idempotencyKey?: string): Promise<Order> {
  return (await app.call('POST /order/create-order', { body: { order }, idempotencyKey }, token)).order;
}

const move = ({ _id: orderId }: Order, status: Order['status'], reason?: string) =>
  app.call('POST /order/update-order-status', { body: { orderId, status, reason } }, owner.token);

const tooMany = { status: 409, code: 'order.too_many_open' };

test('three of the orders that a guest sends at once are placed, and sixty take no more stock than that', async () => {
  const attempt = () =>
    place().then(
      () => 'placed',
      (error: unknown) => (error instanceof CallError ? error.answer?.code : error),
    );
  /** A busy machine asks some of them to come again. */
  const untilAnswered = async () => {
    for (;;) {
      const outcome = await attempt();
      if (outcome !== 'server.unavailable') return outcome;
      // In process a refusal takes no time: without a pause the orders at work would never get their turn, and sixty that ask again
      // together, four of which are heard, would use up the calls of a minute.
      await sleep(100 + 1_900 * Math.random());
    }
  };
  const outcomes = await Promise.all(Array.from({ length: 60 }, untilAnswered));
  expect(outcomes.filter((outcome) => outcome === 'placed')).toHaveLength(3);
  expect(new Set(outcomes)).toEqual(new Set(['placed', 'order.too_many_open']));
  const placed = await app.call('GET /order/get-all-orders', {}, owner.token);
  expect(placed.order.map(({ orderNumber }) => orderNumber).toSorted((one, other) => one - other)).toEqual([1, 2, 3]);
});

test('an accepted order makes room for another, and another guest has room of their own', async () => {
  const [first] = [await place(), await place(), await place()];
  const refusal = await refusalOf(place());
  expect(refusal).toMatchObject({ ...tooMany, details: { outlet: `Marina ${made.canary}` } });
  await place(special(), await makeCustomer(app.db, made.id));
  await move(first, 'Confirmed');
  await place();
  expect(await refusalOf(place())).toMatchObject(tooMany);
});

test('a repeated key gets its first order, however many wait', async () => {
  const first = await place(special(), guest, 'the-first-key');
  await place();
  await place();
  expect(await place(special(), guest, 'the-first-key')).toEqual(first);
  expect(await refusalOf(place(special(), guest, 'another-key'))).toMatchObject(tooMany);
});

test('orders that wait for their time do not count among those that wait for the kitchen', async () => {
  // Noon in Dubai: late in the evening no time of the same day is left.
  const toNoon = (DAY + DAY / 3 - (app.clock.now().getTime() % DAY)) % DAY;
  app.clock.advance(toNoon);
  try {
    const slot = new Date(Math.ceil(app.clock.now().getTime() / 900_000) * 900_000 + 2 * 3_600_000).toISOString();
    for (let placed = 0; placed < 4; placed++) await place(special({ orderDate: slot }));
    await place();
  } finally {
    app.clock.advance(-toNoon);
  }
});

test('a guest has ten orders in a day until one was completed', async () => {
  let last!: Order;
  for (let placed = 0; placed < 10; placed++) {
    last = await place();
    await move(last, 'Confirmed');
  }
  expect(await refusalOf(place())).toMatchObject(tooMany);
  await move(last, 'Ready');
  await move(last, 'Completed');
  await place();
});

test('the day of a guest ends after 24 hours', async () => {
  for (let placed = 0; placed < 10; placed++) await move(await place(), 'Confirmed');
  expect(await refusalOf(place())).toMatchObject(tooMany);
  app.clock.advance(24 * 3_600_000);
  try {
    await place();
  } finally {
    app.clock.advance(-24 * 3_600_000);
  }
});

test('a party at a table sends ten rounds before the first is accepted, and any number in an evening', async () => {
  const token = await openDineIn(app, made);
  const [table] = await makeTables(app, { token, outletId: made.outletId, names: ['12'] });
  const round = () => place(tableOrder(made, table!.code, [{ itemId: made.items.water, quantity: 1 }], 5.78));
  const rounds: Order[] = [];
  for (let sent = 0; sent < 10; sent++) rounds.push(await round());
  expect(await refusalOf(round())).toMatchObject(tooMany);
  for (const order of rounds) await move(order, 'Confirmed');
  for (let sent = 0; sent < 5; sent++) await move(await round(), 'Confirmed');
});
