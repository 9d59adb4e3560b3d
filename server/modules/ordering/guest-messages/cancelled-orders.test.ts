/** A guest whose order the restaurant cancels hears of it, once and in their language. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { platformTransaction } from '#server/db/transaction.ts';
import { makeToldOrders, type ToldOrders } from '#server/test/data/told-orders.ts';
import { openEscalationServers } from '#server/test/servers/escalation-servers.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let orders: ToldOrders;
beforeEach(async () => {
  app.clock.set(new Date());
  orders = await makeToldOrders(app);
});

test('a cancelled order makes one text and one mail, with the reason and the number of the outlet', async () => {
  const order = await orders.place();
  await orders.move(order._id, 'Confirmed');
  await orders.move(order._id, 'Cancelled', { reason: 'too_busy' });
  await orders.letMessagesOut();
  expect(orders.texts()).toEqual([
    'Al Noor Kitchen: Your order #1 was cancelled. Reason: Too busy. There is nothing to pay. Call +97144321000 with any question.',
  ]);
  expect(orders.mails()).toMatchObject([
    {
      subject: 'Al Noor Kitchen: your order #1 was cancelled',
      text: `This is about your order at Al Noor Kitchen, Marina ${orders.made.canary}.

Your order #1 was cancelled. Reason: Too busy. There is nothing to pay. Call +97144321000 with any question.

Open the order:
http://localhost/${orders.made.slug}/order/${order._id}

Order Manager
`,
    },
  ]);
});

test('a guest who ordered in Arabic reads Arabic, from the right', async () => {
  const order = await orders.place({ language: 'ar' });
  await orders.move(order._id, 'Cancelled', { reason: 'item_unavailable' });
  await orders.letMessagesOut();
  expect(orders.texts()).toEqual([
    'Al Noor Kitchen: أُلغي طلبك رقم 1. السبب: أحد الأصناف غير متوفر. لا يلزمك دفع أي مبلغ. لأي استفسار اتصل على \u200e+97144321000.',
  ]);
  expect(orders.mails()[0]).toMatchObject({ subject: 'Al Noor Kitchen: أُلغي طلبك رقم 1' });
  expect(orders.mails()[0]!.html).toContain('<html lang="ar" dir="rtl">');
});

test('an order that says no language is told in the one of the restaurant', async () => {
  await platformTransaction(app.db, 'seed', (tx) =>
    tx.updateTable('restaurants').set({ default_locale: 'ar' }).where('id', '=', orders.made.id).execute(),
  );
  const order = await orders.place({ language: undefined });
  await orders.move(order._id, 'Cancelled', { reason: 'closing_early' });
  await orders.letMessagesOut();
  expect(orders.texts()[0]).toContain('السبب: يغلق المطعم مبكرًا اليوم.');
});

test('the words of staff are sent as they are, but for links; "other" gives no reason', async () => {
  const [first, second] = [await orders.place(), await orders.place()];
  await orders.move(first._id, 'Cancelled', { reason: 'The oven broke, see https://evil.test/pay' });
  await orders.move(second._id, 'Cancelled', { reason: 'other' });
  await orders.letMessagesOut();
  expect(orders.texts().toSorted()).toEqual([
    'Al Noor Kitchen: Your order #1 was cancelled. Reason: The oven broke see. There is nothing to pay. Call +97144321000 with any question.',
    'Al Noor Kitchen: Your order #2 was cancelled. There is nothing to pay. Call +97144321000 with any question.',
  ]);
});

test('a cancellation that is undone in time is not told, and one that follows it is told once', async () => {
  const [undone, again] = [await orders.place(), await orders.place()];
  for (const { _id } of [undone, again]) {
    await orders.move(_id, 'Cancelled', { reason: 'too_busy' });
    await orders.move(_id, 'New');
  }
  await orders.move(again._id, 'Cancelled', { reason: 'closing_early' });
  expect(orders.texts()).toEqual([]);
  await orders.letMessagesOut();
  expect(orders.texts()).toEqual([
    'Al Noor Kitchen: Your order #2 was cancelled. Reason: Closing early. There is nothing to pay. Call +97144321000 with any question.',
  ]);
});

test('a repeated cancellation is told once', async () => {
  const order = await orders.place();
  await Promise.all([1, 2, 3].map(() => orders.move(order._id, 'Cancelled', { reason: 'too_busy' })));
  await orders.letMessagesOut();
  expect([orders.texts().length, orders.mails().length]).toEqual([1, 1]);
});

test('an order that nobody accepts by its deadline is told', async () => {
  const body = { rejectMinutes: 2 };
  await app.call(
    'POST /outlet/update-escalation/:id',
    { params: { id: orders.made.outletId }, body },
    orders.owner.token,
  );
  await orders.place();
  app.clock.advance(120_000);
  const servers = openEscalationServers(app, 2);
  await servers.look();
  await servers.stop();
  await orders.letMessagesOut();
  expect(orders.texts()).toEqual([
    'Al Noor Kitchen: Your order #1 was cancelled. Reason: The restaurant did not answer in time. There is nothing to pay. Call +97144321000 with any question.',
  ]);
});

test('test orders and guests at a table get no message', async () => {
  const { order: tried } = await app.call('POST /order/place-test-order', { body: {} }, orders.owner.token);
  await orders.move(tried._id, 'Cancelled', { reason: 'too_busy' });
  const atTable = await orders.place();
  await platformTransaction(app.db, 'seed', (tx) =>
    tx.updateTable('orders').set({ mode: 'dine-in', table_name: '4' }).where('id', '=', atTable._id).execute(),
  );
  await orders.move(atTable._id, 'Cancelled', { reason: 'too_busy' });
  expect(await orders.openJobs()).toBe(0);
});

test('a guest gets five texts a day, and no more for orders that are cancelled over and over', async () => {
  for (let count = 0; count < 7; count += 1) {
    const order = await orders.place({ deliveryMode: 'delivery' });
    await orders.move(order._id, 'Cancelled', { reason: 'too_busy' });
  }
  await orders.letMessagesOut();
  expect([orders.texts().length, orders.mails().length]).toEqual([5, 5]);
});
