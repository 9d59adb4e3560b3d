/** The money of an accepted order that ends at the gateway: the restaurant is told until somebody says that they know. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makePaidOrders, type PaidOrders } from '#server/test/data/paid-orders.ts';
import { makeOwner, ownersPassword } from '#server/test/data/restaurant.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

let shop: PaidOrders;
beforeEach(async () => {
  app.clock.set(new Date());
  shop = await makePaidOrders(app, gateway);
});

const newKey = () => `sk_test_${randomUUID().replaceAll('-', '')}`;
/** The gateway as owners read it where they have connected it, and as everybody reads it above every page. */
const refusal = async () => {
  const { gateway: connected } = await app.call('GET /restaurant/get-gateway', {}, shop.owner.token);
  const { refusedGateway } = await app.call('GET /order/payment-problems', {}, shop.owner.token);
  return [connected!.refusedSince, refusedGateway] as const;
};
const problems = async (token = shop.owner.token) =>
  (await app.call('GET /order/payment-problems', {}, token)).problems;
const acknowledge = (id: OrderId, token = shop.owner.token) =>
  app.call('POST /order/acknowledge-payment-problem/:id', { params: { id }, body: {} }, token);
/** Newest first. */
const logged = async () => {
  const { entries } = await app.call('GET /audit/entries', { query: {} }, shop.owner.token);
  return entries
    .filter(({ action }) => action.startsWith('payment.'))
    .map(({ action, actor, subject }) => [action, actor.name, subject]);
};

async function cancelAtGateway(sessionId: string): Promise<void> {
  const session = await shop.atGateway('GET', `/v1/checkout/sessions/${sessionId}`);
  await shop.atGateway('POST', `/v1/payment_intents/${String(session['payment_intent'])}/cancel`, '');
}

test('money that is gone when the kitchen has accepted is told on the order, above every page and in the audit log', async () => {
  const { orderId } = await shop.pay();
  await shop.move(orderId, 'Confirmed');
  await cancelAtGateway(shop.books()[0]!.sessionId);
  await shop.letPass();
  expect(await problems()).toEqual([
    {
      orderId,
      orderName: '1',
      problem: 'money_gone',
      amount: 44.1,
      currency: 'AED',
      at: expect.stringMatching(/^\d{4}-/),
    },
  ]);
  expect(await shop.payment(orderId)).toMatchObject({ state: 'released', problem: 'money_gone' });
  expect(await shop.payment(orderId, shop.guest.token)).toMatchObject({ state: 'released', problem: null });
  const [order] = await shop.kitchen();
  expect(order).toMatchObject({ _id: orderId, status: 'Confirmed' });
  await shop.letPass(3_600_000);
  expect(await logged()).toEqual([['payment.money_gone', 'Order Manager', orderId]]);

  await acknowledge(orderId);
  expect(await problems()).toEqual([]);
  await acknowledge(orderId);
  expect(await logged()).toEqual([
    ['payment.problem_seen', shop.owner.name, orderId],
    ['payment.money_gone', 'Order Manager', orderId],
  ]);
});

test('an order that is cancelled because its money is gone is told no longer, one that nobody accepted never', async () => {
  const { orderId } = await shop.pay();
  await shop.move(orderId, 'Confirmed');
  await cancelAtGateway(shop.books()[0]!.sessionId);
  await shop.letPass();
  await shop.move(orderId, 'Cancelled', 'too_busy');
  const { orderId: waiting } = await shop.pay();
  await cancelAtGateway(shop.books()[1]!.sessionId);
  await shop.letPass();
  expect(await shop.payment(waiting)).toMatchObject({ state: 'released', problem: null });
  expect(await problems()).toEqual([]);
});

test('a dispute is told when the gateway says so, also long after the money was taken', async () => {
  const begun = await shop.begin(shop.order());
  gateway.pay(begun.url!, 'disputes');
  const { orderId } = await shop.look(begun);
  await shop.move(orderId!, 'Confirmed');
  await shop.letPass();
  await gateway.settled();
  await shop.letPass(2_000);
  expect(await problems()).toMatchObject([{ orderId, problem: 'disputed', amount: 44.1 }]);
  expect(await shop.payment(orderId!)).toMatchObject({ state: 'captured', problem: 'disputed' });
  expect(await logged()).toEqual([['payment.disputed', 'Order Manager', orderId]]);
});

test('problems are the restaurant’s own, and staff read them without taking them off', async () => {
  const { orderId } = await shop.pay();
  await shop.move(orderId, 'Confirmed');
  await cancelAtGateway(shop.books()[0]!.sessionId);
  await shop.letPass();
  const staff = await makeOwner(app.db, shop.made.id, 'staff');
  expect(await problems(staff.token)).toHaveLength(1);
  expect(await refusalOf(acknowledge(orderId, staff.token))).toMatchObject({ code: 'auth.forbidden' });
  const neighbour = await makePaidOrders(app, gateway);
  expect(await problems(neighbour.owner.token)).toEqual([]);
  expect(await refusalOf(acknowledge(orderId, neighbour.owner.token))).toMatchObject({ code: 'order.not_found' });
  expect(await problems()).toHaveLength(1);
});

test('a key that the gateway refuses is told with the gateway and above every page, until the gateway takes it or another one', async () => {
  const { orderId } = await shop.pay();
  await shop.move(orderId, 'Confirmed');
  const rolled = newKey();
  gateway.rollKey(shop.secretKey, rolled);
  expect(await refusal()).toEqual([null, null]);
  app.clock.advance(30_000);
  const accepted = app.clock.now().toISOString();
  await expect.poll(async () => (await refusal())[0], { timeout: 30_000 }).not.toBeNull();
  const [since] = await refusal();
  expect(since! >= accepted).toBe(true);
  // Later tries are refused as well, and the first one stays.
  app.clock.advance(3_000);
  expect(await refusalOf(shop.begin(shop.order()))).toMatchObject({ code: 'payment.gateway_unavailable' });
  expect(await refusal()).toEqual([since, { kind: 'stripe', since }]);

  gateway.rollKey(rolled, shop.secretKey);
  await shop.letPass();
  expect(await refusal()).toEqual([null, null]);
  expect(shop.books()).toMatchObject([{ captured: 4410 }]);
});

test('another key ends it, also where no payment waits for it, and a guest is the first to meet it', async () => {
  const rolled = newKey();
  gateway.rollKey(shop.secretKey, rolled);
  expect(await refusalOf(shop.begin(shop.order()))).toMatchObject({ code: 'payment.gateway_unavailable' });
  const [since] = await refusal();
  expect(await refusal()).toEqual([expect.any(String), { kind: 'stripe', since }]);
  const body = { kind: 'stripe', secretKey: rolled, password: ownersPassword } as const;
  expect(await app.call('POST /restaurant/connect-gateway', { body }, shop.owner.token)).toMatchObject({
    gateway: { refusedSince: null },
  });
  expect(await refusal()).toEqual([null, null]);
});

test('a key that lacks the right to refund is not told as refused, and the refund is made once it has it', async () => {
  const { orderId } = await shop.pay();
  await shop.move(orderId, 'Confirmed');
  await shop.letPass();
  gateway.restrictKey(shop.secretKey, 'POST /v1/refunds');
  await shop.move(orderId, 'Cancelled', 'too_busy');
  await shop.letPass();
  const refunds = gateway.calls.filter(({ account, path }) => account === shop.secretKey && path === '/v1/refunds');
  expect(refunds.length).toBeGreaterThan(0);
  expect(await refusal()).toEqual([null, null]);
  expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 0 }]);
  gateway.restrictKey(shop.secretKey, null);
  await shop.letPass(3_600_000);
  expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 4410 }]);
});

test('the fee of the gateway is a movement of its own, and none of the guest’s business', async () => {
  const { orderId } = await shop.pay();
  await shop.move(orderId, 'Confirmed');
  await shop.letPass();
  // 29 per mille of 44.10, as the simulator takes it.
  const fees = async (token?: string) =>
    (await shop.payment(orderId, token))!.movements.filter(({ kind }) => kind === 'fee').map(({ amount }) => amount);
  expect(await fees()).toEqual([1.28]);
  expect(await fees(shop.guest.token)).toEqual([]);
  await shop.letPass(3_600_000);
  const { count } = await platformTransaction(app.db, 'seed', (tx) =>
    tx
      .selectFrom('payment_movements')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('restaurant_id', '=', shop.made.id)
      .where('kind', '=', 'fee')
      .executeTakeFirstOrThrow(),
  );
  expect(count).toBe(1);
});
