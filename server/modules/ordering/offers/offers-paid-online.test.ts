/** Offers of orders that wait for a payment: their uses are kept as portions are, and come back when nobody pays. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { MINUTE } from '#contract/base/time.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makePaidOrders } from '#server/test/data/paid-orders.ts';
import { makeCustomer } from '#server/test/data/restaurant.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

/** A half off 42.00 with 5 % tax: 22.05. */
async function openShop(limit: { usesMax?: number; usesOfGuestMax?: number; isForFirstOrder?: boolean }) {
  const shop = await makePaidOrders(app, gateway);
  const { token } = shop.owner;
  const body = { name: 'Half', code: 'HALF', benefit: { kind: 'percent', percent: 50 }, ...limit } as const;
  await app.call('POST /offer/add-offer', { body }, token);
  const half = () => shop.order({ offerCode: 'half', totalPrice: 22.05 });
  const uses = async () => (await app.call('GET /offer/get-offers', {}, token)).offers.map((offer) => offer.uses);
  return { shop, half, uses };
}

test('the last use is kept for the guest who pays, and is that of the order', async () => {
  const { shop, half, uses } = await openShop({ usesMax: 1 });
  const begun = await shop.begin(half());
  expect(await uses()).toEqual([1]);
  const other = await makeCustomer(app.db, shop.made.id);
  expect(await refusalOf(shop.begin(half(), randomUUID(), other.token))).toMatchObject({
    code: 'order.price_changed',
    details: { quote: { refusedOffers: [{ code: 'HALF', reason: 'used_up' }] } },
  });
  gateway.pay(begun.url!);
  const { orderId } = await shop.look(begun);
  expect(await shop.kitchen()).toMatchObject([{ _id: orderId, discount: 21, totalPrice: 22.05 }]);
  expect([await uses(), shop.books()]).toMatchObject([[1], [{ authorised: 2205 }]]);
  await shop.move(orderId!, 'Cancelled', 'Kitchen closed');
  expect(await uses()).toEqual([0]);
});

test('a payment that nobody makes gives its use back', async () => {
  const { shop, half, uses } = await openShop({ usesMax: 1 });
  const begun = await shop.begin(half());
  app.clock.advance(11 * MINUTE);
  expect(await shop.look(begun)).toMatchObject({ state: 'lapsed' });
  expect(await uses()).toEqual([0]);
  await shop.pay(half());
  expect(await uses()).toEqual([1]);
});

test('a guest who waits for one payment has used an offer for first orders', async () => {
  const { shop, half } = await openShop({ isForFirstOrder: true });
  await shop.begin(half());
  expect(await refusalOf(shop.begin(half()))).toMatchObject({
    code: 'order.price_changed',
    details: { quote: { refusedOffers: [{ reason: 'first_order_only' }] } },
  });
});
