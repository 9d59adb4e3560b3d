/** Money for reported portions at a table goes back to the guests who paid these, or by hand. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { TableSession } from '#contract/dining/table-sessions.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { GuestPayment } from '#contract/payments/payments.ts';
import { makeBills } from '#server/test/data/bills.ts';
import { makeCustomer } from '#server/test/data/restaurant.ts';
import { omar, sara } from '#server/test/data/table-sessions.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

let shop: Awaited<ReturnType<typeof makeBills>>;
let guest: Awaited<ReturnType<typeof makeCustomer>>;
let tableSession: TableSession;
let order: Order;
/** One order of Sara's special for 44.10 and Omar's two waters for 11.55. */
beforeEach(async () => {
  app.clock.set(new Date());
  shop = await makeBills(app, gateway);
  const { phones } = shop;
  guest = await makeCustomer(app.db, shop.made.id);
  tableSession = await phones.join(sara);
  await phones.join(omar);
  await phones.share(tableSession, sara, [shop.special('s1')], 'Sara');
  await phones.share(tableSession, omar, [phones.water('o1', 2)], 'Omar');
  const seen = await phones.read(tableSession, sara);
  order = await phones.order(seen, sara, 55.65, { guest: guest.token });
});

type Lines = Parameters<typeof shop.payBill>[2];

const lineOf = (dish: 'special' | 'water') => {
  const line = order.cart.find(({ itemId }) => itemId === shop.made.items[dish])!;
  return { orderId: order._id, lineNumber: line.lineNumber };
};
async function pay(key: string, lines: Lines): Promise<GuestPayment> {
  const begun = await shop.payBill(tableSession, key, lines);
  gateway.pay(begun.url!);
  return shop.lookAt(begun);
}
async function report(dishes: readonly ['special' | 'water', number][]): Promise<void> {
  for (const status of ['Confirmed', 'Ready', 'Completed'] as const) await shop.move(order._id, status);
  await shop.letPass();
  const lines = dishes.map(([dish, quantity]) => ({ lineNumber: lineOf(dish).lineNumber, quantity }));
  const form = { orderId: order._id, kind: 'missing', wish: 'refund', lines } as const;
  await app.call('POST /order/report-problem', { form }, guest.token);
}
const terms = async () =>
  (await app.call('GET /order/answer-terms/:id', { params: { id: order._id } }, shop.owner.token)).terms;
async function giveBack(amount: number) {
  const answer = { kind: 'refund', amount, note: '' } as const;
  const body = { orderId: order._id, version: 1, answer };
  const answered = await app.call('POST /order/answer-problem', { body }, shop.owner.token);
  await shop.letPass();
  return answered.order.problem!.answer;
}
const refundedOf = async (...payments: GuestPayment[]) => {
  const seen = await Promise.all(payments.map((payment) => shop.lookAt(payment)));
  return seen.map(({ refunded }) => refunded);
};

test('the money of a missing dish goes to the guest who paid it, whoever paid first', async () => {
  const ofOmar = await pay(omar, [lineOf('water')]);
  const ofSara = await pay(sara, [lineOf('special')]);
  await report([['special', 1]]);
  expect(await terms()).toMatchObject({ isByHand: false, whole: 55.65, lines: 44.1 });
  expect(await giveBack(44.1)).toMatchObject({ amount: 44.1, isByHand: false });
  expect(await refundedOf(ofOmar, ofSara)).toEqual([0, 44.1]);
});

test('the money of dishes of several guests goes to each of them, without their tips', async () => {
  await app.call('POST /restaurant/update-settings', { body: { tipModes: ['dine-in'] } }, shop.owner.token);
  const begun = await shop.payBill(tableSession, omar, [lineOf('water')], { tip: 1 });
  gateway.pay(begun.url!);
  const ofOmar = await shop.lookAt(begun);
  const ofSara = await pay(sara, [lineOf('special')]);
  await report([
    ['special', 1],
    ['water', 1],
  ]);
  expect(await terms()).toMatchObject({ isByHand: false, whole: 56.65, lines: 49.88 });
  await giveBack(49.88);
  expect(await refundedOf(ofOmar, ofSara)).toEqual([5.78, 44.1]);
});

test('portions of a line that guests shared go back through its payments, each up to its share', async () => {
  const ofSara = await pay(sara, [{ ...lineOf('water'), portions: [1] }, lineOf('special')]);
  const ofOmar = await pay(omar, [{ ...lineOf('water'), portions: [0] }]);
  await report([['water', 2]]);
  expect(await terms()).toMatchObject({ isByHand: false, whole: 55.65, lines: 11.55 });
  await giveBack(11.55);
  expect(await refundedOf(ofSara, ofOmar)).toEqual([5.77, 5.78]);
});

test('one of two portions goes back to one guest, at what that guest paid for it', async () => {
  const ofSara = await pay(sara, [{ ...lineOf('water'), portions: [1] }]);
  const ofOmar = await pay(omar, [{ ...lineOf('water'), portions: [0] }]);
  await report([['water', 1]]);
  expect(await terms()).toMatchObject({ isByHand: false, lines: 5.77 });
  await giveBack(5.77);
  expect(await refundedOf(ofSara, ofOmar)).toEqual([5.77, 0]);
});

test('a dish that was paid to the waiter is given back by hand, and nobody else gets money for it', async () => {
  const ofOmar = await pay(omar, [lineOf('water')]);
  await report([['special', 1]]);
  expect(await terms()).toMatchObject({ isByHand: true, whole: 44.1, lines: 44.1 });
  expect(await giveBack(44.1)).toMatchObject({ amount: 44.1, isByHand: true });
  expect(await refundedOf(ofOmar)).toEqual([0]);
});

test('portions of which one was paid to the waiter are given back by hand, up to what was paid so', async () => {
  const ofOmar = await pay(omar, [{ ...lineOf('water'), portions: [0] }]);
  await report([['water', 2]]);
  expect(await terms()).toMatchObject({ isByHand: true, whole: 49.87, lines: 11.55 });
  expect(await giveBack(11.55)).toMatchObject({ amount: 11.55, isByHand: true });
  expect(await refundedOf(ofOmar)).toEqual([0]);
});

test('a problem with the whole order gives back all that was paid online', async () => {
  const ofOmar = await pay(omar, [lineOf('water')]);
  await report([]);
  expect(await terms()).toMatchObject({ isByHand: false, whole: 11.55, lines: 0 });
  await giveBack(11.55);
  expect(await refundedOf(ofOmar)).toEqual([11.55]);
});
