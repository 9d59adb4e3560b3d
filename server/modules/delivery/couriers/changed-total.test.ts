/** Changes of orders that are with couriers: a company is told once what its courier takes at the door. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '#contract/ordering/orders.ts';
import { type CourierOrders, makeCourierOrders } from '#server/test/data/courier-orders.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { startCourierApp } from '#server/test/servers/courier-company.ts';

const { app, company, origin, close } = await startCourierApp();
afterAll(close);

let shop: CourierOrders;
beforeEach(async () => {
  shop = await makeCourierOrders(app, company, origin);
});

/** The order has two burgers for AED 50.94; with one it costs 25.75, 1.29 of VAT and 5.00 for the delivery. */
const propose = ({ _id: orderId }: Order, quantity: number, more: { preparationTime?: number } = {}) =>
  app.call(
    'POST /order/propose-change',
    { body: { orderId, lines: [{ lineNumber: 1, quantity }], ...more } },
    shop.sara.token,
  );
const answer = async ({ _id: orderId }: Order, number: number, isAccepted: boolean) =>
  (await app.call('POST /order/answer-change', { body: { orderId, number, isAccepted } }, shop.guest.token)).order;
const refused = { status: 409, code: 'order.change_with_courier', details: { total: 'AED\u00a050.94' } };

test('another total is not proposed while a courier takes the present one at the door', async () => {
  const order = await shop.sending('Confirmed');
  expect(await refusalOf(propose(order, 1))).toMatchObject(refused);
  expect(await refusalOf(propose(order, 3))).toMatchObject(refused);
  await propose(order, 2, { preparationTime: 60 });
  expect(await answer(order, 1, true)).toMatchObject({ totalPrice: 50.94, changes: [{ state: 'accepted' }] });
  await shop.takeBack(order);
  await propose(order, 1);
  expect(await answer(order, 2, true)).toMatchObject({ totalPrice: 32.04 });
});

test('a guest who was asked before the order was sent cannot agree to another total, and can decline', async () => {
  const order = await shop.placed('Confirmed');
  await propose(order, 1);
  await shop.send(order);
  expect(await refusalOf(answer(order, 1, true))).toMatchObject(refused);
  expect(await answer(order, 1, false)).toMatchObject({ totalPrice: 50.94, changes: [{ state: 'declined' }] });
  await shop.settled();
  expect(shop.lastSent().body).toMatchObject({
    observations: expect.stringMatching(/^#1 · AED\s50\.94 \(cash\)$/),
  });
});

test('an own driver takes the total of the changed order', async () => {
  const order = await shop.placed('Confirmed');
  await shop.take(order);
  await propose(order, 1);
  expect(await answer(order, 1, true)).toMatchObject({ totalPrice: 32.04 });
});
