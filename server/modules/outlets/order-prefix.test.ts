import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '#contract/ordering/orders.ts';
import { transaction } from '#server/db/transaction.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import {
  makeCustomer,
  makeOwner,
  makeRestaurant,
  ownersPassword,
  type TestRestaurant,
} from '#server/test/data/restaurant.ts';
import { makePng } from '#server/test/data/png.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let server: TestApp;
let ours: TestRestaurant;
let owner: string;
let guest: string;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  ours = await makeRestaurant(server.db);
  ({ token: owner } = await makeOwner(server.db, ours.id));
  ({ token: guest } = await makeCustomer(server.db, ours.id));
});

async function addOutlet(name: string) {
  const form = {
    name,
    timeZone: 'Asia/Dubai',
    email: 'outlet@example.test',
    phone: '+971501234567',
    orderingSchedule: { sameDate: true, nextDate: true },
    taxDetails: { taxRate: 5, taxInclusive: false },
    alertCalls: false,
  };
  return (await server.call('POST /outlet/add-outlet', { form, files: { image: makePng() } }, owner)).outlet;
}

async function prefixes(): Promise<string[]> {
  const rows = await transaction(server.db, ours.id, (tx) =>
    tx
      .selectFrom('outlets')
      .select('order_prefix')
      .where('restaurant_id', '=', ours.id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  );
  return rows.map(({ order_prefix }) => order_prefix);
}

async function place(outletId = ours.outletId): Promise<Order> {
  const order = { ...pickupOrder(ours, [{ itemId: ours.items.water, quantity: 1 }], 5.78), outletId };
  return (await server.call('POST /order/create-order', { body: { order } }, guest)).order;
}

test('an order is called by its number, and by a letter of its outlet from the second outlet on', async () => {
  const alone = await place();
  expect([alone.orderNumber, alone.orderName]).toEqual([1, '1']);
  expect(await prefixes()).toEqual(['']);

  await addOutlet('Downtown');
  expect(await prefixes()).toEqual(['M', 'D']);
  const beside = await place();
  expect([beside.orderNumber, beside.orderName]).toEqual([2, 'M-2']);

  const named = async (id: string) => {
    const { order } = await server.call('GET /order/history', { query: { id } }, owner);
    return order.map(({ orderName }) => orderName);
  };
  expect(await named('2')).toEqual(['M-2']);
  expect(await named('#m-2')).toEqual(['M-2']);
  expect(await named('d-2')).toEqual([]);
});

test('the first order of a new outlet is number 101', async () => {
  const { _id } = await addOutlet('Downtown');
  const { outlet } = await server.call('GET /outlet/get-outlet/:id', { params: { id: ours.outletId } }, owner);
  const openingHours = outlet.modes
    .find(({ mode }) => mode === 'pickup')!
    .openingHours.map(({ periods, ...day }) => ({ ...day, periods: [...periods] }));
  const paymentMethod = { cashOnDelivery: true, cardOnDelivery: false };
  const body = { mode: 'pickup', delivery: true, openingHours, paymentMethod } as const;
  await server.call('POST /outlet/update-ordering-modes/:id', { params: { id: _id }, body }, owner);
  const orders = [await place(_id), await place(_id), await place()];
  expect(orders.map(({ orderName }) => orderName)).toEqual(['D-101', 'D-102', 'M-1']);
});

test('an initial is chosen first, then another letter of the name, and never one that reads as a digit', async () => {
  await addOutlet('Marina Mall');
  await addOutlet('Old Oasis');
  await addOutlet('Ímola');
  await addOutlet('الميناء');
  await addOutlet('Souk 7');
  expect(await prefixes()).toEqual(['M', 'A', 'L', 'B', 'C', 'S']);
});

test('outlets that are added at once have letters of their own', async () => {
  const names = ['Harbour', 'Hills', 'Heights', 'Hub'];
  await Promise.all(names.map((name) => addOutlet(name)));
  const given = await prefixes();
  expect(new Set(given).size).toBe(5);
  expect(given.every((prefix) => /^[A-HJ-NP-Z]$/.test(prefix))).toBe(true);
});

test('a deleted outlet keeps its letter, and a clone has one of its own', async () => {
  const harbour = await addOutlet('Harbour');
  await server.call(
    'DELETE /outlet/delete-outlet/:id',
    { params: { id: harbour._id }, body: { password: ownersPassword } },
    owner,
  );
  const hills = await addOutlet('Hills');
  await server.call('POST /outlet/clone-outlet/:id', { params: { id: hills._id } }, owner);
  expect(await prefixes()).toEqual(['M', 'H', 'L', 'C']);
});
