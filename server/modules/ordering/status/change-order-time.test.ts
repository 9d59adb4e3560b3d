/** A kitchen that needs longer promises another time, and the guest hears of it once. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { timeOfMinutes, wallTime } from '#contract/base/time.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { makeToldOrders, type ToldOrders } from '#server/test/data/told-orders.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let orders: ToldOrders;
let cook: { token: string };
beforeEach(async () => {
  app.clock.set(new Date());
  orders = await makeToldOrders(app);
  cook = await makeOwner(app.db, orders.made.id, 'staff');
});

const changeTime = async (orderId: OrderId, preparationTime: number, token = cook.token) =>
  (await app.call('POST /order/change-time', { body: { orderId, preparationTime } }, token)).order;

const bodies = () => orders.mails().map(({ text }) => text.split('\n')[2]);

test('another time is promised from now on, and told to the guest and the screens once the guest knows of the first', async () => {
  const { _id } = await orders.place();
  const accepted = await orders.move(_id, 'Confirmed', { preparationTime: 20 });
  await orders.letMessagesOut();
  const changed = await changeTime(_id, 45);
  expect(changed.version).toBe(accepted.version + 1);
  expect(changed.history).toEqual(accepted.history);
  expect(Math.abs(Date.parse(changed.promisedAt!) - app.clock.now().getTime() - 45 * 60_000)).toBeLessThan(5_000);
  const seen = await app.call('GET /order/get-order-details/:id', { params: { id: _id } }, orders.guest.token);
  expect(seen.order.promisedAt).toBe(changed.promisedAt);
  const events = await platformTransaction(app.db, 'seed', (tx) =>
    tx.selectFrom('events').select('customer_id').where('order_id', '=', _id).execute(),
  );
  // Placed, accepted, and the new time, which reaches the guest's open page like a move.
  expect(events.map(({ customer_id }) => customer_id)).toEqual(Array(3).fill(orders.guest.customerId));
  await orders.letMessagesOut();
  const time = timeOfMinutes(wallTime(new Date(changed.promisedAt!), changed.outlet.timeZone).minuteOfDay);
  expect(orders.mails().at(-1)).toMatchObject({ subject: 'Al Noor Kitchen: new time for your order #1' });
  expect(bodies().at(-1)).toBe(
    `Your order #1 has a new time. It will be ready by about ${time}. Call +97144321000 with any question.`,
  );
  expect(await orders.told(_id)).toEqual(['accepted by mail: sent', 'delayed by mail: sent']);
});

test('the last of several times is told, none where it is taken back, and none after the order is ready', async () => {
  const { _id } = await orders.place();
  await orders.move(_id, 'Confirmed', { preparationTime: 20 });
  await orders.letMessagesOut();
  await Promise.all([changeTime(_id, 30), changeTime(_id, 40, orders.owner.token)]);
  await orders.letMessagesOut();
  expect(orders.mails()).toHaveLength(2);
  const { promisedAt } = await changeTime(_id, 60);
  // Nearly the time that the guest knows.
  await platformTransaction(app.db, 'seed', (tx) =>
    tx
      .updateTable('guest_messages')
      .set({ promised_at: new Date(Date.parse(promisedAt!) - 110_000) })
      .where('order_id', '=', _id)
      .where('outcome', '=', 'sent')
      .where('event', '=', 'delayed')
      .execute(),
  );
  await orders.letMessagesOut();
  expect(orders.mails()).toHaveLength(2);
  await changeTime(_id, 90);
  await orders.move(_id, 'Ready');
  await orders.letMessagesOut();
  expect(bodies().at(-1)).toContain('Your order #1 is ready.');
  expect((await orders.told(_id)).slice(1).map((told) => told.replace(' by mail', ''))).toEqual([
    'delayed: dropped, overtaken',
    'delayed: sent',
    'delayed: dropped, known',
    'delayed: dropped, overtaken',
    'ready: sent',
  ]);
});

test('a guest who has not heard of the acceptance yet is told of it, with the newer time', async () => {
  const { _id } = await orders.place();
  await orders.move(_id, 'Confirmed', { preparationTime: 20 });
  const changed = await changeTime(_id, 55);
  await orders.letMessagesOut();
  const time = timeOfMinutes(wallTime(new Date(changed.promisedAt!), changed.outlet.timeZone).minuteOfDay);
  expect(bodies()).toEqual([expect.stringContaining(`was accepted. It will be ready by about ${time}.`)]);
});

test('an order that is not in the kitchen keeps its time, and one of another restaurant is not found', async () => {
  const { _id } = await orders.place();
  expect(await refusalOf(changeTime(_id, 30))).toMatchObject({ status: 409, code: 'order.status_changed' });
  await orders.move(_id, 'Confirmed');
  await orders.move(_id, 'Ready');
  expect(await refusalOf(changeTime(_id, 30))).toMatchObject({ status: 409, code: 'order.status_changed' });
  const other = await makeToldOrders(app);
  expect(await refusalOf(changeTime(_id, 30, other.owner.token))).toMatchObject({ code: 'order.not_found' });
});
