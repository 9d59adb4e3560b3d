/** Orders that staff enter for guests on the telephone (decision 90). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { largeBurger, pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let made: TestRestaurant;
let layla: Awaited<ReturnType<typeof makeOwner>>;
beforeEach(async () => {
  app.clock.set(new Date());
  made = await makeRestaurant(app.db);
  layla = await makeOwner(app.db, made.id, 'staff');
});

type Body = CallInput<'POST /order/place-phone-order'>['body'];

/** A large burger with cheese for 25.75, and 1.29 of VAT. */
const spoken = (more: Partial<Body> = {}): Body => ({
  outletId: made.outletId,
  deliveryMode: 'pickup',
  paymentMethod: 'cash on pickup',
  items: [largeBurger(made)],
  totalPrice: 27.04,
  phone: '050 111 2233',
  name: 'Noura',
  ...more,
});
const place = async (body: Body, idempotencyKey: string = randomUUID()) =>
  (await app.call('POST /order/place-phone-order', { body, idempotencyKey }, layla.token)).order;
const find = async (phone: string) =>
  (await app.call('POST /order/find-phone-guest', { body: { phone } }, layla.token)).guest;

test('a guest who is not known is made by the number, and the history says who entered the order', async () => {
  expect(await find('+971501112233')).toBeNull();
  const order = await place(spoken());
  expect(order).toMatchObject({
    status: 'New',
    customerName: 'Noura',
    phoneNo: '+971501112233',
    platform: 'Phone',
    totalPrice: 27.04,
    history: [{ from: null, to: 'New', by: layla.name, reason: null }],
  });
  expect(await find('0501112233')).toMatchObject({ name: 'Noura', addresses: [] });
});

test('a known guest is found by any spelling of the number, keeps name and orders, and sees the order', async () => {
  const guest = await makeCustomer(app.db, made.id);
  const found = await find(guest.phone.replace('+', '00'));
  expect(found).toMatchObject({ customerId: guest.customerId });
  const { _id } = await place(spoken({ phone: guest.phone, name: 'Somebody else' }));
  const seen = (await app.call('GET /order/get-order-details/:id', { params: { id: _id } }, guest.token)).order;
  expect(seen).toMatchObject({ customerName: found!.name, history: [{ by: null }] });
  expect(seen.customerName).not.toBe('Somebody else');
});

test('the rules are those of the guest: total, stock, payment, options and address', async () => {
  const refused = async (more: Partial<Body>) => (await refusalOf(place(spoken(more)))).code;
  expect(await refused({ totalPrice: 1 })).toBe('order.price_changed');
  expect(await refused({ items: [{ itemId: made.items.special, quantity: 11 }], totalPrice: 485.1 })).toBe(
    'order.sold_out',
  );
  expect(await refused({ paymentMethod: 'online on pickup' })).toBe('order.payment_not_available');
  expect(await refused({ items: [{ itemId: made.items.burger, quantity: 1 }] })).toBe('order.options_invalid');
  expect(await refused({ phone: '12' })).toBe('auth.invalid_phone');
  const door = { location: '4 Harbour Road', floor: '12' };
  const delivered = { deliveryMode: 'delivery', paymentMethod: 'cash on delivery' } as const;
  expect(await refused({ ...delivered, address: door })).toBe('order.area_not_served');
  // The area asks for 30.00 at least: two burgers for 43.75, with 2.19 of VAT.
  const twice = { items: [largeBurger(made, 2)], deliveryAreaId: made.areaId, totalPrice: 50.94 };
  const order = await place(spoken({ ...delivered, ...twice, address: door }));
  expect(order).toMatchObject({ address: door, deliveryFee: 5, totalPrice: 50.94 });
});

test('the quote is the price of the order', async () => {
  const { phone: _, name: __, totalPrice, paymentMethod: ___, ...basket } = spoken();
  const { quote } = await app.call('POST /order/quote-phone-order', { body: basket }, layla.token);
  expect(quote).toMatchObject({ total: totalPrice, problems: [] });
});

test('a repeated key is one order, and so are presses at once', async () => {
  const key = randomUUID();
  const placed = await Promise.all([place(spoken(), key), place(spoken(), key), place(spoken(), key)]);
  expect(new Set(placed.map(({ _id }) => _id)).size).toBe(1);
  const guests = await platformTransaction(app.db, 'seed', (tx) =>
    tx
      .selectFrom('customers')
      .select('id')
      .where('restaurant_id', '=', made.id)
      .where('phone', '=', '+971501112233')
      .execute(),
  );
  expect(guests).toHaveLength(1);
});

/** The orders of the restaurant, as [number, phone]. */
const numbers = async () => {
  const { order } = await app.call('GET /order/get-all-orders', { query: {} }, layla.token);
  return order.map(({ orderNumber, phoneNo }) => [orderNumber, phoneNo]);
};

test('a key whose answer was lost makes no second order for a corrected number', async () => {
  const key = randomUUID();
  const first = await place(spoken(), key);
  const refusal = { status: 422, code: 'order.key_reused', details: { number: 1, order: { _id: first._id } } };
  expect(await refusalOf(place(spoken({ phone: '050 111 2234' }), key))).toMatchObject(refusal);
  expect(await find('050 111 2234')).toBeNull();
  const known = await makeCustomer(app.db, made.id);
  expect(await refusalOf(place(spoken({ phone: known.phone }), key))).toMatchObject(refusal);
  // Refused for want of stock as well, it is still the first order that matters.
  const soldOut = spoken({ phone: known.phone, items: [{ itemId: made.items.special, quantity: 11 }] });
  expect(await refusalOf(place(soldOut, key))).toMatchObject(refusal);
  expect((await place(spoken({ phone: '+971 50 111 2233' }), key))._id).toBe(first._id);
  expect(await numbers()).toEqual([[1, '+971501112233']]);
  const second = await place(spoken({ phone: '050 111 2234' }));
  expect(second.orderNumber).toBe(2);
});

test('presses at once with different numbers make one order, and the others name it', async () => {
  const key = randomUUID();
  const known = await makeCustomer(app.db, made.id);
  const phones = ['050 111 2233', '050 111 2234', known.phone, '050 111 2233', '050 111 2235'];
  const tries = await Promise.allSettled(phones.map((phone) => place(spoken({ phone }), key)));
  const placed = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(new Set(placed.map(({ _id }) => _id)).size).toBe(1);
  for (const one of tries.filter(({ status }) => status === 'rejected')) {
    const refused = Promise.reject((one as PromiseRejectedResult).reason as Error);
    expect(await refusalOf(refused)).toMatchObject({
      code: 'order.key_reused',
      details: { order: { _id: placed[0]!._id } },
    });
  }
  expect(await numbers()).toEqual([[1, placed[0]!.phoneNo]]);
});

test('a key that a guest has used for an order of their own is free for staff', async () => {
  const guest = await makeCustomer(app.db, made.id);
  const body = pickupOrder(made, [largeBurger(made)], 27.04);
  await app.call('POST /order/create-order', { body, idempotencyKey: '1' }, guest.token);
  expect((await place(spoken(), '1')).orderNumber).toBe(2);
});

test('guests of other restaurants are not found', async () => {
  const other = await makeRestaurant(app.db);
  const guest = await makeCustomer(app.db, other.id);
  expect(await find(guest.phone)).toBeNull();
});
