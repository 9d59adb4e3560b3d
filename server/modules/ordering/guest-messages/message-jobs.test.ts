/** The jobs of messages to guests: what of them is said when servers, kitchens and budgets meet. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import type { GuestChannel, GuestEvent } from '#contract/ordering/guest-events.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { sendMessage } from '#server/modules/outbound/send-message.ts';
import { makeToldOrders, type ToldOrders } from '#server/test/data/told-orders.ts';
import { startApp, testConfig, type TestApp } from '#server/test/servers/app.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';

let app: TestApp;
const texts: string[] = [];
/** Each text waits for it at the gateway. */
let gateway: Promise<unknown> = Promise.resolve();
/** Texts that have reached it. */
let atGateway = 0;
beforeAll(async () => {
  app = await startApp({
    sms: {
      send: async ({ text }) => {
        atGateway += 1;
        await gateway;
        texts.push(text);
      },
    },
  });
});
afterAll(() => app.close());

let orders: ToldOrders;
beforeEach(async () => {
  app.clock.set(new Date());
  texts.length = 0;
  atGateway = 0;
  gateway = Promise.resolve();
  orders = await makeToldOrders(app);
});

const seed = <T>(work: (tx: Tx) => Promise<T>) => platformTransaction(app.db, 'seed', work);
const changeTime = (orderId: OrderId, preparationTime: number) =>
  app.call('POST /order/change-time', { body: { orderId, preparationTime } }, orders.owner.token);
const set = (event: GuestEvent, channel: GuestChannel, isOn: boolean) =>
  app.call('POST /order/switch-guest-message', { body: { event, channel, isOn } }, orders.owner.token);
const subjects = () => orders.mails().map(({ subject }) => subject.replace('Al Noor Kitchen: ', ''));
const jobs = () =>
  seed((tx) =>
    tx
      .selectFrom('jobs')
      .select(['queue', 'tries', 'last_error'])
      .where('restaurant_id', '=', orders.made.id)
      .orderBy('id')
      .execute(),
  );
const settings = async () => (await app.call('GET /order/guest-message-settings', {}, orders.owner.token)).settings;
const reachable = async (id: OrderId) =>
  (await app.call('GET /order/guest-messages/:id', { params: { id } }, orders.owner.token)).reachableEvents;

/** Resolves when a transaction of this database waits for a row. */
async function someoneWaits(): Promise<void> {
  await expect.poll(() => seed(countWaiting), { timeout: 20_000 }).toBeGreaterThan(0);
}

test('a cancelled order’s text that a server of before wrote is sent once, and dropped where the order was taken up again', async () => {
  const [told, taken] = [await orders.place(), await orders.place()];
  await set('cancelled', 'mail', false);
  await set('cancelled', 'sms', false);
  const { version } = await orders.move(told._id, 'Cancelled', { reason: 'too_busy' });
  await seed(async (tx) => {
    for (const { _id } of [told, taken])
      await sendMessage(
        tx,
        { config: testConfig, clock: app.clock.now },
        {
          kind: 'order_cancelled',
          restaurantId: orders.made.id,
          content: { to: orders.guest.phone, text: 'Cancelled.' },
          about: `${_id} ${version}`,
          key: `${_id} ${version} cancelled.text`,
        },
      );
  });
  await orders.letMessagesOut();
  expect(texts).toEqual(['Cancelled.']);
  expect(await jobs()).toEqual([
    { queue: 'sms', tries: 1, last_error: null },
    { queue: 'sms', tries: 1, last_error: 'unwanted' },
  ]);
});

test('a server of before does no message of a kind that it does not know, and a message that it sent without a note reads sent', async () => {
  const { _id } = await orders.place();
  await orders.move(_id, 'Confirmed');
  expect((await jobs()).map(({ queue }) => queue)).toEqual(['order-mail']);
  await orders.move(_id, 'Cancelled', { reason: 'too_busy' });
  expect((await jobs()).map(({ queue }) => queue)).toEqual(['order-mail', 'mail', 'sms']);
  await seed((tx) =>
    tx
      .updateTable('jobs')
      .set({ done_at: app.clock.now(), last_error: null })
      .where('restaurant_id', '=', orders.made.id)
      .where('queue', 'in', ['mail', 'sms'])
      .execute(),
  );
  expect((await orders.told(_id)).slice(1)).toEqual(['cancelled by mail: sent', 'cancelled by sms: sent']);
});

test('a guest whose acceptance is being sent is told of the new time as one', async () => {
  await set('accepted', 'sms', true);
  await set('delayed', 'sms', true);
  const { _id } = await orders.place();
  await orders.move(_id, 'Confirmed', { preparationTime: 20 });
  const answer = Promise.withResolvers<void>();
  gateway = answer.promise;
  app.clock.advance(16_000);
  // A try counts from its lease on, before the job has read what to say.
  await expect.poll(() => atGateway).toBe(1);
  await expect.poll(() => orders.mails().length).toBe(1);
  await changeTime(_id, 55);
  answer.resolve();
  await orders.letMessagesOut();
  expect(texts).toEqual([
    expect.stringContaining('Your order #1 was accepted.'),
    expect.stringContaining('Your order #1 has a new time.'),
  ]);
});

test('a move that is undone while its message is looked at is told', async () => {
  const { _id } = await orders.place();
  await orders.move(_id, 'Confirmed');
  app.clock.advance(5_000);
  await orders.move(_id, 'Ready');
  const decided = Promise.withResolvers<void>();
  const undone = seed(async (tx) => {
    await tx.updateTable('orders').set({ status: 'Confirmed' }).where('id', '=', _id).execute();
    await decided.promise;
  });
  app.clock.advance(11_000);
  await someoneWaits().finally(decided.resolve);
  await undone;
  await orders.letMessagesOut();
  expect(subjects()).toEqual(['your order #1 was accepted']);
});

test('restaurants of a country cancel orders while one of them waits for its counter of events', async () => {
  const other = await makeToldOrders(app);
  const [waiting, free] = [await orders.place(), await other.place()];
  const done = Promise.withResolvers<void>();
  const held = seed(async (tx) => {
    await tx
      .selectFrom('restaurant_counters')
      .select('restaurant_id')
      .where('restaurant_id', '=', orders.made.id)
      .forUpdate()
      .execute();
    await done.promise;
  });
  const cancelled = orders.move(waiting._id, 'Cancelled', { reason: 'too_busy' });
  let isOtherCancelled = false;
  await someoneWaits();
  const others = other.move(free._id, 'Cancelled', { reason: 'too_busy' }).then(() => (isOtherCancelled = true));
  await expect
    .poll(() => isOtherCancelled, { timeout: 20_000 })
    .toBe(true)
    .finally(done.resolve);
  await Promise.all([held, cancelled, others]);
});

test('a guest gets fifteen messages a day of each restaurant, in which those that were dropped do not count', async () => {
  const { _id } = await orders.place();
  await orders.move(_id, 'Confirmed', { preparationTime: 20 });
  await orders.letMessagesOut();
  expect(await reachable(_id)).toEqual(['accepted', 'change_asked', 'delayed', 'ready', 'cancelled']);
  for (let minutes = 1; minutes <= 15; minutes += 1) await changeTime(_id, 25 + 5 * minutes);
  expect((await orders.told(_id)).at(-1)).toBe('delayed by mail: dropped, budget');
  expect(await reachable(_id)).toEqual(['change_asked', 'cancelled']);
  // Another restaurant that has the same guest tells of its own orders.
  const other = await makeToldOrders(app);
  const email = await seed(async (tx) => {
    const customer = (id: string) =>
      tx
        .selectFrom('customers')
        .select('email')
        .where('id', '=', id as never);
    const { email: same } = await customer(orders.guest.customerId).executeTakeFirstOrThrow();
    await tx.updateTable('customers').set({ email: same }).where('id', '=', other.guest.customerId).execute();
    return same;
  });
  const { _id: theirs } = await other.place();
  await other.move(theirs, 'Confirmed');
  await other.letMessagesOut();
  await orders.letMessagesOut();
  expect(app.mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toHaveLength(2);
  expect((await settings()).budgets[0]).toMatchObject({ kind: 'order_mail', sent: 1 });
  await orders.move(_id, 'Ready');
  await orders.letMessagesOut();
  expect(subjects()).toEqual(['your order #1 was accepted', 'your order #1 is ready']);
});

test('the kitchen is told which messages would reach the guest: none by a channel that is off, or that the guest lacks', async () => {
  const { _id } = await orders.place();
  await set('delayed', 'mail', false);
  expect(await reachable(_id)).toEqual(['accepted', 'change_asked', 'ready', 'cancelled']);
  await seed((tx) =>
    tx.updateTable('customers').set({ email: '' }).where('id', '=', orders.guest.customerId).execute(),
  );
  expect(await reachable(_id)).toEqual(['change_asked', 'cancelled']);
  await seed((tx) =>
    tx.updateTable('orders').set({ mode: 'dine-in', table_name: '4' }).where('id', '=', _id).execute(),
  );
  expect(await reachable(_id)).toEqual([]);
});
