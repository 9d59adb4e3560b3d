/** The escalation of an order that nobody accepts, minute by minute (X01; LO-09, LO-10). */
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import type { MailMessage } from '#server/modules/outbound/mail.ts';
import { noteProven } from '#server/modules/outlets/alert-contacts.ts';
import { counterKey } from '#server/rate-limits/rate-counters.ts';
import { openEscalationServers } from '#server/test/servers/escalation-servers.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { checkedDatabase } from '#server/test/servers/database.ts';
import { type Kitchen, openKitchen } from '#server/test/data/kitchen.ts';
import { removeOldSteps } from './remove-old-steps.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ database: await checkedDatabase() });
});
afterAll(() => app.close());

let kitchen: Kitchen;
beforeEach(async () => {
  app.clock.set(new Date());
  kitchen = await openKitchen(app);
});

const MINUTE = 60_000;

/** Advances the clock and lets every server look. */
async function pass(minutes: number) {
  app.clock.advance(minutes * MINUTE);
  const servers = openEscalationServers(app, 2);
  await servers.look();
  await servers.stop();
}

type Changes = NonNullable<CallInput<'POST /outlet/update-escalation/:id'>['body']>;
const set = async (body: Changes) =>
  (
    await app.call(
      'POST /outlet/update-escalation/:id',
      { params: { id: kitchen.made.outletId }, body },
      kitchen.owner.token,
    )
  ).escalation;
const orderAs = async (token: string, id: OrderId): Promise<Order> =>
  (await app.call('GET /order/get-order-details/:id', { params: { id } }, token)).order;
const seenByKitchen = (id: OrderId) => orderAs(kitchen.owner.token, id);
/** To the outlet: the guest gets one of a rejected order. */
const mailsAbout = (order: Order) =>
  app.mails.filter(({ to, text }) => !to.endsWith('@guest.test') && text.includes(order._id));
const messagesAbout = (order: Order) => app.sms.filter(({ text }) => text.includes(order._id));

test('an order escalates: all devices, a mail, a voice call, and the rejection announced to its guest', async () => {
  await set({ alertCalls: true, rejectMinutes: 10 });
  const order = await kitchen.placeOrder();
  expect(Date.parse(order.acceptBy!) - Date.parse(order.createdAt)).toBe(10 * MINUTE);
  expect(await seenByKitchen(order._id)).toMatchObject({ status: 'New', escalation: null, acceptBy: order.acceptBy });

  await pass(1);
  expect(await seenByKitchen(order._id)).toMatchObject({ escalation: 'devices', version: 1 });
  expect([mailsAbout(order), messagesAbout(order)]).toEqual([[], []]);

  await pass(2);
  await expect.poll(async () => (await seenByKitchen(order._id)).escalation).toBe('mail');
  expect(mailsAbout(order)).toMatchObject([
    {
      to: `${kitchen.made.canary}@outlet.test`,
      subject: `Order #${order.orderNumber} is waiting at Marina ${kitchen.made.canary}`,
      text: expect.stringContaining('It came 3 minutes ago') as string,
    },
  ]);
  expect(mailsAbout(order)[0]!.text).toContain('pickup, AED');
  expect(mailsAbout(order)[0]!.text).not.toContain(order.phoneNo);

  await pass(2);
  await expect.poll(async () => (await seenByKitchen(order._id)).escalation).toBe('call');
  expect(messagesAbout(order)).toMatchObject([
    { to: '+97144321000', text: expect.stringContaining('has been waiting for 5 minutes') as string },
  ]);

  await pass(4.5);
  expect((await seenByKitchen(order._id)).status).toBe('New');
  await pass(0.5);
  const rejected = await orderAs(kitchen.guest.token, order._id);
  expect(rejected).toMatchObject({
    status: 'Cancelled',
    version: 2,
    cancelReason: 'not_accepted',
    escalation: null,
  });
  expect((await seenByKitchen(order._id)).history.at(-1)).toMatchObject({ from: 'New', by: 'Order Manager' });

  await pass(60);
  expect([mailsAbout(order).length, messagesAbout(order).length]).toEqual([1, 1]);
  expect((await seenByKitchen(order._id)).version).toBe(2);
});

test('a rejected order gives its stock back', async () => {
  await set({ rejectMinutes: 2 });
  const { made, owner, guest } = kitchen;
  const stock = (quantity?: number) =>
    app.call(
      'POST /menu/update-items-modifier/:id',
      { params: { id: made.items.special }, form: quantity === undefined ? {} : { quantity } },
      owner.token,
    );
  await stock(5);
  const order = await kitchen.placeOrder();
  const left = async () =>
    (await app.call('GET /menu/get-items-modifier/:id', { params: { id: made.items.special } }, owner.token)).item
      .quantity;
  expect(await left()).toBe(3);
  await pass(2);
  expect((await orderAs(guest.token, order._id)).status).toBe('Cancelled');
  expect(await left()).toBe(5);
});

test("a new outlet's settings reject nothing and call nobody", async () => {
  const order = await kitchen.placeOrder();
  expect(order.acceptBy).toBeNull();
  await pass(120);
  await expect.poll(async () => (await seenByKitchen(order._id)).escalation).toBe('mail');
  expect((await seenByKitchen(order._id)).status).toBe('New');
  expect(messagesAbout(order)).toEqual([]);
});

describe('a step does nothing', () => {
  test('for an order that was moved', async () => {
    await set({ alertCalls: true, rejectMinutes: 10 });
    const order = await kitchen.placeOrder();
    await pass(1);
    await kitchen.move(order._id, 'Confirmed');
    await pass(20);
    expect(await seenByKitchen(order._id)).toMatchObject({ status: 'Confirmed', version: 2 });
    expect([mailsAbout(order), messagesAbout(order)]).toEqual([[], []]);
  });

  test('for a test order', async () => {
    const { order } = await app.call('POST /order/place-test-order', { body: {} }, kitchen.owner.token);
    await pass(30);
    expect(await seenByKitchen(order._id)).toMatchObject({ status: 'New', escalation: null, acceptBy: null });
    expect(mailsAbout(order)).toEqual([]);
  });

  test('when the outlet has switched it off', async () => {
    await set({ mailMinutes: null, rejectMinutes: null });
    const order = await kitchen.placeOrder();
    await pass(30);
    expect(await seenByKitchen(order._id)).toMatchObject({ status: 'New', escalation: 'devices' });
    expect(mailsAbout(order)).toEqual([]);
  });
});

test('seeing an order stops the ringing, not the deadline', async () => {
  await set({ rejectMinutes: 5 });
  const order = await kitchen.placeOrder();
  const see = () => app.call('POST /order/acknowledge-order', { body: { orderId: order._id } }, kitchen.owner.token);
  const seen = (await see()).order;
  expect(seen).toMatchObject({ seenBy: 'Sara Khan', version: 1, status: 'New' });
  app.clock.advance(MINUTE);
  expect((await see()).order.seenAt).toBe(seen.seenAt);
  expect(await orderAs(kitchen.guest.token, order._id)).toMatchObject({ seenBy: null, seenAt: null });
  await pass(3);
  await expect.poll(() => mailsAbout(order).length).toBe(1);
  await pass(1);
  expect((await seenByKitchen(order._id)).status).toBe('Cancelled');
  expect(mailsAbout(order)[0]!.text).toContain('Sara Khan has seen it.');
});

test('mails go to the address configured for them', async () => {
  await set({ mailTo: 'owner@alerts.test', mailMinutes: 1 });
  await platformTransaction(app.db, 'seed', (tx) =>
    noteProven(tx, kitchen.made.id, 'owner@alerts.test', app.clock.now()),
  );
  const order = await kitchen.placeOrder();
  await pass(1);
  await expect.poll(() => mailsAbout(order)).toMatchObject([{ to: 'owner@alerts.test' }]);
});

test('one mail and one text of an outlet in five minutes tell of all orders that wait', async () => {
  await set({ alertCalls: true, mailMinutes: 2, callMinutes: 2 });
  const waiting: Order[] = [];
  for (let n = 0; n < 4; n++) waiting.push(await kitchen.placeOrder());
  const [first] = waiting;
  await pass(2);
  const sent = () => [waiting.flatMap(mailsAbout), waiting.flatMap(messagesAbout)];
  expect(sent()).toMatchObject([
    [{ subject: expect.stringMatching(/^4 orders are waiting at Marina/) as string }],
    [{ text: expect.stringMatching(/^4 orders wait at Marina/) as string }],
  ]);
  expect(mailsAbout(first!)).toHaveLength(1);
  for (const { _id } of waiting) expect((await seenByKitchen(_id)).escalation).not.toBe('devices');

  waiting.push(await kitchen.placeOrder(), await kitchen.placeOrder());
  await kitchen.move(waiting[5]!._id, 'Confirmed');
  await pass(2);
  expect(sent().map((messages) => messages.length)).toEqual([1, 1]);
  await pass(3);
  expect(sent().map((messages) => messages.length)).toEqual([2, 2]);
  expect(mailsAbout(waiting[4]!)).toHaveLength(1);
});

test('a restaurant has a hundred mails of waiting orders in a day, and the next one its own', async () => {
  const another = await openKitchen(app);
  const order = await kitchen.placeOrder();
  const theirs = await another.placeOrder();
  const key = counterKey('escalation:mail-restaurant', kitchen.made.id);
  const expiresAt = new Date(app.clock.now().getTime() + 60 * MINUTE);
  await app.db.insertInto('rate_counters').values({ key, count: 100, expires_at: expiresAt }).execute();
  await pass(3);
  expect([mailsAbout(order).length, mailsAbout(theirs).length]).toEqual([0, 1]);
  await pass(60);
  expect(mailsAbout(order)).toHaveLength(1);
});

test('five servers execute each step once', async () => {
  await set({ alertCalls: true, callMinutes: 3, rejectMinutes: 4 });
  const orders = await kitchen.placeOrders(8);
  const servers = openEscalationServers(app, 5);
  for (const minutes of [1, 2, 1]) {
    app.clock.advance(minutes * MINUTE);
    for (let times = 0; times < 3; times++) await servers.look();
  }
  await servers.stop();
  expect(orders.flatMap(mailsAbout)).toHaveLength(1);
  expect(orders.flatMap(messagesAbout)).toHaveLength(1);
  for (const order of orders) {
    expect((await seenByKitchen(order._id)).history.map(({ to }) => to)).toEqual(['New', 'Cancelled']);
  }
});

test('a refused mail is tried again a minute later, with the same key, three times in all', async () => {
  const order = await kitchen.placeOrder();
  const tried: MailMessage[] = [];
  let ahead = 3 * MINUTE;
  // The two servers look before the app's own one, which sees nothing due yet.
  const servers = openEscalationServers(app, 2, {
    clock: () => new Date(app.clock.now().getTime() + ahead),
    mail: async (message) => {
      if (message.key?.startsWith(order._id)) tried.push(message);
      throw new Error('The mail server is away');
    },
  });
  await servers.look();
  await servers.look();
  expect(tried).toHaveLength(1);
  for (let minute = 0; minute < 5; minute++) {
    ahead += 1.1 * MINUTE;
    await servers.look();
  }
  await servers.stop();
  expect(tried.map(({ key }) => key)).toEqual(Array.from({ length: 3 }, () => `${order._id}.mail`));
  expect((await seenByKitchen(order._id)).escalation).toBe('devices');
});

test('steps due while no server ran are executed at the next start, and ended steps are deleted', async () => {
  const order = await kitchen.placeOrder();
  app.clock.advance(20 * 60 * MINUTE);
  const servers = openEscalationServers(app, 1);
  await servers.look();
  await servers.stop();
  await expect.poll(() => mailsAbout(order).length).toBe(1);
  const steps = () =>
    platformTransaction(app.db, 'escalation', (tx) =>
      tx.selectFrom('escalation_steps').select('outcome').where('order_id', '=', order._id).execute(),
    );
  await expect.poll(async () => (await steps()).map(({ outcome }) => outcome)).toEqual(['done', 'done']);
  await removeOldSteps(app.db, new Date(app.clock.now().getTime() + 4 * 24 * 60 * MINUTE));
  expect(await steps()).toEqual([]);
});

describe('the events that are read', () => {
  const begin = Date.parse('2031-01-01T00:00:00Z');
  const [day, near, whole] = [24 * 60 * MINUTE, 3_000, 35_000];

  /** A server whose clock is in another year than that of the app's own, and the lengths of its windows, in milliseconds. */
  function openWatched() {
    // The server's own looks would come between.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const query = vi.spyOn(Client.prototype, 'query');
    onTestFinished(() => query.mockRestore());
    let at = begin;
    const servers = openEscalationServers(app, 1, { clock: () => new Date(at) });
    onTestFinished(() => servers.stop());
    return {
      async look() {
        await servers.look();
        at += 1_000;
      },
      windows() {
        const asked = query.mock.calls as unknown as [{ text?: string; values?: [Date, Date] }][];
        return asked.flatMap(([{ text, values }]) => {
          const [after, until] = text?.includes('insert into escalation_steps') ? values! : [];
          return until !== undefined && until.getTime() > begin - 2 * day ? [until.getTime() - after!.getTime()] : [];
        });
      },
    };
  }

  test('are those of a day at first, then of three seconds, and every fifth time of thirty-five', async () => {
    const server = openWatched();
    for (let second = 0; second <= 10; second++) await server.look();
    expect(server.windows()).toEqual([day, near, near, near, near, whole, near, near, near, near, whole]);
  });

  test('are read in two halves after a look that failed', async () => {
    const server = openWatched();
    const holder = await app.pool.connect();
    onTestFinished(() => holder.release(true));
    await holder.query('begin; lock table escalation_steps in exclusive mode');
    await server.look();
    await holder.query('commit');
    await server.look();
    await server.look();
    expect(server.windows()).toEqual([day, day / 2, day / 2, near]);
  });
});

test('an order whose acceptance is undone after half a minute has its steps within five seconds', async () => {
  const order = await kitchen.placeOrder();
  const servers = openEscalationServers(app, 1);
  // The half minute passes while it is confirmed, well within the time in which that can be undone.
  app.clock.advance(22_000);
  await servers.look();
  await kitchen.move(order._id, 'Confirmed');
  for (let look = 0; look < 5; look++) {
    app.clock.advance(1_800);
    await servers.look();
  }
  const steps = () =>
    platformTransaction(app.db, 'escalation', (tx) =>
      tx.selectFrom('escalation_steps').select('step').where('order_id', '=', order._id).orderBy('step').execute(),
    );
  expect(await steps()).toEqual([]);
  await kitchen.move(order._id, 'New');
  for (let second = 0; second < 5; second++) {
    app.clock.advance(1_000);
    await servers.look();
  }
  await servers.stop();
  expect((await steps()).map(({ step }) => step)).toEqual(['devices', 'mail']);
});
