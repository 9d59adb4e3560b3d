/** The money of a restaurant that was read in is moved by its former server alone, also where the same account is connected here. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeBills } from '#server/test/data/bills.ts';
import { makePaidOrders, type PaidOrders } from '#server/test/data/paid-orders.ts';
import { makeCustomer } from '#server/test/data/restaurant.ts';
import { sara } from '#server/test/data/table-sessions.ts';
import { takeArchive } from '#server/test/data/take-archive.ts';
import { testConfig } from '#server/test/servers/app.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';
import { readArchive } from './read-archive.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'former-money-'));
});
afterAll(() => rm(folder, { recursive: true }));

let shop: PaidOrders;
/** The one that is taken away. */
let restaurantId: RestaurantId;
beforeEach(async () => {
  app.clock.set(new Date());
  gateway.setFaults({ failing: 0 });
  shop = await makePaidOrders(app, gateway);
  restaurantId = shop.made.id;
});

const file = () => join(folder, `${restaurantId}.zip`);
const takeAway = () => takeArchive(app.db, restaurantId, folder, file());

const refund = (orderId: OrderId, amount: number, token = shop.owner.token) =>
  app.call(
    'POST /order/refund/:id',
    { params: { id: orderId }, body: { amount, reason: 'Cold soup' }, idempotencyKey: randomUUID() },
    token,
  );

/** One special for 44.10, paid online and accepted. */
async function captured(): Promise<OrderId> {
  const { orderId } = await shop.pay();
  await shop.move(orderId, 'Confirmed');
  await shop.letPass();
  return orderId;
}

/** The restaurant of the archive on this server, with what a test does there. */
async function readIn() {
  const { restaurantId: id, invitation } = await readArchive(
    { db: app.db, config: testConfig, clock: app.clock.now },
    file(),
    `${randomUUID()}@example.test`,
  );
  const password = 'quiet lantern 83 ferns';
  const person = {
    token: new URL(invitation).searchParams.get('token')!,
    firstName: 'Huda',
    lastName: 'Saleh',
    password,
  };
  const owner = (await app.call('POST /auth/accept-invitation', { body: person })).token.token;
  const ofCopy = (table: 'payments' | 'payment_movements' | 'payment_refunds') =>
    platformTransaction(app.db, 'seed', (tx) =>
      tx
        .selectFrom(table as 'payments')
        .selectAll()
        .where('restaurant_id', '=', id)
        .execute(),
    );
  const waiting = () =>
    platformTransaction(app.db, 'seed', async (tx) => {
      const jobs = await tx
        .selectFrom('jobs')
        .select('id')
        .where('restaurant_id', '=', id)
        .where('queue', '=', 'payment')
        .where('done_at', 'is', null)
        .where('due_at', '<=', app.clock.now())
        .execute();
      return jobs.length;
    });
  return {
    owner,
    /** The order of the only payment. */
    orderId: (await ofCopy('payments'))[0]!.order_id,
    movements: () => ofCopy('payment_movements'),
    refunds: () => ofCopy('payment_refunds'),
    async connect(secretKey: string) {
      const body = { kind: 'stripe', secretKey, password } as const;
      await app.call('POST /restaurant/connect-gateway', { body }, owner);
    },
    async letPass() {
      app.clock.advance(30_000);
      await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
    },
    async order(orderId: OrderId): Promise<Order> {
      return (await app.call('GET /order/get-order-details/:id', { params: { id: orderId } }, owner)).order;
    },
    async payments(orderId: OrderId) {
      return app.call('GET /order/payment/:id', { params: { id: orderId } }, owner);
    },
  };
}

const refundsAtGateway = () => gateway.calls.filter(({ path }) => path === '/v1/refunds').length;

test('a refund that the former server makes is made once, and one that was made is counted once', async () => {
  const orderId = await captured();
  await refund(orderId, 5);
  await shop.letPass();
  gateway.setFaults({ failing: 1 });
  await refund(orderId, 10);
  await takeAway();
  gateway.setFaults({ failing: 0 });
  await shop.letPass();
  expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 1500 }]);
  const copy = await readIn();
  const [before, asked] = [await copy.movements(), refundsAtGateway()];
  expect((await copy.refunds()).length).toBe(1);
  await copy.connect(shop.secretKey);
  await copy.letPass();
  expect(refundsAtGateway()).toBe(asked);
  expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 1500 }]);
  expect(await copy.movements()).toEqual(before);
  const { payment } = await copy.payments(copy.orderId);
  expect(payment).toMatchObject({ isOfFormerServer: true, canRefund: false, refunded: 5, pendingRefund: 0 });
  expect(payment!.movements.at(-1)).toMatchObject({ kind: 'refunded', amount: 5, by: 'Sara Khan' });
  expect(await refusalOf(refund(copy.orderId, 1, copy.owner))).toMatchObject({ code: 'payment.nothing_to_refund' });
});

test.each(['the same account', 'another account'])(
  'an answer promises no money of before once %s is connected',
  async (which) => {
    const orderId = await captured();
    for (const status of ['Ready', 'Completed'] as const) await shop.move(orderId, status);
    const form = { orderId, kind: 'missing', wish: 'refund', lines: [{ lineNumber: 1, quantity: 1 }] } as const;
    await app.call('POST /order/report-problem', { form: { ...form, lines: [...form.lines] } }, shop.guest.token);
    await takeAway();
    const copy = await readIn();
    await copy.connect(which === 'the same account' ? shop.secretKey : `sk_test_${randomUUID().replaceAll('-', '')}`);
    const id = { params: { id: copy.orderId } };
    expect(await app.call('GET /order/answer-terms/:id', id, copy.owner)).toMatchObject({
      terms: { whole: 0, lines: 0 },
    });
    const body = {
      orderId: copy.orderId,
      version: 1,
      answer: { kind: 'refund', amount: 44.1, note: 'Sorry' },
    } as const;
    expect(await refusalOf(app.call('POST /order/answer-problem', { body }, copy.owner))).toMatchObject({
      code: 'problem.amount_changed',
    });
    await copy.letPass();
    expect(await copy.refunds()).toEqual([]);
    expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 0 }]);
  },
);

test.each(['Cancelled', 'Confirmed'] as const)('the copy of a live order that is %s moves no money', async (status) => {
  const { orderId } = await shop.pay();
  await takeAway();
  const copy = await readIn();
  const before = await copy.movements();
  await copy.connect(shop.secretKey);
  await copy.letPass();
  // It stands, although this server cannot see its money.
  expect((await copy.order(copy.orderId)).status).toBe('New');
  const body = { orderId: copy.orderId, status, ...(status === 'Cancelled' && { reason: 'too_busy' }) };
  await app.call('POST /order/update-order-status', { body }, copy.owner);
  await copy.letPass();
  expect(shop.books()).toMatchObject([{ authorised: 4410, captured: 0, released: 0 }]);
  expect(await copy.movements()).toEqual(before);
  const { payment } = await copy.payments(copy.orderId);
  expect(payment).toMatchObject({ state: 'authorised', isOfFormerServer: true, problem: null });
  await shop.move(orderId, 'Confirmed');
  await shop.letPass();
  expect(shop.books()).toMatchObject([{ captured: 4410, released: 0 }]);
});

test('the copy of an order that guests paid at their table moves no money, and says who refunded a part of it', async () => {
  const table = await makeBills(app, gateway);
  restaurantId = table.made.id;
  const tableSession = await table.phones.join(sara);
  const { token: guest } = await makeCustomer(app.db, restaurantId);
  await table.phones.share(tableSession, sara, [table.phones.water('s1', 2)]);
  const order = await table.phones.order(await table.phones.read(tableSession, sara), sara, 11.55, { guest });
  const begun = await table.payBill(tableSession, sara, table.open(await table.bill(tableSession, sara)));
  gateway.pay(begun.url!);
  await table.lookAt(begun);
  await table.letPass();
  const [paid] = await table.tablePayments(order);
  const body = { amount: 5, reason: 'Cold soup', paymentId: paid!._id };
  const ask = { params: { id: order._id }, body, idempotencyKey: randomUUID() };
  await app.call('POST /order/refund/:id', ask, table.owner.token);
  await table.letPass();
  await takeAway();
  const copy = await readIn();
  const before = await copy.movements();
  const { order: orders } = await app.call('GET /order/get-all-orders', { query: {} }, copy.owner);
  const orderId = orders[0]!._id;
  await copy.connect(table.secretKey);
  const cancel = { orderId, status: 'Cancelled', reason: 'too_busy' } as const;
  await app.call('POST /order/update-order-status', { body: cancel }, copy.owner);
  await copy.letPass();
  expect(table.books()).toMatchObject([{ captured: 1155, refunded: 500 }]);
  expect(await copy.movements()).toEqual(before);
  const { tablePayments } = await copy.payments(orderId);
  expect(tablePayments).toMatchObject([{ isOfFormerServer: true, canRefund: false, captured: 11.55, refunded: 5 }]);
  expect(tablePayments[0]!.movements.at(-1)).toMatchObject({ kind: 'refunded', by: 'Sara Khan', reason: 'Cold soup' });
});
