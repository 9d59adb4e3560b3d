/** Orders told to devices by push, to a push service that decrypts. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { platformTransaction } from '#server/db/transaction.ts';
import { type Kitchen, openKitchen } from '#server/test/data/kitchen.ts';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp, testConfig } from '#server/test/servers/app.ts';
import { checkedDatabase } from '#server/test/servers/database.ts';
import { openEscalationServers } from '#server/test/servers/escalation-servers.ts';
import { startPushService, type Subscriber, type TestPushService } from '#server/test/servers/push-service.ts';
import { countUnaccepted } from './count-unaccepted.ts';

let app: TestApp;
let service: TestPushService;
const config = { ...testConfig };
beforeAll(async () => {
  service = await startPushService();
  Object.assign(config, { pushServices: [service.origin] });
  app = await startApp({ database: await checkedDatabase(), config });
});
afterAll(async () => {
  service.close();
  await app.close();
});

let kitchen: Kitchen;
beforeEach(async () => {
  app.clock.set(new Date());
  app.clock.stop();
  kitchen = await openKitchen(app);
});

const SECOND = 1000;

/** Advances the clock and lets two servers look. */
async function pass(seconds: number) {
  app.clock.advance(seconds * SECOND);
  const servers = openEscalationServers(app, 2, { config });
  await servers.look();
  await servers.stop();
}

/** A browser of the person that allowed push. */
async function allow({ token }: { token: string }, change: object = {}): Promise<Subscriber> {
  const subscriber = await service.subscribe();
  await app.call('POST /device/allow-push', { body: { ...subscriber.subscription, ...change } }, token);
  return subscriber;
}

/** A page in the background, which counts as there for longer than one that somebody looks at. */
const openScreen = () =>
  app.call(
    'POST /device/heartbeat',
    { body: { tab: 'tabnumber1', sound: 'on', isVisible: false, isConnected: true } },
    kitchen.owner.token,
  );
const devices = async () => (await app.call('GET /device/push-devices', {}, kitchen.owner.token)).devices;
const titlesOf = ({ received }: Subscriber) =>
  received.map(({ text }) => (JSON.parse(text) as { title: string }).title);

test('an order that no screen shows is told after half a minute, and once more when every screen would ring', async () => {
  const phone = await allow(kitchen.owner);
  const order = await kitchen.placeOrder();
  const title = `New order #${order.orderName}`;
  await pass(29);
  expect(titlesOf(phone)).toEqual([]);
  await pass(2);
  expect(titlesOf(phone)).toEqual([title]);
  expect(JSON.parse(phone.received[0]!.text)).toEqual({
    restaurant: kitchen.made.id,
    language: 'en',
    title,
    body: 'Nobody has accepted it yet.',
  });
  expect(phone.received[0]!.headers.topic).toBe(order._id.replaceAll('-', ''));
  expect(await devices()).toMatchObject([{ lastSentAt: expect.any(String) as string }]);
  await pass(30);
  await pass(60);
  expect(titlesOf(phone)).toEqual([title, title]);
});

test('where a screen is open, only an order that nobody has seen for a minute is told', async () => {
  const phone = await allow(kitchen.owner);
  await openScreen();
  const seen = await kitchen.placeOrder();
  const waiting = await kitchen.placeOrder();
  await app.call('POST /order/acknowledge-order', { body: { orderId: seen._id } }, kitchen.owner.token);
  await pass(31);
  expect(titlesOf(phone)).toEqual([]);
  await pass(30);
  expect(titlesOf(phone)).toEqual([`New order #${waiting.orderName}`]);
});

test('a device is told in the language of its person, of their outlets, and of its own', async () => {
  const { made, owner } = kitchen;
  const { outlet } = await app.call('POST /outlet/clone-outlet/:id', { params: { id: made.outletId } }, owner.token);
  const elsewhere = await makeOwner(app.db, made.id, 'staff', [outlet._id]);
  const here = await makeOwner(app.db, made.id, 'staff', [made.outletId]);
  await app.call('POST /auth/choose-language', { body: { language: 'ar' } }, here.token);
  const disabled = await makeOwner(app.db, made.id);
  const heard = await allow(here);
  const unheard = [await allow(elsewhere), await allow(owner, { outletIds: [outlet._id] }), await allow(disabled)];
  await app.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', disabled.userId).execute();
  const stranger = await openKitchen(app);
  unheard.push(await allow(stranger.owner));
  const order = await kitchen.placeOrder();
  await pass(31);
  expect(titlesOf(heard)).toEqual([`طلب جديد \u2068#${order.orderName}\u2069`]);
  expect(unheard.flatMap(titlesOf)).toEqual([]);
});

test('no payload has a name, a number or an address of the guest', async () => {
  const phone = await allow(kitchen.owner);
  const order = await kitchen.placeOrder();
  await pass(31);
  const [{ text }] = phone.received as [Subscriber['received'][number]];
  for (const personal of [kitchen.made.canary, order.customerName, order.phoneNo, order._id])
    expect(text).not.toContain(personal);
});

test('an order accepted while the push service was away is not told', async () => {
  const phone = await allow(kitchen.owner);
  phone.answers.push(503, 429);
  const order = await kitchen.placeOrder();
  await pass(31);
  expect(phone.received).toHaveLength(1);
  await pass(6);
  expect(phone.received).toHaveLength(2);
  await kitchen.move(order._id, 'Confirmed');
  await pass(30);
  expect(phone.received).toHaveLength(2);
  expect(await devices()).toMatchObject([{ lastSentAt: null }]);
});

test.each([404, 410])('a browser whose push service answers %i is no longer listed', async (status) => {
  const [gone, still] = [await allow(kitchen.owner), await allow(kitchen.owner)];
  gone.answers.push(status);
  await kitchen.placeOrder();
  await pass(31);
  expect(await devices()).toHaveLength(1);
  await pass(30);
  expect([gone.received.length, still.received.length]).toEqual([1, 2]);
});

test('a device that another secret sealed keeps nobody else from being told', async () => {
  const [sealed, phone] = [await allow(kitchen.owner), await allow(kitchen.owner)];
  const [device] = await devices();
  await platformTransaction(app.db, 'escalation', (tx) =>
    tx
      .updateTable('push_devices')
      .set({ sealed: Buffer.alloc(80) })
      .where('id', '=', device!._id)
      .execute(),
  );
  const order = await kitchen.placeOrder();
  await pass(31);
  expect([sealed, phone].flatMap(titlesOf)).toEqual([`New order #${order.orderName}`]);
});

test('the figures of waiting orders count those that reach a device by push', async () => {
  const figures = () => platformTransaction(app.db, 'administration', (tx) => countUnaccepted(tx, app.clock.now()));
  await kitchen.placeOrder();
  const other = await openKitchen(app);
  await other.placeOrder();
  await pass(31);
  const before = await figures();
  expect(before.unattended).toBeGreaterThanOrEqual(2);
  await allow(kitchen.owner);
  expect(await figures()).toMatchObject({
    unattended: before.unattended,
    reachableByPush: before.reachableByPush + 1,
  });
});
