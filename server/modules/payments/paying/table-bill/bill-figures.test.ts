/** Tips, refunds, receipts and figures of guests who pay at a table, with numbers that were added up by hand. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { wallTime } from '#contract/base/time.ts';
import { makeBills } from '#server/test/data/bills.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer } from '#server/test/data/restaurant.ts';
import { omar, sara } from '#server/test/data/table-sessions.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

type Shop = Awaited<ReturnType<typeof makeBills>>;
let shop: Shop;
// The afternoon of the outlet, so that no midnight comes between.
beforeEach(() => {
  app.clock.set(new Date(new Date().setUTCHours(10, 0, 0, 0)));
  gateway.setFaults({ minimum: 0 });
});

/** Two orders by Sara and by Omar; two waters are 11.55 with 5 %. */
async function twoOrders(totalPrice = 11.55, currency = 'AED', portions = [2, 2]) {
  shop = await makeBills(app, gateway, { currency });
  const { phones } = shop;
  const tableSession = await phones.join(sara);
  await phones.join(omar);
  const { token } = await makeCustomer(app.db, shop.made.id);
  const orders = [];
  for (const [index, key] of [sara, omar].entries()) {
    const quantity = portions[index]!;
    await phones.share(tableSession, key, [phones.water(key.slice(0, 4), quantity)]);
    const total = (totalPrice * quantity) / 2;
    orders.push(await phones.order(await phones.read(tableSession, key), key, total, { guest: token }));
  }
  return { tableSession, first: orders[0]!, second: orders[1]!, token };
}

const takeTips = () =>
  app.call('POST /restaurant/update-settings', { body: { tipModes: ['dine-in'] } }, shop.owner.token);

async function report(zone: string) {
  const today = wallTime(app.clock.now(), zone).date;
  const { total } = await app.call('GET /report/payments', { query: { from: today, to: today } }, shop.owner.token);
  return total;
}

test('a tip goes with the payment where the restaurant takes tips at tables, and is in no order', async () => {
  const { tableSession, first, second, token } = await twoOrders();
  const lines = shop.open(await shop.bill(tableSession, sara));
  expect(await refusalOf(shop.payBill(tableSession, sara, lines, { tip: 3 }))).toMatchObject({
    code: 'order.tip_not_taken',
  });
  await takeTips();
  expect(await refusalOf(shop.payBill(tableSession, sara, lines, { tip: 23.11 }))).toMatchObject({
    code: 'order.tip_too_large',
    msg: 'The tip can be AED\u00a023.10 at most.',
  });
  const begun = await shop.payBill(tableSession, sara, lines, { tip: 3.01 });
  expect(begun).toMatchObject({ amount: 26.11 });
  gateway.pay(begun.url!);
  await shop.lookAt(begun);
  expect(shop.books()).toMatchObject([{ captured: 2611 }]);
  expect(await shop.staffSees()).toMatchObject({ total: 23.1, paid: 23.1 });
  expect(await shop.tablePayments(first)).toMatchObject([{ captured: 13.06 }]);
  expect(await shop.tablePayments(second)).toMatchObject([{ captured: 13.05 }]);
  const { receipt } = await app.call('GET /order/get-receipt/:id', { params: { id: first._id } }, token);
  expect(receipt).toMatchObject({
    paidAtTable: { amount: 11.55, tip: 1.51 },
    refunds: [],
    remaining: 13.06,
    order: { totalPrice: 11.55, tip: null },
  });
  // 29 per mille of 26.11.
  expect(await report(first.outlet.timeZone)).toMatchObject({ cash: 0, card: 0, online: 23.1, tips: 3.01, fees: 0.76 });
});

test('in KWD a tip goes to the orders in tens, which the gateway can give back one by one', async () => {
  const { tableSession, first, second } = await twoOrders(1.155, 'KWD', [4, 8]);
  await takeTips();
  const lines = shop.open(await shop.bill(tableSession, sara));
  // A third of 0.500 is 0.16666: 0.170 for 2.310, and 0.330 for 4.620.
  const begun = await shop.payBill(tableSession, sara, lines, { tip: 0.5 });
  expect(begun).toMatchObject({ amount: 7.43 });
  gateway.pay(begun.url!);
  await shop.lookAt(begun);
  expect(await shop.tablePayments(first)).toMatchObject([{ captured: 2.48 }]);
  expect(await shop.tablePayments(second)).toMatchObject([{ captured: 4.95 }]);
  await shop.move(second._id, 'Cancelled', 'too_busy');
  await shop.letPass();
  expect(shop.books()).toMatchObject([{ captured: 7430, refunded: 4950 }]);
});

test('an amount that the gateway refuses keeps a phone from no other payment', async () => {
  const { tableSession } = await twoOrders();
  const pay = async (isYours: boolean) =>
    shop.payBill(tableSession, sara, shop.open(await shop.bill(tableSession, sara), isYours));
  gateway.setFaults({ minimum: 2310 });
  for (let n = 0; n < 13; n++)
    expect(await refusalOf(pay(true))).toMatchObject({ code: 'payment.amount_not_possible' });
  expect(await pay(false)).toMatchObject({ amount: 23.1, state: 'begun' });
});

test('the report tells the cash that is left from the money that came online, and a refund is of its order', async () => {
  const { tableSession, first, second } = await twoOrders();
  const [line] = shop.open(await shop.bill(tableSession, omar), true);
  const begun = await shop.payBill(tableSession, omar, [line!]);
  gateway.pay(begun.url!);
  await shop.lookAt(begun);
  const { timeZone } = first.outlet;
  expect(await report(timeZone)).toMatchObject({ cash: 11.55, online: 11.55, refunds: 0, fees: 0.33 });
  const today = wallTime(app.clock.now(), timeZone).date;
  const query = { from: today, to: today, kind: 'cash' as const };
  const cash = await app.call('GET /report/payments-of-figure', { query }, shop.owner.token);
  expect(cash.payments).toMatchObject([{ orderId: first._id, amount: 11.55 }]);

  const [payment] = await shop.tablePayments(second);
  const refund = (amount: number, orderId = second._id) =>
    app.call(
      'POST /order/refund/:id',
      {
        params: { id: orderId },
        body: { amount, reason: 'Warm', paymentId: payment!._id },
        idempotencyKey: randomUUID(),
      },
      shop.owner.token,
    );
  expect(await refusalOf(refund(1, first._id))).toMatchObject({ code: 'order.not_found' });
  expect((await refund(1.55)).payment).toMatchObject({ pendingRefund: 1.55, captured: 11.55 });
  await shop.letPass(2_000);
  expect(await refusalOf(refund(10.01))).toMatchObject({ code: 'payment.nothing_to_refund' });
  expect(shop.books()).toMatchObject([{ captured: 1155, refunded: 155 }]);
  expect((await shop.tablePayments(second))[0]!.movements.at(-1)).toMatchObject({
    kind: 'refunded',
    amount: 1.55,
    by: 'Sara Khan',
    reason: 'Warm',
  });
  expect(await report(timeZone)).toMatchObject({ cash: 11.55, online: 11.55, refunds: 1.55 });
});

test('sales are by the method that guests paid with, and the history finds the orders', async () => {
  const { tableSession, first, second } = await twoOrders();
  const [line] = shop.open(await shop.bill(tableSession, omar), true);
  const begun = await shop.payBill(tableSession, omar, [line!]);
  gateway.pay(begun.url!);
  await shop.lookAt(begun);
  const day = wallTime(app.clock.now(), first.outlet.timeZone).date;
  const query = { from: day, to: day };
  const sales = () => app.call('GET /report/sales', { query }, shop.owner.token);
  // 11.00 and 5 % each.
  const each = { orders: 1, net: 11, tax: 0.55, deliveryFees: 0, tips: 0, total: 11.55, discounts: 0 };
  const { total, payments } = await sales();
  expect(total).toMatchObject({ orders: 2, total: 23.1 });
  expect(payments.toSorted((one, other) => (one.paymentMethod < other.paymentMethod ? -1 : 1))).toEqual([
    { paymentMethod: 'cash at table', ...each },
    { paymentMethod: 'online at table', ...each },
  ]);
  const found = async (paymentMethod: 'cash at table' | 'online at table') => {
    const history = await app.call('GET /order/history', { query: { paymentMethod } }, shop.owner.token);
    return history.order.map(({ _id }) => _id);
  };
  expect([await found('cash at table'), await found('online at table')]).toEqual([[first._id], [second._id]]);
  const rest = await shop.payBill(tableSession, omar, shop.open(await shop.bill(tableSession, omar)));
  gateway.pay(rest.url!);
  await shop.lookAt(rest);
  expect((await sales()).payments).toMatchObject([{ paymentMethod: 'online at table', orders: 2, total: 23.1 }]);
});

test('a refund at the gateway is shared by the orders that have money left, once', async () => {
  const { tableSession, first, second } = await twoOrders();
  const begun = await shop.payBill(tableSession, sara, shop.open(await shop.bill(tableSession, sara)));
  gateway.pay(begun.url!);
  await shop.lookAt(begun);
  const { sessionId } = shop.books()[0]!;
  const { payment_intent: intent } = await shop.atGateway('GET', `/v1/checkout/sessions/${sessionId}`);
  await shop.atGateway('POST', '/v1/refunds', `payment_intent=${String(intent)}&amount=1500`);
  await shop.letPass();
  await shop.move(second._id, 'Cancelled', 'too_busy');
  await shop.letPass();
  expect(await shop.tablePayments(first)).toMatchObject([{ captured: 11.55, refunded: 7.5 }]);
  expect(await shop.tablePayments(second)).toMatchObject([{ captured: 11.55, refunded: 11.55 }]);
  expect(shop.books()).toMatchObject([{ captured: 2310, refunded: 1905 }]);
});

test.each([
  // 0.550 twice with 5 %: 1.155, whose last digit Stripe cannot move alone; both orders make 2.310.
  ['KWD', 1.155, 2.31, 'payment.amount_not_possible'],
  // 550 twice with 5 %: 1155 yen.
  ['JPY', 1155, 2310, null],
])('in %s a table pays to the last digit that the gateway can move', async (currency, price, total, alone) => {
  const { tableSession } = await twoOrders(price, currency);
  const bill = await shop.bill(tableSession, sara);
  expect(bill).toMatchObject({ total, currency });
  const own = shop.payBill(tableSession, sara, shop.open(bill, true));
  const all = async () =>
    shop.payBill(
      tableSession,
      sara,
      shop.open(await shop.bill(tableSession, sara)).concat(alone === null ? shop.open(bill, true) : []),
    );
  if (alone === null) {
    expect(await own).toMatchObject({ amount: price });
    expect(await all()).toMatchObject({ amount: total });
    return;
  }
  expect(await refusalOf(own)).toMatchObject({ code: alone });
  // Together they could be paid, and not go back when one of the two orders is cancelled.
  expect(await refusalOf(all())).toMatchObject({ code: alone });
});
