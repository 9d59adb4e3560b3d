/** A guest who closed the page hears of their order: what, by which channel, once, and never what is over. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { timeOfMinutes, wallTime } from '#contract/base/time.ts';
import { handedOverBy } from '#contract/ordering/ready-by.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { GuestChannel, GuestEvent } from '#contract/ordering/guest-events.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner } from '#server/test/data/restaurant.ts';
import { makeToldOrders, type ToldOrders } from '#server/test/data/told-orders.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { SmsNotSent } from '#server/modules/outbound/sms.ts';

let app: TestApp;
const texts: { to: string; text: string }[] = [];
/** Set: the gateway refuses. */
let gatewayProblem: 'not_accepted' | 'refused' | null = null;
beforeAll(async () => {
  app = await startApp({
    sms: {
      send: async (message) => {
        if (gatewayProblem !== null) throw new SmsNotSent('The gateway is away', gatewayProblem);
        texts.push(message);
      },
    },
  });
});
afterAll(() => app.close());

let orders: ToldOrders;
beforeEach(async () => {
  app.clock.set(new Date());
  gatewayProblem = null;
  texts.length = 0;
  orders = await makeToldOrders(app);
});

const set = (event: GuestEvent, channel: GuestChannel, isOn: boolean, token = orders.owner.token) =>
  app.call('POST /order/switch-guest-message', { body: { event, channel, isOn } }, token);

const subjects = () => orders.mails().map(({ subject }) => subject.replace('Al Noor Kitchen: ', ''));

/** The promised time on the outlet's clock. */
const timeOf = ({ promisedAt, outlet, travelTime }: Order) =>
  timeOfMinutes(wallTime(handedOverBy(new Date(promisedAt!), travelTime), outlet.timeZone).minuteOfDay);

test('a guest is told by mail that the order was accepted, with its time, and that it is ready', async () => {
  const { _id } = await orders.place();
  const accepted = await orders.move(_id, 'Confirmed', { preparationTime: 25 });
  await orders.letMessagesOut();
  await orders.move(_id, 'Ready');
  await orders.letMessagesOut();
  expect(orders.mails()).toMatchObject([
    {
      subject: 'Al Noor Kitchen: your order #1 was accepted',
      text: `This is about your order at Al Noor Kitchen, Marina ${orders.made.canary}.

Your order #1 was accepted. It will be ready by about ${timeOf(accepted)}. Call +97144321000 with any question.

Open the order:
http://localhost/${orders.made.slug}/order/${_id}

Order Manager
`,
    },
    {
      subject: 'Al Noor Kitchen: your order #1 is ready',
      text: expect.stringContaining(
        `Your order #1 is ready. You can now pick it up at Marina ${orders.made.canary}.`,
      ) as string,
    },
  ]);
  expect(texts).toEqual([]);
  expect(await orders.told(_id)).toEqual(['accepted by mail: sent', 'ready by mail: sent']);
});

test('a delivery is promised at the door and is on its way, in Arabic where the guest ordered in it, by text where the owner wants it', async () => {
  await set('accepted', 'sms', true);
  await set('ready', 'sms', true);
  await set('ready', 'mail', false);
  const { _id } = await orders.place({ deliveryMode: 'delivery', language: 'ar' });
  const accepted = await orders.move(_id, 'Confirmed');
  expect(accepted.travelTime).toBeGreaterThan(0);
  await orders.letMessagesOut();
  await orders.move(_id, 'Ready');
  await orders.letMessagesOut();
  expect(texts.map(({ text }) => text)).toEqual([
    `Al Noor Kitchen: قبِل المطعم طلبك رقم 1. يصلك نحو الساعة ${timeOf(accepted)}.`,
    'Al Noor Kitchen: طلبك رقم 1 في الطريق إليك.',
  ]);
  expect(subjects()).toEqual(['قبِل المطعم طلبك رقم 1']);
  expect(orders.mails()[0]!.html).toContain('<html lang="ar" dir="rtl">');
});

test('each event and channel has a switch, which is the restaurant’s alone, and a manager’s as well', async () => {
  const other = await makeToldOrders(app);
  const manager = await makeOwner(app.db, orders.made.id, 'manager');
  const cook = await makeOwner(app.db, orders.made.id, 'staff');
  await set('cancelled', 'mail', false, manager.token);
  await Promise.all([set('accepted', 'mail', false), set('accepted', 'sms', true)]);
  const { settings } = await set('ready', 'sms', true);
  expect(settings.switches).toEqual({
    accepted: { mail: false, sms: true, push: true },
    delayed: { mail: true, sms: false, push: true },
    ready: { mail: true, sms: true, push: true },
    cancelled: { mail: false, sms: true, push: true },
    refunded: { mail: true, sms: false, push: true },
    change_asked: { mail: true, sms: true, push: true },
    problem_answered: { mail: true, sms: false, push: true },
  });
  const theirs = await app.call('GET /order/guest-message-settings', {}, other.owner.token);
  expect(theirs.settings.switches).toEqual({
    accepted: { mail: true, sms: false, push: true },
    delayed: { mail: true, sms: false, push: true },
    ready: { mail: true, sms: false, push: true },
    cancelled: { mail: true, sms: true, push: true },
    refunded: { mail: true, sms: false, push: true },
    problem_answered: { mail: true, sms: false, push: true },
    change_asked: { mail: true, sms: true, push: true },
  });
  expect(await refusalOf(set('ready', 'sms', false, cook.token))).toMatchObject({ status: 403 });
  const { _id } = await orders.place();
  await orders.move(_id, 'Confirmed');
  await orders.letMessagesOut();
  await orders.move(_id, 'Cancelled', { reason: 'too_busy' });
  await orders.letMessagesOut();
  expect(await orders.told(_id)).toEqual(['accepted by sms: sent', 'cancelled by sms: sent']);
});

describe('a message that something newer has overtaken', () => {
  test('is dropped: one of two quick moves, and both of two that end with a completed order', async () => {
    const [first, second] = [await orders.place(), await orders.place()];
    for (const { _id } of [first, second]) {
      await orders.move(_id, 'Confirmed');
      await orders.move(_id, 'Ready');
    }
    await orders.move(second._id, 'Completed');
    await orders.letMessagesOut();
    expect(subjects()).toEqual(['your order #1 is ready']);
    expect(await orders.told(first._id)).toEqual(['accepted by mail: dropped, overtaken', 'ready by mail: sent']);
    expect(await orders.told(second._id)).toEqual([
      'accepted by mail: dropped, overtaken',
      'ready by mail: dropped, overtaken',
    ]);
  });

  test('is dropped where it waited for a gateway that was away', async () => {
    await set('accepted', 'sms', true);
    await set('ready', 'sms', true);
    const { _id } = await orders.place();
    await orders.move(_id, 'Confirmed');
    gatewayProblem = 'not_accepted';
    app.clock.advance(16_000);
    await expect.poll(() => orders.told(_id)).toContain('accepted by sms: waiting, not_accepted');
    await orders.move(_id, 'Ready');
    gatewayProblem = null;
    await orders.letMessagesOut();
    expect(texts.map(({ text }) => text)).toEqual([
      `Al Noor Kitchen: Your order #1 is ready. You can now pick it up at Marina ${orders.made.canary}.`,
    ]);
    expect(await orders.told(_id)).toContain('accepted by sms: dropped, overtaken');
  });

  test('is told again where the move was taken back, and once', async () => {
    const { _id } = await orders.place();
    await orders.move(_id, 'Confirmed');
    await orders.move(_id, 'New');
    await orders.move(_id, 'Confirmed');
    await orders.move(_id, 'Ready');
    app.clock.advance(10_000);
    await orders.move(_id, 'Confirmed');
    await orders.letMessagesOut();
    expect(subjects()).toEqual(['your order #1 was accepted']);
    await orders.move(_id, 'Ready');
    await orders.letMessagesOut();
    expect(subjects()).toEqual(['your order #1 was accepted', 'your order #1 is ready']);
  });

  test('is told when the mistaken move had already dropped it', async () => {
    const { _id } = await orders.place();
    await orders.move(_id, 'Confirmed');
    app.clock.advance(8_000);
    await orders.move(_id, 'Ready');
    app.clock.advance(8_000);
    await expect.poll(() => orders.told(_id)).toContain('accepted by mail: dropped, overtaken');
    await orders.move(_id, 'Confirmed');
    await orders.letMessagesOut();
    expect(subjects()).toEqual(['your order #1 was accepted']);
  });

  test('is dropped where the promised time is over', async () => {
    await set('accepted', 'sms', true);
    const { _id } = await orders.place();
    await orders.move(_id, 'Confirmed', { preparationTime: 5 });
    gatewayProblem = 'not_accepted';
    app.clock.advance(16_000);
    await expect.poll(() => orders.told(_id)).toContain('accepted by sms: waiting, not_accepted');
    gatewayProblem = null;
    app.clock.advance(5 * 60_000);
    await orders.letMessagesOut();
    expect(await orders.told(_id)).toContain('accepted by sms: dropped, expired');
    expect(texts).toEqual([]);
  });
});

test('two people who press Ready at once, one of them by the last dish, make one message', async () => {
  const cook = await makeOwner(app.db, orders.made.id, 'staff');
  const { _id } = await orders.place();
  await orders.move(_id, 'Confirmed');
  await orders.letMessagesOut();
  await Promise.allSettled([
    orders.move(_id, 'Ready'),
    orders.move(_id, 'Ready', {}, cook.token),
    app.call('POST /order/bump-lines', { body: { orderId: _id, lines: [1] } }, cook.token),
  ]);
  await orders.letMessagesOut();
  expect(subjects()).toEqual(['your order #1 was accepted', 'your order #1 is ready']);
  expect(await orders.told(_id)).toHaveLength(2);
});

test('a text that the gateway refuses is a fact of the order, not of the list of unsent messages', async () => {
  await set('accepted', 'sms', true);
  gatewayProblem = 'refused';
  const { _id } = await orders.place();
  await orders.move(_id, 'Confirmed');
  await orders.letMessagesOut();
  expect(await orders.told(_id)).toEqual(['accepted by mail: sent', 'accepted by sms: failed, refused']);
  const unsent = () => app.call('GET /outbound/unsent-messages', {}, orders.owner.token);
  expect((await unsent()).messages).toEqual([]);
  // The news of a cancelled order is kept, and can be sent again.
  await orders.move(_id, 'Cancelled', { reason: 'too_busy' });
  await orders.letMessagesOut();
  expect(await orders.told(_id)).toContain('cancelled by sms: failed, refused');
  const [message] = (await unsent()).messages;
  gatewayProblem = null;
  await app.call('POST /outbound/resend-message/:id', { params: { id: message!._id } }, orders.owner.token);
  await orders.letMessagesOut();
  expect(await orders.told(_id)).toContain('cancelled by sms: sent');
});

test('messages end with the budget of the day, which leaves that of cancelled orders alone', async () => {
  await platformTransaction(app.db, 'seed', (tx) =>
    tx.updateTable('restaurants').set({ order_mails_per_day: 1 }).where('id', '=', orders.made.id).execute(),
  );
  const { _id } = await orders.place();
  await orders.move(_id, 'Confirmed');
  await orders.move(_id, 'Ready');
  await orders.move(_id, 'Cancelled', { reason: 'too_busy' });
  await orders.letMessagesOut();
  expect(await orders.told(_id)).toEqual([
    'accepted by mail: dropped, overtaken',
    'ready by mail: dropped, budget',
    'cancelled by mail: sent',
    'cancelled by sms: sent',
  ]);
  const { settings } = await app.call('GET /order/guest-message-settings', {}, orders.owner.token);
  expect(settings.budgets).toEqual([
    { kind: 'order_mail', sent: 0, budget: 1, hours: 24 },
    { kind: 'order_text', sent: 0, budget: 200, hours: 24 },
    { kind: 'cancelled_mail', sent: 1, budget: 100, hours: 24 },
    { kind: 'cancelled_text', sent: 1, budget: 100, hours: 24 },
  ]);
});

test('a scheduled order is promised for its slot, with the day unless that is today', async () => {
  const at = new Date(app.clock.now());
  at.setUTCDate(at.getUTCDate() + 1);
  at.setUTCHours(8, 0, 0, 0);
  const { _id } = await orders.place();
  await platformTransaction(app.db, 'seed', (tx) =>
    tx
      .updateTable('orders')
      .set({ requested_for: at, fires_at: new Date(at.getTime() - 15 * 60_000), outlet_time_zone: 'UTC' })
      .where('id', '=', _id)
      .execute(),
  );
  await orders.move(_id, 'Confirmed');
  await orders.letMessagesOut();
  const day = new Intl.DateTimeFormat('en', { timeZone: 'UTC', weekday: 'short' }).format(at);
  expect(orders.mails()[0]!.text).toMatch(
    new RegExp(`Your order #1 was accepted\\. It is planned for ${day} \\d+ \\w+, 08:00\\.`),
  );
});

test('test orders, guests at a table and erased guests get no message; another restaurant reads none', async () => {
  const { order: tried } = await app.call('POST /order/place-test-order', { body: {} }, orders.owner.token);
  await orders.move(tried._id, 'Confirmed');
  const atTable = await orders.place();
  await platformTransaction(app.db, 'seed', (tx) =>
    tx.updateTable('orders').set({ mode: 'dine-in', table_name: '4' }).where('id', '=', atTable._id).execute(),
  );
  await orders.move(atTable._id, 'Confirmed');
  expect(await orders.openJobs()).toBe(0);

  const leaving = await makeCustomer(app.db, orders.made.id);
  const { _id } = await orders.place({}, leaving.token);
  await orders.move(_id, 'Cancelled', { reason: 'too_busy' });
  await app.call('POST /auth/delete-customer', {}, leaving.token);
  expect(await orders.openJobs()).toBe(0);
  expect(await orders.told(_id)).toEqual(['cancelled by mail: dropped, erased', 'cancelled by sms: dropped, erased']);

  const other = await makeToldOrders(app);
  const read = app.call('GET /order/guest-messages/:id', { params: { id: _id } }, other.owner.token);
  expect(await refusalOf(read)).toMatchObject({ status: 404, code: 'order.not_found' });
});

test('the owner reads each message as the guest would, in the languages of the site', async () => {
  const { settings } = await app.call('GET /order/guest-message-settings', {}, orders.owner.token);
  expect(settings.previews.map(({ language }) => language)).toContain('en');
  const ready = settings.previews.filter(({ event, language }) => event === 'ready' && language === 'en');
  expect(ready).toMatchObject([
    { channel: 'mail', mode: 'pickup', subject: 'Al Noor Kitchen: your order #12 is ready' },
    {
      channel: 'sms',
      mode: 'pickup',
      subject: null,
      text: `Al Noor Kitchen: Your order #12 is ready. You can now pick it up at Marina ${orders.made.canary}.`,
    },
    { channel: 'push', mode: 'pickup', subject: 'Your order #12 is ready', text: '' },
    { channel: 'mail', mode: 'delivery', subject: 'Al Noor Kitchen: your order #12 is on its way' },
    { channel: 'sms', mode: 'delivery', text: 'Al Noor Kitchen: Your order #12 is on its way.' },
    { channel: 'push', mode: 'delivery', subject: 'Your order #12 is on its way', text: '' },
  ]);
});
