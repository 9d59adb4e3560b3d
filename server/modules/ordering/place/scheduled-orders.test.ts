/** Scheduled orders, from the slot to the kitchen (decision 21, LO-17, CP-11). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { openEscalationServers } from '#server/test/servers/escalation-servers.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makeDriver } from '#server/test/data/drivers.ts';
import { type Kitchen, openKitchen } from '#server/test/data/kitchen.ts';
import { makeMany } from '#server/test/data/make-many.ts';
import { deliveryOrder, type OrderInput, pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer } from '#server/test/data/restaurant.ts';
import { whenFree } from '#server/test/data/when-free.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let kitchen: Kitchen;
/** Noon in Dubai, where the outlet is always open. The clock is a minute before. */
let noon: number;
beforeEach(async () => {
  noon = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR + 8 * HOUR;
  app.clock.set(new Date(noon - MINUTE));
  kitchen = await openKitchen(app);
});

const at = (minutes: number) => new Date(noon + minutes * MINUTE).toISOString();
const forPickup = (orderDate: string | null): OrderInput =>
  pickupOrder(kitchen.made, [{ itemId: kitchen.made.items.special, quantity: 2 }], 88.2, { orderDate });
const place = async (order: OrderInput, idempotencyKey?: string, guest = kitchen.guest): Promise<Order> =>
  (await app.call('POST /order/create-order', { body: { order }, idempotencyKey }, guest.token)).order;
const quote = (order: OrderInput) => app.call('POST /order/quote-order', { body: order }, kitchen.made.siteToken);
const seen = async (id: OrderId): Promise<Order> =>
  (await app.call('GET /order/get-order-details/:id', { params: { id } }, kitchen.owner.token)).order;
const change = (work: (tx: Tx) => Promise<unknown>) => platformTransaction(app.db, 'seed', work);
const firedEvents = (id: OrderId) =>
  platformTransaction(app.db, 'seed', async (tx) => {
    const events = tx.selectFrom('events').select('type').where('order_id', '=', id).where('type', '=', 'order.fired');
    return (await events.execute()).length;
  });
const mailsAbout = (order: Order) => app.mails.filter(({ text }) => text.includes(order._id));

/** Advances the clock and lets several servers look, besides the app's own. */
async function pass(minutes: number, servers = 2) {
  app.clock.advance(minutes * MINUTE);
  const others = openEscalationServers(app, servers);
  await others.look();
  await others.stop();
}

type Changes = NonNullable<CallInput<'POST /outlet/update-escalation/:id'>['body']>;
const setEscalation = (body: Changes) =>
  app.call('POST /outlet/update-escalation/:id', { params: { id: kitchen.made.outletId }, body }, kitchen.owner.token);

describe('a requested time', () => {
  test('makes an order that waits for its slot', async () => {
    const order = await place(forPickup(at(60)));
    expect(order).toMatchObject({
      status: 'New',
      createdAt: expect.stringContaining(at(-1).slice(0, 16)) as string,
      orderDate: at(60),
      firesAt: at(45),
      firedAt: null,
      promisedAt: null,
    });
    expect((await quote(forPickup(at(60)))).quote.problems).toEqual([]);
  });

  test('for a delivery includes the way', async () => {
    const { made } = kitchen;
    const order = deliveryOrder(made, [{ itemId: made.items.special, quantity: 1 }], 49.1, { orderDate: at(60) });
    expect(await place(order)).toMatchObject({ orderDate: at(60), firesAt: at(20) });
  });

  test.each([
    ['too soon', 0],
    ['in the past', -60],
    ['off the quarter hour', 65],
    ['tomorrow, for which it takes none', 24 * 60],
  ])('is refused: %s, with the slots that are left', async (_, minutes) => {
    const refusal = await refusalOf(place(forPickup(at(minutes))));
    expect(refusal).toMatchObject({ status: 409, code: 'order.slot_gone' });
    const slots = refusal.details!['slots'] as string[];
    expect(slots.slice(0, 2)).toEqual([at(15), at(30)]);
    // 23:45 on the clock in Dubai.
    expect(slots.at(-1)).toBe(at(11 * 60 + 45));
    const { problems } = (await quote(forPickup(at(minutes)))).quote;
    expect(problems).toMatchObject([{ code: 'order.slot_gone' }]);
  });

  test('tomorrow is taken where the outlet allows it, and today is refused where it does not', async () => {
    await change((tx) =>
      tx
        .updateTable('outlets')
        .set({ takes_same_date: false, takes_next_date: true })
        .where('id', '=', kitchen.made.outletId)
        .execute(),
    );
    expect(await place(forPickup(at(24 * 60)))).toMatchObject({ orderDate: at(24 * 60) });
    expect(await refusalOf(place(forPickup(at(60))))).toMatchObject({ code: 'order.slot_gone' });
    expect(await refusalOf(place(forPickup(null)))).toMatchObject({ status: 409, code: 'order.not_today' });
  });

  test('after a pause is taken while the outlet is paused, and one within the pause is not', async () => {
    const mode = (columns: { paused_until?: Date; accepts_orders?: boolean }) =>
      change((tx) =>
        tx
          .updateTable('outlet_modes')
          .set(columns)
          .where('outlet_id', '=', kitchen.made.outletId)
          .where('mode', '=', 'pickup')
          .execute(),
      );
    await mode({ paused_until: new Date(noon + HOUR) });
    expect(await refusalOf(place(forPickup(null)))).toMatchObject({ code: 'order.outlet_closed' });
    expect(await refusalOf(place(forPickup(at(60))))).toMatchObject({ code: 'order.slot_gone' });
    expect(await place(forPickup(at(75)))).toMatchObject({ firesAt: at(60) });
    await mode({ accepts_orders: false });
    expect(await refusalOf(place(forPickup(at(75))))).toMatchObject({ code: 'order.mode_not_available' });
  });

  test('may have passed when a lost answer is requested again: the order is answered', async () => {
    const order = await place(forPickup(at(15)), 'one-basket');
    await pass(20);
    const fired = { _id: order._id, orderNumber: order.orderNumber, firedAt: expect.any(String) as string };
    expect(await place(forPickup(at(15)), 'one-basket')).toMatchObject(fired);
    expect(await refusalOf(place(forPickup(at(60)), 'one-basket'))).toMatchObject({ code: 'order.key_reused' });
    expect(await refusalOf(place(forPickup(at(15)), 'another'))).toMatchObject({ code: 'order.slot_gone' });
  });

  test('when a dish is back is taken while the dish is sold out', async () => {
    const { id: restaurant_id, outletId: outlet_id, items } = kitchen.made;
    const soldOut = { restaurant_id, outlet_id, item_id: items.special, sold_out_until: new Date(noon + HOUR) };
    await change((tx) => tx.insertInto('item_sold_out').values(soldOut).execute());
    expect(await refusalOf(place(forPickup(at(60))))).toMatchObject({ code: 'order.sold_out' });
    expect(await place(forPickup(at(75)))).toMatchObject({ status: 'New' });
  });

  test('is refused from the moment that its hours are closed', async () => {
    // The facts are remembered, and the hours change behind them.
    await place(forPickup(at(60)));
    // One guest has four orders on their way at most.
    const guests = await makeMany(12, () => makeCustomer(app.db, kitchen.made.id));
    const placeWhenFree = (guest: Kitchen['guest']) => {
      const key = crypto.randomUUID();
      return whenFree(() => place(forPickup(at(60)), key, guest));
    };
    const results = guests.map((guest) =>
      placeWhenFree(guest).then(
        () => 'placed',
        (error: { answer?: { code: string } }) => error.answer?.code,
      ),
    );
    await app.call(
      'POST /outlet/update-special-day/:id',
      {
        params: { id: kitchen.made.outletId },
        body: { startsOn: at(0).slice(0, 10), open: false, reason: 'Flood' },
      },
      kitchen.owner.token,
    );
    const closedAt = (await refusalOf(place(forPickup(at(60))))).code;
    expect(closedAt).toBe('order.slot_gone');
    for (const outcome of await Promise.all(results)) expect(['placed', 'order.slot_gone']).toContain(outcome);
  });
});

describe('a scheduled order', () => {
  test('is silent until its kitchen has to begin, and fires once however many servers run', async () => {
    await setEscalation({ rejectMinutes: 10 });
    const order = await place(forPickup(at(60)));
    expect(order.acceptBy).toBe(at(55));
    await pass(44);
    expect(await seen(order._id)).toMatchObject({ firedAt: null, escalation: null, status: 'New' });
    await pass(2, 5);
    const fired = await seen(order._id);
    expect(fired.firedAt?.slice(0, 16)).toBe(at(45).slice(0, 16));
    expect(fired).toMatchObject({ version: 1, status: 'New', escalation: null });
    await pass(0.5, 5);
    expect(await firedEvents(order._id)).toBe(1);

    await pass(0.6);
    await expect.poll(async () => (await seen(order._id)).escalation).toBe('devices');
    await pass(2);
    await expect.poll(() => mailsAbout(order).length).toBe(1);
    expect(mailsAbout(order)[0]!.text).toContain('It came 3 minutes ago, at 12:45: pickup for 13:00, AED');
    await pass(7);
    expect(await seen(order._id)).toMatchObject({
      status: 'Cancelled',
      history: [{ to: 'New' }, { by: 'Order Manager' }],
    });
  });

  test('can still be accepted when no server fired it in time', async () => {
    await setEscalation({ rejectMinutes: 10 });
    const order = await place(forPickup(at(60)));
    await change((tx) =>
      tx
        .updateTable('orders')
        .set({ fires_at: new Date(noon - HOUR), accept_by: new Date(noon - 50 * MINUTE) })
        .where('id', '=', order._id)
        .execute(),
    );
    await pass(1);
    const fired = await seen(order._id);
    expect(Date.parse(fired.acceptBy!) - Date.parse(fired.firedAt!)).toBe(10 * MINUTE);
    expect(fired.status).toBe('New');
  });

  test('can be begun early, and is promised for its time', async () => {
    const order = await place(forPickup(at(120)));
    await kitchen.move(order._id, 'Confirmed');
    expect(await seen(order._id)).toMatchObject({ status: 'Confirmed', promisedAt: at(120), firedAt: null });
    await pass(180);
    expect(await seen(order._id)).toMatchObject({ status: 'Confirmed', firedAt: null, escalation: null });
    expect(await firedEvents(order._id)).toBe(0);
    expect(mailsAbout(order)).toEqual([]);
  });

  test('is for drivers once it was begun early', async () => {
    const { made } = kitchen;
    const driver = await makeDriver(app.db, made.id);
    const special = { itemId: made.items.special, quantity: 1 };
    const order = await place(deliveryOrder(made, [special], 49.1, { orderDate: at(120) }));
    const run = async () => (await app.call('GET /delivery/get-run', {}, driver.token)).run;
    expect((await run()).waiting).toEqual([]);
    await kitchen.move(order._id, 'Confirmed');
    expect((await run()).waiting).toMatchObject([{ _id: order._id }]);
    await app.call('POST /delivery/take-order', { body: { orderId: order._id } }, driver.token);
    expect((await run()).taken).toMatchObject([{ _id: order._id }]);
  });

  test('waits again when its early acceptance is undone', async () => {
    const order = await place(forPickup(at(60)));
    await kitchen.move(order._id, 'Confirmed');
    await kitchen.move(order._id, 'New');
    expect(await seen(order._id)).toMatchObject({ status: 'New', promisedAt: null, firedAt: null });
    await pass(46);
    expect((await seen(order._id)).firedAt).not.toBeNull();
  });

  test('never fires when it is cancelled before', async () => {
    const order = await place(forPickup(at(60)));
    await kitchen.move(order._id, 'Cancelled', 'Guest asked');
    await pass(60);
    expect(await seen(order._id)).toMatchObject({ status: 'Cancelled', firedAt: null });
  });

  test('cannot be acknowledged before it fires', async () => {
    const order = await place(forPickup(at(60)));
    const see = () => app.call('POST /order/acknowledge-order', { body: { orderId: order._id } }, kitchen.owner.token);
    expect((await see()).order.seenAt).toBeNull();
    await pass(46);
    expect((await see()).order.seenAt).not.toBeNull();
  });

  test('is taken while nobody is there, where immediate orders are not', async () => {
    await setEscalation({ refusesUnattended: true });
    expect(await refusalOf(place(forPickup(null)))).toMatchObject({ code: 'order.not_attended' });
    expect((await quote(forPickup(at(60)))).quote.problems).toEqual([]);
    expect(await place(forPickup(at(60)))).toMatchObject({ status: 'New' });
  });

  test('is printed when its kitchen has to begin', async () => {
    const { star } = await kitchen.addPrinter();
    await place(forPickup(at(60)));
    expect(await star.printAll()).toEqual([]);
    await pass(46);
    const [ticket] = await star.printAll();
    expect(ticket!.join('\n')).toMatch(/Ready by 13:00[^]*FOR 13:00[^]*Placed 11:59/);
  });

  test('counts as accepted from when it fired, and is found in the history', async () => {
    const [later, now] = [await place(forPickup(at(60))), await place(forPickup(null))];
    await pass(46);
    app.clock.advance(2 * MINUTE);
    await kitchen.move(later._id, 'Confirmed');
    const listed = (query: { scheduled?: 'true' | 'false'; accepted?: '1-3' | 'over-10' }) =>
      app
        .call('GET /order/history', { query }, kitchen.owner.token)
        .then(({ order }) => order.map(({ _id, orderDate }) => [_id, orderDate]));
    expect(await listed({ scheduled: 'true' })).toEqual([[later._id, at(60)]]);
    expect(await listed({ scheduled: 'false' })).toEqual([[now._id, null]]);
    expect(await listed({ accepted: '1-3' })).toEqual([[later._id, at(60)]]);
    expect(await listed({ accepted: 'over-10' })).toEqual([]);
    const response = await kitchen.fetch('http://localhost/api/v1/order/export-history?scheduled=true', {
      headers: { authorization: `Bearer ${kitchen.owner.token}` },
    });
    const [head, row] = (await response.text()).split('\r\n');
    expect(head).toContain('Created at,For on,For at,Time zone');
    expect(row).toContain(`,${at(0).slice(0, 10)},11:59,${at(0).slice(0, 10)},13:00,Asia/Dubai,`);
  });
});
