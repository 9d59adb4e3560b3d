/** A guest whose order the restaurant cancels hears of it, once and in their language. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Language } from '#contract/base/enumerations.ts';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { deliveryOrder, pickupOrder } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { openEscalationServers } from '#server/test/servers/escalation-servers.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let made: TestRestaurant;
let guest: Awaited<ReturnType<typeof makeCustomer>>;
let owner: { token: string };
beforeEach(async () => {
  app.clock.set(new Date());
  made = await makeRestaurant(app.db, { name: 'Al Noor Kitchen', stock: null });
  guest = await makeCustomer(app.db, made.id);
  owner = await makeOwner(app.db, made.id);
});

async function place(language?: Language): Promise<Order> {
  const body = pickupOrder(made, [{ itemId: made.items.special, quantity: 1 }], 44.1, { language });
  return (await app.call('POST /order/create-order', { body }, guest.token)).order;
}

const move = (orderId: OrderId, status: Order['status'], reason?: string) =>
  app.call('POST /order/update-order-status', { body: { orderId, status, reason } }, owner.token);

/** Goes on until no message waits any more. */
async function letMessagesOut(): Promise<void> {
  app.clock.advance(16_000);
  await expect.poll(openJobs, { timeout: 10_000 }).toBe(0);
}

async function openJobs(): Promise<number> {
  const { count } = await platformTransaction(app.db, 'seed', (tx) =>
    tx
      .selectFrom('jobs')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('restaurant_id', '=', made.id)
      .where('done_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  return count;
}

const texts = () => app.sms.filter(({ to }) => to === guest.phone).map(({ text }) => text);
const mails = () => app.mails.filter(({ text }) => text.includes(made.slug));

test('a cancelled order makes one text and one mail, with the reason and the number of the outlet', async () => {
  const order = await place('en');
  await move(order._id, 'Confirmed');
  await move(order._id, 'Cancelled', 'too_busy');
  await letMessagesOut();
  expect(texts()).toEqual([
    'Al Noor Kitchen: Your order #1 was cancelled. Reason: Too busy. There is nothing to pay. Call +97144321000 with any question.',
  ]);
  expect(mails()).toMatchObject([
    {
      subject: 'Al Noor Kitchen: your order #1 was cancelled',
      text: `This is about your order at Al Noor Kitchen, Marina ${made.canary}.

Your order #1 was cancelled. Reason: Too busy. There is nothing to pay. Call +97144321000 with any question.

Open the order:
http://localhost/${made.slug}/order/${order._id}

Order Manager
`,
    },
  ]);
});

test('a guest who ordered in Arabic reads Arabic, from the right', async () => {
  const order = await place('ar');
  await move(order._id, 'Cancelled', 'item_unavailable');
  await letMessagesOut();
  expect(texts()).toEqual([
    'Al Noor Kitchen: أُلغي طلبك رقم 1. السبب: أحد الأصناف غير متوفر. لا يلزمك دفع أي مبلغ. لأي استفسار اتصل على \u200e+97144321000.',
  ]);
  expect(mails()[0]).toMatchObject({ subject: 'Al Noor Kitchen: أُلغي طلبك رقم 1' });
  expect(mails()[0]!.html).toContain('<html lang="ar" dir="rtl">');
});

test('an order that says no language is told in the one of the restaurant', async () => {
  await platformTransaction(app.db, 'seed', (tx) =>
    tx.updateTable('restaurants').set({ default_locale: 'ar' }).where('id', '=', made.id).execute(),
  );
  const order = await place();
  await move(order._id, 'Cancelled', 'closing_early');
  await letMessagesOut();
  expect(texts()[0]).toContain('السبب: يغلق المطعم مبكرًا اليوم.');
});

test('the words of staff are sent as they are, but for links; "other" gives no reason', async () => {
  const [first, second] = [await place('en'), await place('en')];
  await move(first._id, 'Cancelled', 'The oven broke, see https://evil.test/pay');
  await move(second._id, 'Cancelled', 'other');
  await letMessagesOut();
  expect(texts().toSorted()).toEqual([
    'Al Noor Kitchen: Your order #1 was cancelled. Reason: The oven broke see. There is nothing to pay. Call +97144321000 with any question.',
    'Al Noor Kitchen: Your order #2 was cancelled. There is nothing to pay. Call +97144321000 with any question.',
  ]);
});

test('a cancellation that is undone in time is not told, and one that follows it is told once', async () => {
  const [undone, again] = [await place('en'), await place('en')];
  for (const { _id } of [undone, again]) {
    await move(_id, 'Cancelled', 'too_busy');
    await move(_id, 'New');
  }
  await move(again._id, 'Cancelled', 'closing_early');
  expect(texts()).toEqual([]);
  await letMessagesOut();
  expect(texts()).toEqual([
    'Al Noor Kitchen: Your order #2 was cancelled. Reason: Closing early. There is nothing to pay. Call +97144321000 with any question.',
  ]);
});

test('a repeated cancellation is told once', async () => {
  const order = await place('en');
  await Promise.all([1, 2, 3].map(() => move(order._id, 'Cancelled', 'too_busy')));
  await letMessagesOut();
  expect([texts().length, mails().length]).toEqual([1, 1]);
});

test('an order that nobody accepts by its deadline is told', async () => {
  const body = { rejectMinutes: 2 };
  await app.call('POST /outlet/update-escalation/:id', { params: { id: made.outletId }, body }, owner.token);
  await place('en');
  app.clock.advance(120_000);
  const servers = openEscalationServers(app, 2);
  await servers.look();
  await servers.stop();
  await letMessagesOut();
  expect(texts()).toEqual([
    'Al Noor Kitchen: Your order #1 was cancelled. Reason: The restaurant did not answer in time. There is nothing to pay. Call +97144321000 with any question.',
  ]);
});

test('test orders and guests at a table get no message', async () => {
  const { order: tried } = await app.call('POST /order/place-test-order', { body: {} }, owner.token);
  await move(tried._id, 'Cancelled', 'too_busy');
  const atTable = await place('en');
  await platformTransaction(app.db, 'seed', (tx) =>
    tx.updateTable('orders').set({ mode: 'dine-in', table_name: '4' }).where('id', '=', atTable._id).execute(),
  );
  await move(atTable._id, 'Cancelled', 'too_busy');
  expect(await openJobs()).toBe(0);
});

test('a guest gets five texts a day, and no more for orders that are cancelled over and over', async () => {
  for (let count = 0; count < 7; count += 1) {
    const body = deliveryOrder(made, [{ itemId: made.items.special, quantity: 1 }], 49.1, { language: 'en' });
    const { order } = await app.call('POST /order/create-order', { body }, guest.token);
    await move(order._id, 'Cancelled', 'too_busy');
  }
  await letMessagesOut();
  expect([texts().length, mails().length]).toEqual([5, 5]);
});
