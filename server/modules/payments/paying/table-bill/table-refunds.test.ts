/** Money of a table that ends or goes back: staff are told, guests are told, and orders whose money has all gone back have no stamp. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';
import type { TableSession } from '#contract/dining/table-sessions.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { makeBills } from '#server/test/data/bills.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer } from '#server/test/data/restaurant.ts';
import { omar, sara } from '#server/test/data/table-sessions.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

let shop: Awaited<ReturnType<typeof makeBills>>;
let guest: Awaited<ReturnType<typeof makeCustomer>>;
let tableSession: TableSession;
let first: Order;
let second: Order;
/** Two orders of two waters, 11.55 each with 5 %, that one guest with a number has sent. */
beforeEach(async () => {
  app.clock.set(new Date());
  gateway.setFaults({ cut: 0, failing: 0 });
  await open('AED', 11.55);
});

async function open(currency: string, price: number): Promise<void> {
  shop = await makeBills(app, gateway, { currency });
  const { phones } = shop;
  tableSession = await phones.join(sara);
  guest = await makeCustomer(app.db, shop.made.id);
  const send = async (id: string) => {
    await phones.share(tableSession, sara, [phones.water(id, 2)]);
    return phones.order(await phones.read(tableSession, sara), sara, price, { guest: guest.token });
  };
  first = await send('s1');
  second = await send('s2');
}

async function payAll({ isLost = false } = {}) {
  const begun = await shop.payBill(tableSession, sara, shop.open(await shop.bill(tableSession, sara)));
  // The capture does not arrive at the gateway.
  if (isLost) gateway.setFaults({ failing: 1 });
  gateway.pay(begun.url!);
  await shop.lookAt(begun).catch(() => undefined);
  gateway.setFaults({ failing: 0 });
  return begun;
}
const intentOf = async () => {
  const { sessionId } = shop.books()[0]!;
  const { payment_intent: intent } = await shop.atGateway('GET', `/v1/checkout/sessions/${sessionId}`);
  return String(intent);
};
const refundAtGateway = async (amount: number) => {
  await shop.atGateway('POST', '/v1/refunds', `payment_intent=${await intentOf()}&amount=${amount}`);
  await shop.letPass();
};
async function refund(order: Order, amount: number, idempotencyKey: string = randomUUID()): Promise<void> {
  const [payment] = await shop.tablePayments(order);
  await app.call(
    'POST /order/refund/:id',
    {
      params: { id: order._id },
      body: { amount, reason: 'Cold soup', paymentId: payment!._id },
      idempotencyKey,
    },
    shop.owner.token,
  );
  await shop.letPass(2_000);
}
const problems = async () => (await app.call('GET /order/payment-problems', {}, shop.owner.token)).problems;
const complete = async (id: OrderId) => {
  for (const status of ['Confirmed', 'Ready', 'Completed'] as const) await shop.move(id, status);
};

test('money that ends at the gateway after guests read that they had paid is told above every page, and can be paid again', async () => {
  const begun = await payAll({ isLost: true });
  expect(await shop.bill(tableSession, sara)).toMatchObject({ paid: 23.1 });
  await shop.atGateway('POST', `/v1/payment_intents/${await intentOf()}/cancel`, '');
  await shop.letPass(60_000);
  expect(await problems()).toMatchObject([
    { orderId: first._id, orderName: '1', problem: 'money_gone', amount: 23.1, currency: 'AED' },
  ]);
  expect(await shop.lookAt(begun)).toMatchObject({ state: 'released' });
  expect(await shop.bill(tableSession, sara)).toMatchObject({ total: 23.1, paid: 0 });
  // The band leads to an order that still wants its money.
  await shop.move(first._id, 'Cancelled', 'too_busy');
  expect(await problems()).toMatchObject([{ orderId: second._id, problem: 'money_gone' }]);
  await app.call(
    'POST /order/acknowledge-payment-problem/:id',
    { params: { id: second._id }, body: {} },
    shop.owner.token,
  );
  expect(await problems()).toEqual([]);
});

test('money that is released because all orders were cancelled troubles nobody', async () => {
  const begun = await shop.payBill(tableSession, sara, shop.open(await shop.bill(tableSession, sara)));
  for (const { _id } of [first, second]) await shop.move(_id, 'Cancelled', 'too_busy');
  await shop.letPass();
  gateway.pay(begun.url!);
  expect(await shop.lookAt(begun)).toMatchObject({ state: 'released' });
  await shop.letPass(60_000);
  expect(await problems()).toEqual([]);
});

test('an order at a table whose money goes back is not taken up again by a clock that is behind, and the other one is', async () => {
  await payAll();
  await shop.letPass();
  const at = app.clock.now();
  await shop.move(first._id, 'Cancelled', 'too_busy');
  // By the clock of the server that settles payments.
  await shop.letPass(31_000);
  app.clock.set(new Date(at.getTime() + 5_000));
  await shop.move(second._id, 'Cancelled', 'too_busy');
  await shop.move(second._id, 'New');
  const refusal = await refusalOf(shop.move(first._id, 'New'));
  expect(refusal).toMatchObject({ status: 409, code: 'order.move_not_allowed' });
});

test('a refund at a table is told to the guest who sent the order, once, and shown on the page of who paid', async () => {
  await app.call(
    'POST /order/switch-guest-message',
    { body: { event: 'refunded', channel: 'sms', isOn: true } },
    shop.owner.token,
  );
  const begun = await payAll();
  const told = () =>
    app.sms.filter(({ to, text }) => to === guest.phone && text.includes('refunded')).map(({ text }) => text);
  const { messages: before, reachableEvents } = await app.call(
    'GET /order/guest-messages/:id',
    { params: { id: first._id } },
    shop.owner.token,
  );
  expect([before, reachableEvents]).toEqual([[], ['refunded']]);
  await refund(first, 1.55);
  await expect.poll(told).toHaveLength(1);
  await refund(first, 2);
  await expect.poll(told).toHaveLength(2);
  await shop.letPass();
  expect(told().map((text) => text.replace(/^.*?: /, ''))).toEqual([
    'AED\u00a01.55 of your order #1 was refunded to whoever paid it at the table. Your bank may take a few days to show it.',
    'AED\u00a02.00 of your order #1 was refunded to whoever paid it at the table. That makes AED\u00a03.55 of AED\u00a011.55. Your bank may take a few days to show it.',
  ]);
  expect(await shop.lookAt(begun)).toMatchObject({ state: 'captured', amount: 23.1, refunded: 3.55 });
});

test('a refund at a table that the bank returns is its order’s no longer, and can be asked for again', async () => {
  await payAll();
  for (const { _id } of [first, second]) await complete(_id);
  await refund(first, 1.55);
  await refund(second, 2);
  gateway.returnRefunds(shop.secretKey);
  await shop.letPass(DAY);
  // A session of the dashboard ends after a day without use.
  app.clock.set(new Date());
  for (const order of [first, second])
    expect(await shop.tablePayments(order)).toMatchObject([{ captured: 11.55, refunded: 0, pendingRefund: 0 }]);
  await refund(first, 11.55);
  expect(await shop.tablePayments(first)).toMatchObject([{ captured: 11.55, refunded: 11.55 }]);
  expect(await shop.tablePayments(second)).toMatchObject([{ captured: 11.55, refunded: 0 }]);
  expect(shop.books()).toMatchObject([{ captured: 2310, refunded: 1155 }]);
  // The one that takes the place of a refund is told as well.
  await expect
    .poll(() =>
      app.mails.filter(({ to, text }) => to === `${guest.customerId}@guest.test` && text.includes('refunded')),
    )
    .toMatchObject(
      [1.55, 2, 11.55].map((amount) => ({ text: expect.stringContaining(`AED\u00a0${amount.toFixed(2)} of`) })),
    );
});

test('a key that has asked for a refund asks for none of another order of the payment, nor of another amount', async () => {
  await payAll();
  const key = randomUUID();
  await refund(first, 1.55, key);
  await refund(first, 1.55, key);
  const refused = { status: 422, code: 'payment.refund_key_reused' };
  expect(await refusalOf(refund(second, 1.55, key))).toMatchObject(refused);
  expect(await refusalOf(refund(first, 2, key))).toMatchObject(refused);
  await refund(second, 1.55);
  expect(shop.books()).toMatchObject([{ captured: 2310, refunded: 310 }]);
  expect(await shop.tablePayments(second)).toMatchObject([{ refunded: 1.55, pendingRefund: 0 }]);
});

test('an order at a table that is refunded in full loses its stamp, and the other one keeps its own', async () => {
  const body = { name: 'Regulars', benefit: { kind: 'amount', amount: 5 }, stamps: { needed: 5 } } as const;
  await app.call('POST /offer/add-offer', { body }, shop.owner.token);
  await payAll();
  for (const { _id } of [first, second]) await complete(_id);
  const stamps = async () => (await app.call('GET /order/stamp-card', {}, guest.token)).card!.stamps;
  expect(await stamps()).toBe(2);
  await refund(first, 11.54);
  expect(await stamps()).toBe(2);
  await refund(first, 0.01);
  await shop.letPass();
  expect(await stamps()).toBe(1);
});

test('an order of which a part was paid to the waiter keeps its stamp when the part that was paid online goes back', async () => {
  const offer = { name: 'Regulars', benefit: { kind: 'amount', amount: 5 }, stamps: { needed: 5 } } as const;
  await app.call('POST /offer/add-offer', { body: offer }, shop.owner.token);
  const { phones } = shop;
  await phones.join(omar);
  await phones.share(tableSession, sara, [phones.water('s3', 2)]);
  await phones.share(tableSession, omar, [phones.water('o1', 2)]);
  const both = await phones.order(await phones.read(tableSession, sara), sara, 23.1, { guest: guest.token });
  const own = shop.open(await shop.bill(tableSession, omar), true).filter(({ orderId }) => orderId === both._id);
  const begun = await shop.payBill(tableSession, omar, own);
  gateway.pay(begun.url!);
  await shop.lookAt(begun);
  await complete(both._id);
  await refund(both, 11.55);
  expect((await app.call('GET /order/stamp-card', {}, guest.token)).card).toMatchObject({ stamps: 1 });
});

test('a refund by hand at the gateway is shared by what each order has left, and what is left goes back alone', async () => {
  await payAll();
  await refund(first, 7.55);
  // 4.00 and 11.55 are left.
  await refundAtGateway(311);
  expect(await shop.tablePayments(first)).toMatchObject([{ captured: 11.55, refunded: 8.35 }]);
  expect(await shop.tablePayments(second)).toMatchObject([{ captured: 11.55, refunded: 2.31 }]);
  expect((await shop.tablePayments(second))[0]!.movements.at(-1)).toMatchObject({
    kind: 'refunded',
    amount: 2.31,
    by: null,
    isShared: true,
  });
  expect((await shop.tablePayments(first))[0]!.movements.map(({ isShared }) => isShared)).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
  await shop.move(second._id, 'Cancelled', 'too_busy');
  await shop.letPass();
  expect(shop.books()).toMatchObject([{ captured: 2310, refunded: 755 + 311 + 924 }]);
  expect(await shop.tablePayments(second)).toMatchObject([{ captured: 11.55, refunded: 11.55 }]);
});

test('a refund of an order of more than is left at the gateway is dropped, and the rest can go back', async () => {
  await payAll();
  // Nobody here has seen it yet.
  await shop.atGateway('POST', '/v1/refunds', `payment_intent=${await intentOf()}&amount=1500`);
  await refund(first, 11.55);
  expect(await shop.tablePayments(first)).toMatchObject([{ captured: 11.55, refunded: 3.45, pendingRefund: 0 }]);
  expect(await shop.tablePayments(second)).toMatchObject([{ captured: 11.55, refunded: 11.55, pendingRefund: 0 }]);
  const { entries } = await app.call('GET /audit/entries', { query: {} }, shop.owner.token);
  expect(entries.filter(({ action }) => action === 'payment.refund_dropped')).toMatchObject([{ subject: first._id }]);
  await refund(first, 8.1);
  expect(shop.books()).toMatchObject([{ captured: 2310, refunded: 2310 }]);
});
