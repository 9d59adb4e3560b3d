/** Stamp cards of guests who pay online: what is used waits with the payment, and a refund of everything undoes both. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { MINUTE } from '#contract/base/time.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makePaidOrders, type PaidOrders } from '#server/test/data/paid-orders.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

let shop: PaidOrders;
beforeEach(async () => {
  app.clock.set(new Date());
  shop = await makePaidOrders(app, gateway);
  const body = { name: 'Regulars', benefit: { kind: 'amount', amount: 10 }, stamps: { needed: 2 } } as const;
  await app.call('POST /offer/add-offer', { body }, shop.owner.token);
});

/** 42.00 less 10.00, and 5 %. */
const rewarded = () => shop.order({ usesStampCard: true, totalPrice: 33.6 });
const params = () => ({ id: shop.guest.customerId });
const give = (stamps: number) =>
  app.call(
    'POST /customer/correct-stamps/:id',
    { params: params(), body: { stamps, reason: 'Was here' } },
    shop.owner.token,
  );
const movements = async () => {
  const { stampCard } = await app.call('GET /customer/get-customer/:id', { params: params() }, shop.owner.token);
  return stampCard!.movements.map(({ kind, stamps }) => [kind, stamps]).toReversed();
};
const refund = (orderId: OrderId, amount: number) =>
  app.call(
    'POST /order/refund/:id',
    { params: { id: orderId }, body: { amount, reason: 'Cold soup' }, idempotencyKey: randomUUID() },
    shop.owner.token,
  );
async function captured(order = shop.order()) {
  const { orderId } = await shop.pay(order);
  await shop.move(orderId, 'Confirmed');
  await shop.letPass();
  return orderId;
}
async function complete(orderId: OrderId) {
  await shop.move(orderId, 'Ready');
  await shop.move(orderId, 'Completed');
}

test('a refund of a part leaves the stamp, and one of the rest takes it back once', async () => {
  const orderId = await captured();
  await complete(orderId);
  await refund(orderId, 4.1);
  await shop.letPass(2_000);
  expect(await movements()).toEqual([['earned', 1]]);
  await refund(orderId, 40);
  await shop.letPass(2_000);
  await shop.letPass(60_000);
  expect(await movements()).toEqual([
    ['earned', 1],
    ['taken_back', -1],
  ]);
});

test('an order that is refunded before it is completed earns no stamp', async () => {
  const orderId = await captured();
  await refund(orderId, 44.1);
  await shop.letPass(2_000);
  await complete(orderId);
  expect(await movements()).toEqual([]);
});

test('stamps that came back with the money stay when the order is cancelled after that, and the cancelling is undone', async () => {
  await give(2);
  const used = await captured(rewarded());
  await refund(used, 33.6);
  await shop.letPass(2_000);
  await shop.move(used, 'Cancelled', 'Kitchen closed');
  await shop.move(used, 'Confirmed');
  expect(await movements()).toEqual([
    ['granted', 2],
    ['used', -2],
    ['returned', 2],
  ]);
});

test('a full card waits with the payment, and comes back where nobody pays', async () => {
  await give(2);
  const begun = await shop.begin(rewarded());
  expect(await refusalOf(shop.begin(rewarded()))).toMatchObject({
    code: 'order.price_changed',
    details: { quote: { refusedOffers: [{ reason: 'card_not_full' }] } },
  });
  app.clock.advance(11 * MINUTE);
  expect(await shop.look(begun)).toMatchObject({ state: 'lapsed' });
  await shop.look(begun);
  expect(await movements()).toEqual([
    ['granted', 2],
    ['used', -2],
    ['returned', 2],
  ]);
});

test('a full card comes back once where the kitchen rejects, although the money follows later', async () => {
  await give(2);
  const { orderId } = await shop.pay(rewarded());
  expect(await shop.kitchen()).toMatchObject([{ _id: orderId, discount: 10, totalPrice: 33.6 }]);
  await shop.move(orderId, 'Cancelled', 'Kitchen closed');
  await shop.letPass();
  const used = await captured(rewarded());
  await refund(used, 33.6);
  await shop.letPass(2_000);
  await shop.move(used, 'Cancelled', 'Kitchen closed');
  await shop.letPass();
  expect(await movements()).toEqual([
    ['granted', 2],
    ['used', -2],
    ['returned', 2],
    ['used', -2],
    ['returned', 2],
  ]);
});

describe('an order that an agreed change made free, which stands with its reward', () => {
  /** A special that the card pays, and a water of 5.50 with 5 %. */
  async function freeOrder(): Promise<OrderId> {
    const { offers } = await app.call('GET /offer/get-offers', {}, shop.owner.token);
    await app.call('DELETE /offer/delete-offer/:id', { params: { id: offers[0]!._id } }, shop.owner.token);
    const { special, water } = shop.made.items;
    const scope = { categories: [], items: [special] };
    const body = { name: 'Free dish', benefit: { kind: 'free_item' }, scope, stamps: { needed: 2 } } as const;
    await app.call('POST /offer/add-offer', { body }, shop.owner.token);
    await give(2);
    const items = [special, water].map((itemId) => ({ itemId, quantity: 1, modifierList: [] }));
    const orderId = await captured(shop.order({ items, usesStampCard: true, totalPrice: 5.78 }));
    const change = { orderId, lines: [{ lineNumber: 1, quantity: 1 }] };
    await app.call('POST /order/propose-change', { body: change }, shop.owner.token);
    const answer = { orderId, number: 1, isAccepted: true };
    await app.call('POST /order/answer-change', { body: answer }, shop.guest.token);
    await shop.letPass();
    expect(shop.books()).toMatchObject([{ captured: 578, refunded: 578 }]);
    expect(await shop.kitchen()).toMatchObject([{ status: 'Confirmed', discount: 42, totalPrice: 0 }]);
    return orderId;
  }
  const used = [
    ['granted', 2],
    ['used', -2],
  ];

  test('keeps the stamps that it used, although all of its money went back', async () => {
    const orderId = await freeOrder();
    expect(await movements()).toEqual(used);
    await complete(orderId);
    expect(await movements()).toEqual(used);
  });

  test('gives them back when it is cancelled, and takes them again when that is undone', async () => {
    const orderId = await freeOrder();
    await shop.move(orderId, 'Cancelled', 'Kitchen closed');
    expect(await movements()).toEqual([...used, ['returned', 2]]);
    await shop.move(orderId, 'Confirmed');
    expect(await movements()).toEqual([...used, ['returned', 2], ['used', -2]]);
  });
});
