/** Tips of guests: what the server takes, what it stores, and what becomes of one that was taken off again. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { minorUnits } from '#contract/base/money.ts';
import type { Mode } from '#contract/base/enumerations.ts';
import type { NewOrder } from '#contract/ordering/orders.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { deliveryOrder, largeBurger, pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makePaidOrders } from '#server/test/data/paid-orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { rawCall } from '#server/test/servers/raw-call.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

let made: TestRestaurant;
let guest: string;
let owner: string;
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  ({ token: guest } = await makeCustomer(app.db, made.id));
  ({ token: owner } = await makeOwner(app.db, made.id));
});

const takeTips = (tipModes: Mode[], token = owner) =>
  app.call('POST /restaurant/update-settings', { body: { tipModes } }, token);
/** 43.75, 5 % tax and 5.00 fee, and a tip of 4.38, which is 10 %. */
const tipped = (tip: number | null = 4.38, total = 55.32): NewOrder =>
  deliveryOrder(made, [largeBurger(made, 2)], total, { tip });
const place = async (order: NewOrder) =>
  (await app.call('POST /order/create-order', { body: { order }, idempotencyKey: randomUUID() }, guest)).order;
const quote = async (order: NewOrder) =>
  (await app.call('POST /order/quote-order', { body: order }, made.siteToken)).quote;

test('no restaurant takes tips before it says so, and then in the modes that it names', async () => {
  const restaurantOf = async () => (await app.call('GET /site/:slug', { params: { slug: made.slug } })).restaurant.tips;
  expect(await restaurantOf()).toBeUndefined();
  expect(await quote(tipped())).toMatchObject({ problems: [{ code: 'order.tip_not_taken' }] });
  expect(await refusalOf(place(tipped()))).toMatchObject({ code: 'order.tip_not_taken' });

  const { settings } = await takeTips(['delivery']);
  expect(settings).toMatchObject({ tipModes: ['delivery'], tipPercents: [5, 10, 15] });
  await expect.poll(restaurantOf).toEqual({ modes: ['delivery'], percents: [5, 10, 15] });
  expect(await quote(tipped())).toMatchObject({ subtotal: 43.75, tax: 2.19, tip: 4.38, total: 55.32, problems: [] });
  const pickup = pickupOrder(made, [largeBurger(made, 2)], 50.32, { tip: 4.38 });
  expect(await refusalOf(place(pickup))).toMatchObject({ code: 'order.tip_not_taken' });
});

test('a tip is in the total, is stored with the order, and stands on the receipt and in the exported history', async () => {
  await takeTips(['delivery']);
  const order = await place(tipped());
  expect(order).toMatchObject({ subtotal: 43.75, taxAmount: 2.19, deliveryFee: 5, tip: 4.38, totalPrice: 55.32 });
  const { receipt } = await app.call('GET /order/get-receipt/:id', { params: { id: order._id } }, guest);
  expect(receipt.order).toMatchObject({ tip: 4.38, totalPrice: 55.32 });
  const exported = await rawCall(app.app, 'GET /order/export-history', { query: {} }, owner);
  const [heads, row] = exported.text.trim().split('\r\n');
  expect([heads!.split(',').slice(-3), row!.split(',').slice(-3)]).toEqual([
    ['Delivery fee', 'Tip', 'Total'],
    ['5.00', '4.38', '55.32'],
  ]);
});

test('an order of a client that knows no tips costs what it did', async () => {
  await takeTips(['delivery', 'pickup', 'dine-in']);
  const { tip: _tip, ...order } = tipped(null, 50.94);
  expect(await place(order)).toMatchObject({ tip: null, totalPrice: 50.94 });
  expect(await place({ ...order, tip: 0 })).toMatchObject({ tip: null, totalPrice: 50.94 });
});

test('the server adds the tip itself, and takes none above the subtotal or finer than the currency', async () => {
  await takeTips(['delivery']);
  expect(await refusalOf(place(tipped(4.38, 50.94)))).toMatchObject({
    code: 'order.price_changed',
    details: { quote: { tip: 4.38, total: 55.32 } },
  });
  expect(await place(tipped(43.75, 94.69))).toMatchObject({ tip: 43.75, totalPrice: 94.69 });
  expect(await refusalOf(place(tipped(43.76, 94.7)))).toMatchObject({
    code: 'order.tip_too_large',
    msg: 'The tip can be AED\u00A043.75 at most.',
  });
  expect(await refusalOf(place(tipped(4.375, 55.315)))).toMatchObject({ code: 'request.invalid' });
  expect(await refusalOf(place({ ...tipped(), tip: -1 }))).toMatchObject({ code: 'request.invalid' });
});

test('an order with a tip is refused once tips are switched off, on every server that remembers the menu', async () => {
  await takeTips(['delivery']);
  await place(tipped());
  await takeTips([]);
  expect(await refusalOf(place(tipped()))).toMatchObject({ code: 'order.tip_not_taken' });
});

test('the database keeps no order whose parts are not its total', async () => {
  await takeTips(['delivery']);
  const { _id: id } = await place(tipped());
  const spoil = platformTransaction(app.db, 'seed', (tx) =>
    tx
      .updateTable('orders')
      .set({ tip_minor: minorUnits(439) })
      .where('id', '=', id)
      .execute(),
  );
  await expect(spoil).rejects.toThrow('orders_total_check');
});

test('a program of before writes orders on this schema', async () => {
  const entry = { tip_minor: undefined };
  const { rows } = await sql<{ tip: number | null }>`
    select tip_minor as tip from jsonb_populate_record(null::orders, ${JSON.stringify(entry)}::jsonb)`.execute(app.db);
  expect(rows).toEqual([{ tip: null }]);
});

test('a tip that was taken off after the payment page was opened is paid by nobody', async () => {
  const shop = await makePaidOrders(app, gateway);
  await takeTips(['pickup'], shop.owner.token);
  const key = randomUUID();
  const first = await shop.begin(shop.order({ tip: 4.2, totalPrice: 48.3 }), key);
  // The guest goes back, takes the tip off, and pays the basket as it is now.
  const second = await shop.begin(shop.order({ tip: null }), key);
  expect(second._id).not.toBe(first._id);
  gateway.pay(second.url!);
  const { orderId } = await shop.look(second);
  expect(() => gateway.pay(first.url!)).toThrow();
  expect(await shop.look(first)).toMatchObject({ state: 'lapsed' });

  expect(await shop.kitchen()).toMatchObject([{ _id: orderId, tip: null, totalPrice: 44.1 }]);
  await shop.move(orderId!, 'Confirmed');
  await shop.letPass();
  expect(
    shop
      .books()
      .map(({ captured }) => captured)
      .toSorted((one, other) => one - other),
  ).toEqual([0, 4410]);
});

test('an online payment takes the tip as well', async () => {
  const shop = await makePaidOrders(app, gateway);
  await takeTips(['pickup'], shop.owner.token);
  const { orderId } = await shop.pay(shop.order({ tip: 4.2, totalPrice: 48.3 }));
  expect(await shop.kitchen()).toMatchObject([{ _id: orderId, tip: 4.2, totalPrice: 48.3 }]);
  expect(shop.books()).toMatchObject([{ authorised: 4830 }]);
});
