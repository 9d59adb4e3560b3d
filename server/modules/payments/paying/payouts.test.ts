/** Transfers to the bank, as the gateway tells them, against numbers that were added up by hand. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { daysAround } from '#server/test/data/days-around.ts';
import { makePaidOrders, type PaidOrders } from '#server/test/data/paid-orders.ts';
import { makeOwner, ownersPassword } from '#server/test/data/restaurant.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

const dayNow = () => new Date().toISOString().slice(0, 10);
const days = daysAround(new Date().toISOString());
let shop: PaidOrders;
beforeEach(async () => {
  shop = await makePaidOrders(app, gateway);
});

async function captured(totalPrice = 44.1): Promise<OrderId> {
  const { orderId } = await shop.pay(shop.order({ totalPrice }));
  await shop.move(orderId, 'Confirmed');
  await shop.letPass();
  return orderId;
}

async function refund(orderId: OrderId, amount: number) {
  const body = { amount, reason: 'Cold' };
  const input = { params: { id: orderId }, body, idempotencyKey: randomUUID() };
  await app.call('POST /order/refund/:id', input, shop.owner.token);
  await shop.letPass(2_000);
}

const list = (token = shop.owner.token) => app.call('GET /report/payouts', { query: days }, token);
const show = ({ account, payoutId }: { account: string; payoutId: string }, token = shop.owner.token) =>
  app.call('GET /report/payout', { query: { account, payoutId } }, token);

// The special is 42.00, 4.200 or 4200 with 5 %; the gateway keeps 29 per mille.
test.each([
  ['AED', 44.1, 4.1, 1.28, 81.54],
  ['KWD', 4.41, 1.01, 0.13, 7.55],
  ['JPY', 4410, 410, 128, 8154],
])('a payout in %s is the sum of its payments', async (currency, price, refunded, fee, amount) => {
  shop = await makePaidOrders(app, gateway, { currency });
  const [first, second] = [await captured(price), await captured(price)];
  await refund(first, refunded);
  expect(await list()).toEqual({ payouts: [], unread: [], isTold: true });
  // Midnight may pass meanwhile.
  const sentOn = [dayNow()];
  gateway.payOut();
  sentOn.push(dayNow());
  const { payouts } = await list();
  expect(payouts).toEqual([
    {
      account: expect.any(String) as string,
      payoutId: expect.stringMatching(/^po_/) as string,
      state: 'arrived',
      amount,
      currency,
      arrivesOn: expect.toBeOneOf(sentOn) as string,
      isItemised: true,
      isTest: true,
    },
  ]);
  const { entries, isWhole } = await show(payouts[0]!);
  expect(isWhole).toBe(true);
  const ofOrder = (orderId: OrderId) => entries.filter((entry) => entry.orderId === orderId);
  expect(entries).toHaveLength(3);
  expect(ofOrder(second)).toEqual([{ kind: 'captured', amount: price, fee, orderId: second, orderName: '2' }]);
  expect(ofOrder(first)).toEqual([
    { kind: 'captured', amount: price, fee, orderId: first, orderName: '1' },
    { kind: 'refunded', amount: -refunded, fee: 0, orderId: first, orderName: '1' },
  ]);

  // A later one has what came since: a refund alone takes money from the bank.
  await refund(second, refunded);
  gateway.payOut();
  const [later] = (await list()).payouts;
  expect(later).toMatchObject({ amount: -refunded });
  expect((await show(later!)).entries).toMatchObject([{ kind: 'refunded', amount: -refunded, orderId: second }]);
});

test('a refund that somebody made at the gateway is of its order all the same', async () => {
  const orderId = await captured();
  const { intent } = await paidIntent(orderId);
  await shop.atGateway('POST', '/v1/refunds', `payment_intent=${intent}&amount=100`);
  gateway.payOut();
  const [payout] = (await list()).payouts;
  expect((await show(payout!)).entries).toMatchObject([
    { kind: 'captured', orderId },
    { kind: 'refunded', amount: -1, orderId },
  ]);
});

async function paidIntent(orderId: OrderId): Promise<{ intent: string }> {
  const payment = await shop.payment(orderId);
  const { sessionId } = shop.books().find(({ reference }) => reference === payment!._id)!;
  const session = await shop.atGateway('GET', `/v1/checkout/sessions/${sessionId}`);
  return { intent: session['payment_intent'] as string };
}

test('a payout that was started by hand is listed, and has no payments', async () => {
  await captured();
  gateway.payOut(false);
  const [payout] = (await list()).payouts;
  expect(payout).toMatchObject({ isItemised: false, amount: 42.82 });
  expect((await refusalOf(show(payout!))).code).toBe('request.not_found');
});

test("an account that was disconnected is shown as well, and a neighbour's is nobody else's", async () => {
  await captured();
  gateway.payOut();
  await app.call('POST /restaurant/disconnect-gateway', { body: { password: ownersPassword } }, shop.owner.token);
  const [payout] = (await list()).payouts;
  expect((await show(payout!)).entries).toHaveLength(1);

  const neighbour = await makePaidOrders(app, gateway);
  const theirs = neighbour.owner.token;
  expect(await list(theirs)).toEqual({ payouts: [], unread: [], isTold: true });
  expect((await refusalOf(show(payout!, theirs))).code).toBe('request.not_found');
  const manager = await makeOwner(app.db, shop.made.id, 'manager');
  expect((await refusalOf(list(manager.token))).code).toBe('auth.forbidden');
  expect((await refusalOf(show({ ...payout!, payoutId: 'po_1/../../balance' }))).code).toBe('request.not_found');
});

test('without a gateway none is told, and a gateway that does not answer is named', async () => {
  const bare = await makeOwner(app.db, shop.made.id);
  gateway.setFaults({ readFailing: 1 });
  const { keyEnd } = (await app.call('GET /restaurant/get-gateway', {}, bare.token)).gateway!;
  expect(await list()).toEqual({ payouts: [], unread: [keyEnd], isTold: true });
  gateway.setFaults({ readFailing: 0 });
  const days366 = { query: { from: '2025-01-01', to: '2026-06-01' } };
  expect((await refusalOf(app.call('GET /report/payouts', days366, bare.token))).code).toBe('report.days_invalid');
});
