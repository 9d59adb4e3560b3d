/** A cancelled order that is taken up again, or is not because its money goes back. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { refusalOf } from '#server/test/data/orders.ts';
import { makePaidOrders, type PaidOrders } from '#server/test/data/paid-orders.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

let shop: PaidOrders;
beforeEach(async () => {
  app.clock.set(new Date());
  shop = await makePaidOrders(app, gateway);
});

test.each([
  { of: 'held', accepted: false, books: { captured: 0, released: 4410, refunded: 0 } },
  { of: 'taken', accepted: true, books: { captured: 4410, released: 0, refunded: 4410 } },
])('once $of money goes back, the order is not taken up again by a clock that is behind', async (given) => {
  const { orderId } = await shop.pay();
  const former = given.accepted ? 'Confirmed' : 'New';
  if (given.accepted) {
    await shop.move(orderId, 'Confirmed');
    await shop.letPass();
  }
  const at = app.clock.now();
  await shop.move(orderId, 'Cancelled', 'too_busy');
  // By the clock of the server that settles payments.
  await shop.letPass(31_000);
  expect(shop.books()).toMatchObject([given.books]);
  app.clock.set(new Date(at.getTime() + 5_000));
  expect(await refusalOf(shop.move(orderId, former))).toMatchObject({ status: 409, code: 'order.move_not_allowed' });
  expect(await shop.kitchen()).toMatchObject([{ status: 'Cancelled' }]);
});

test('cancelled after a part was refunded by staff, it can be taken up again while that can be undone', async () => {
  const { orderId } = await shop.pay();
  await shop.move(orderId, 'Confirmed');
  await shop.letPass();
  const body = { amount: 10, reason: 'Cold soup' };
  const idempotencyKey = randomUUID();
  await app.call('POST /order/refund/:id', { params: { id: orderId }, body, idempotencyKey }, shop.owner.token);
  await shop.letPass();
  await shop.move(orderId, 'Cancelled', 'too_busy');
  await shop.move(orderId, 'Confirmed');
  await shop.letPass();
  expect(await shop.kitchen()).toMatchObject([{ status: 'Confirmed' }]);
  expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 1000 }]);
});
