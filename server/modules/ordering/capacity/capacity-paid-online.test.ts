/** Make-minutes of orders that wait for a payment: kept as portions are, and given back when nobody pays. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { MINUTE } from '#contract/base/time.ts';
import { makePaidOrders } from '#server/test/data/paid-orders.ts';
import { makeCustomer } from '#server/test/data/restaurant.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

/** A dish fills a quarter of the kitchen. */
async function openShop() {
  const hour = 60 * MINUTE;
  app.clock.set(new Date(Math.ceil(app.clock.now().getTime() / hour) * hour));
  const shop = await makePaidOrders(app, gateway);
  const { made, owner } = shop;
  const limit = { mode: 'pickup', makeMinutesPerQuarter: 12 } as const;
  await app.call('POST /outlet/update-ordering-modes/:id', { params: { id: made.outletId }, body: limit }, owner.token);
  const params = { id: made.items.special };
  await app.call('POST /menu/update-items-modifier/:id', { params, form: { makeMinutes: 12 } }, owner.token);
  const promised = async () =>
    (await app.call('POST /order/quote-order', { body: shop.order() }, made.siteToken)).quote.preparationTime;
  return { shop, promised };
}

test('the minutes are kept for the guest who pays, and are those of the order', async () => {
  const { shop, promised } = await openShop();
  const other = await makeCustomer(app.db, shop.made.id);
  const begun = await shop.begin(shop.order());
  const second = await shop.begin(shop.order(), randomUUID(), other.token);
  expect(await promised()).toBe(45);
  gateway.pay(second.url!);
  const { orderId } = await shop.look(second, other.token);
  expect(await shop.kitchen()).toMatchObject([{ _id: orderId, preparationTime: 30 }]);
  gateway.pay(begun.url!);
  await shop.look(begun);
  expect(await promised()).toBe(45);
  await shop.move(orderId!, 'Cancelled', 'Kitchen closed');
  expect(await promised()).toBe(30);
});

test('a payment that nobody makes gives its minutes back', async () => {
  const { shop, promised } = await openShop();
  const begun = await shop.begin(shop.order());
  expect(await promised()).toBe(30);
  app.clock.advance(11 * MINUTE);
  expect(await shop.look(begun)).toMatchObject({ state: 'lapsed' });
  // Four of its twelve minutes are still to come, and eight of the next quarter: made in less than the usual time.
  expect(await promised()).toBe(15);
});
