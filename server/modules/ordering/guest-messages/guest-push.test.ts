/** A guest is told of their order by push, by a push service that decrypts. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { platformTransaction } from '#server/db/transaction.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeToldOrders, type ToldOrders } from '#server/test/data/told-orders.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { startPushService, type Subscriber, type TestPushService } from '#server/test/servers/push-service.ts';

let app: TestApp;
let service: TestPushService;
beforeAll(async () => {
  service = await startPushService();
  app = await startApp({ config: { pushServices: [service.origin] } });
});
afterAll(async () => {
  service.close();
  await app.close();
});

let orders: ToldOrders;
beforeEach(async () => {
  app.clock.set(new Date());
  orders = await makeToldOrders(app);
});

/** A browser in which the guest allows it. */
async function allow(token = orders.guest.token): Promise<Subscriber> {
  const subscriber = await service.subscribe();
  await app.call('POST /auth/allow-push', { body: subscriber.subscription }, token);
  return subscriber;
}
const stateOf = async ({ subscription: { endpoint } }: Subscriber) =>
  (await app.call('POST /auth/push-state', { body: { endpoint } }, orders.guest.token)).isAllowed;
const payloads = ({ received }: Subscriber) => received.map(({ text }) => JSON.parse(text) as Record<string, string>);
const titles = (subscriber: Subscriber) => payloads(subscriber).map(({ title }) => title);

test('a guest who wants it is told that the order was accepted and is ready, and the order keeps it', async () => {
  const phone = await allow();
  const { _id } = await orders.place();
  await orders.move(_id, 'Confirmed', { preparationTime: 25 });
  await orders.letMessagesOut();
  await orders.move(_id, 'Ready');
  await orders.letMessagesOut();
  expect(payloads(phone)).toMatchObject([
    { language: 'en', title: 'Your order #1 was accepted', body: expect.stringContaining('ready by about') as string },
    { language: 'en', title: 'Your order #1 is ready', body: '' },
  ]);
  expect(await orders.told(_id)).toEqual([
    'accepted by mail: sent',
    'accepted by push: sent',
    'ready by mail: sent',
    'ready by push: sent',
  ]);
  for (const { text } of phone.received)
    for (const personal of [orders.guest.phone, orders.made.canary, _id]) expect(text).not.toContain(personal);
});

test('it is in the language of the order, and off where the restaurant wants none', async () => {
  const phone = await allow();
  const body = { event: 'accepted', channel: 'push', isOn: false } as const;
  await app.call('POST /order/switch-guest-message', { body }, orders.owner.token);
  const { _id } = await orders.place({ deliveryMode: 'delivery', language: 'ar' });
  await orders.move(_id, 'Confirmed');
  await orders.letMessagesOut();
  await orders.move(_id, 'Ready');
  await orders.letMessagesOut();
  expect(payloads(phone)).toMatchObject([{ language: 'ar', title: 'طلبك رقم 1 في الطريق إليك' }]);
});

test('the browser in which it was last allowed is told, until the guest turns it off or logs out', async () => {
  const [first, second] = [await allow(), await allow()];
  expect([await stateOf(first), await stateOf(second)]).toEqual([false, true]);
  const { _id } = await orders.place();
  await orders.move(_id, 'Confirmed');
  await orders.letMessagesOut();
  await app.call('POST /auth/end-push', {}, orders.guest.token);
  expect(await stateOf(second)).toBe(false);
  await orders.move(_id, 'Ready');
  await orders.letMessagesOut();
  expect([titles(first), titles(second)]).toEqual([[], ['Your order #1 was accepted']]);

  const third = await allow();
  await app.call('POST /auth/signout', {}, orders.guest.token);
  await orders.move(_id, 'Completed');
  const row = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('customer_id', '=', orders.guest.customerId)
    .execute();
  expect(row).toEqual([]);
  expect(titles(third)).toEqual([]);
});

test('a guest of another restaurant is not told, and a browser that takes no more is forgotten', async () => {
  const other = await makeToldOrders(app);
  const theirs = await allow(other.guest.token);
  const phone = await allow();
  phone.answers.push(410);
  const { _id } = await orders.place();
  await orders.move(_id, 'Confirmed');
  await orders.letMessagesOut();
  expect(await orders.told(_id)).toContain('accepted by push: failed, refused');
  expect(await stateOf(phone)).toBe(false);
  expect(titles(theirs)).toEqual([]);
});

test('a former browser that takes no more leaves the one in which the guest has allowed it since', async () => {
  const former = await allow();
  const { _id } = await orders.place();
  await orders.move(_id, 'Confirmed');
  const fresh = await allow();
  former.answers.push(410);
  await orders.letMessagesOut();
  expect(await stateOf(fresh)).toBe(true);
  await orders.move(_id, 'Ready');
  await orders.letMessagesOut();
  expect(titles(fresh)).toEqual(['Your order #1 is ready']);
});

test('a push service that nobody has listed is refused', async () => {
  const { subscription } = await service.subscribe();
  const body = { ...subscription, endpoint: 'https://169.254.169.254/latest' };
  const refused = app.call('POST /auth/allow-push', { body }, orders.guest.token);
  expect(await refusalOf(refused)).toMatchObject({ status: 409, code: 'push.not_served' });
});

test('a guest who is erased leaves no address of a browser behind', async () => {
  await allow();
  await app.call('POST /auth/delete-customer', {}, orders.guest.token);
  const left = await platformTransaction(app.db, 'seed', (tx) =>
    tx.selectFrom('guest_push_devices').select('customer_id').where('restaurant_id', '=', orders.made.id).execute(),
  );
  expect(left).toEqual([]);
});

test('an order moves on although its guest’s browser was stored under another secret', async () => {
  const phone = await allow();
  await platformTransaction(app.db, 'seed', (tx) =>
    tx
      .updateTable('guest_push_devices')
      .set({ sealed: Buffer.alloc(60) })
      .where('restaurant_id', '=', orders.made.id)
      .execute(),
  );
  const { _id } = await orders.place();
  await orders.move(_id, 'Confirmed');
  await orders.letMessagesOut();
  expect(await orders.told(_id)).toEqual(['accepted by mail: sent']);
  expect(titles(phone)).toEqual([]);
});
