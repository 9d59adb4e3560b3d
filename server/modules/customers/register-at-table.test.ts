/** Guests at tables who give no number (decision 54). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { rawCall } from '#server/test/servers/raw-call.ts';
import { pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { letTimePass } from '#server/test/data/shift-orders.ts';
import { makeTables, openDineIn, tableOrder } from '#server/test/data/tables.ts';
import { whenFree } from '#server/test/data/when-free.ts';

let app: TestApp;
let made: TestRestaurant;
let owner: string;
let tables: Awaited<ReturnType<typeof makeTables>>;
beforeAll(async () => {
  app = await startApp({ config: { rateLimits: true } });
});
afterAll(() => app.close());
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  owner = await openDineIn(app, made);
  tables = await makeTables(app, { token: owner, outletId: made.outletId, names: ['12', '14'] });
});

const codeOf = (name: string) => tables.find((table) => table.name === name)!.code;
const register = async (table = codeOf('12'), name?: string) =>
  app.call(
    'POST /auth/register-at-table',
    { body: { table, ...(name === undefined ? {} : { name }) } },
    made.siteToken,
  );
const orderAt = (name: string) => tableOrder(made, codeOf(name), [{ itemId: made.items.water, quantity: 1 }], 5.78);
const place = async (token: string, order = orderAt('12'), idempotencyKey?: string) =>
  (await app.call('POST /order/create-order', { body: { order }, idempotencyKey }, token)).order;
const placeWhenFree = (token: string) => {
  const key = crypto.randomUUID();
  return whenFree(() => place(token, orderAt('12'), key));
};
const askForPhones = (asksPhoneAtTables: boolean) =>
  app.call('PUT /outlet/update-outlet/:id', { params: { id: made.outletId }, form: { asksPhoneAtTables } }, owner);

test('a guest at a table orders, follows and reads their orders without a number', async () => {
  const { token, customer } = await register(codeOf('12'), 'Noor');
  expect(customer).toEqual({ _id: expect.any(String), name: 'Noor', email: '', number: '' });
  const order = await place(token);
  expect(order).toMatchObject({ customerName: 'Noor', phoneNo: '', tableName: '12', status: 'New' });
  const params = { id: order._id };
  expect((await app.call('GET /order/get-order-details/:id', { params }, token)).order).toEqual(order);
  expect((await app.call('GET /order/get-receipt/:id', { params }, token)).receipt.order._id).toBe(order._id);
  expect((await app.call('GET /order/get-all-orders', {}, token)).order).toHaveLength(1);
  expect((await app.call('GET /order/get-order-details/:id', { params }, owner)).order).toMatchObject({
    customerName: 'Noor',
    phoneNo: '',
  });
  const found = await app.call('GET /order/history', { query: { name: 'noor' } }, owner);
  expect(found.order.map(({ _id }) => _id)).toEqual([order._id]);
});

test('the kitchen reads Guest where nobody gave a name, and two guests at a table are two', async () => {
  const [one, other] = [await register(), await register(codeOf('12'), '\u200f\u200b')];
  expect(one.customer).toMatchObject({ name: 'Guest' });
  expect(one.customer._id).not.toBe(other.customer._id);
  await place(one.token);
  expect((await app.call('GET /order/get-all-orders', {}, other.token)).order).toEqual([]);
});

test('a guest without a number orders at tables alone', async () => {
  const { token } = await register();
  const pickup = pickupOrder(made, [{ itemId: made.items.water, quantity: 1 }], 5.78);
  expect(await refusalOf(place(token, pickup))).toMatchObject({ status: 403, code: 'table.phone_needed' });
});

test('an outlet that asks for numbers registers nobody without one, and takes no order of those from before', async () => {
  const before = await register();
  const known = await makeCustomer(app.db, made.id);
  // The facts of the outlet are remembered from here on.
  await place(before.token);
  await askForPhones(true);
  expect(await refusalOf(register())).toMatchObject({ status: 403, code: 'table.phone_needed' });
  expect(await refusalOf(place(before.token))).toMatchObject({ status: 403, code: 'table.phone_needed' });
  expect(await place(known.token)).toMatchObject({ phoneNo: known.phone });
  await askForPhones(false);
  await place(before.token);
});

test('a code that is void, or no code, registers nobody', async () => {
  await app.call('POST /dining/new-code/:id', { params: { id: tables[0]!._id } }, owner);
  for (const table of [codeOf('12'), '12', '']) {
    expect(await refusalOf(register(table))).toMatchObject({ code: 'table.code_invalid' });
  }
});

test('ten orders wait at a table, whoever of its guests without a number sends them', async () => {
  const guests = await Promise.all(Array.from({ length: 12 }, () => whenFree(register)));
  const outcomes = await Promise.all(
    guests.map(({ token }) =>
      placeWhenFree(token).then(
        () => 'placed',
        async (error: unknown) => (await refusalOf(Promise.reject(error as Error))).code,
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'placed')).toHaveLength(10);
  expect(new Set(outcomes)).toEqual(new Set(['placed', 'order.too_many_open']));
  // The next table has room of its own, and so has a guest with a number.
  await place((await register(codeOf('14'))).token, orderAt('14'));
  await place((await makeCustomer(app.db, made.id)).token);
});

test('orders that the kitchen has rejected close a table for an hour', async () => {
  const { token } = await register();
  for (let n = 0; n < 10; n++) {
    const order = await place(token);
    const move = { orderId: order._id, status: 'Cancelled', expectedStatus: 'New', reason: 'busy' } as const;
    await app.call('POST /order/update-order-status', { body: move }, owner);
  }
  const next = await register();
  expect(await refusalOf(place(next.token))).toMatchObject({ status: 409, code: 'order.too_many_open' });
  await letTimePass(app.db, made.id, 60);
  await place(next.token);
});

test('a table registers sixty guests in an hour', async () => {
  for (let guest = 0; guest < 60; guest++) await register();
  expect(await refusalOf(register())).toMatchObject({ status: 429, code: 'rate.limited' });
  await register(codeOf('14'));
});

test('a guest without a number is exported and erased like any other', async () => {
  const { token } = await register(codeOf('12'), 'Seldom Word');
  const order = await place(token);
  const move = { orderId: order._id, status: 'Cancelled', expectedStatus: 'New', reason: 'busy' } as const;
  await app.call('POST /order/update-order-status', { body: move }, owner);
  const exported = await rawCall(app.app, 'GET /auth/export-customer', {}, token);
  expect([exported.status, exported.text]).toEqual([200, expect.stringContaining(order._id)]);
  await app.call('POST /auth/delete-customer', {}, token);
  expect(await refusalOf(app.call('GET /auth/customer', {}, token))).toMatchObject({ status: 401 });
  const params = { id: order._id };
  expect((await app.call('GET /order/get-order-details/:id', { params }, owner)).order).toMatchObject({
    customerName: '',
    totalPrice: order.totalPrice,
  });
});
