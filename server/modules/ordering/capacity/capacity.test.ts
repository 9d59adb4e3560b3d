/** Kitchens that make so much a quarter of an hour: promises, full times, and minutes that come back (decision 88). */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { QUARTER } from '#contract/ordering/capacity/plan-minutes.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { deliveryOrder, type OrderInput, pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp } from '#server/test/servers/app.ts';
import { findOrder, lockOrder } from '../queries.ts';
import { retakeMinutes } from './move-minutes.ts';
import { removeOldMinutes } from './remove-old-minutes.ts';

const app = await startApp();
afterAll(() => app.close());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let made: TestRestaurant;
let guest: string;
let owner: string;
/** Noon in Dubai, where the outlet is always open. */
let noon: number;
beforeEach(async () => {
  noon = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR + 8 * HOUR;
  app.clock.set(new Date(noon));
  made = await makeRestaurant(app.db, { stock: null });
  ({ token: guest } = await makeCustomer(app.db, made.id));
  ({ token: owner } = await makeOwner(app.db, made.id));
  await limit(12);
  await makes(4);
});

const limit = (makeMinutesPerQuarter: number | null, mode: 'pickup' | 'delivery' = 'pickup') =>
  app.call(
    'POST /outlet/update-ordering-modes/:id',
    { params: { id: made.outletId }, body: { mode, makeMinutesPerQuarter } },
    owner,
  );
const makes = (makeMinutes: number, id = made.items.special) =>
  app.call('POST /menu/update-items-modifier/:id', { params: { id }, form: { makeMinutes } }, owner);
const at = (minutes: number) => new Date(noon + minutes * MINUTE).toISOString();
const specials = (quantity = 1, orderDate: string | null = null) =>
  pickupOrder(made, [{ itemId: made.items.special, quantity }], Math.round(quantity * 4410) / 100, { orderDate });
const place = async (order: OrderInput, idempotencyKey: string = randomUUID()): Promise<Order> =>
  (await app.call('POST /order/create-order', { body: { order }, idempotencyKey }, guest)).order;
const quote = async (order: OrderInput) =>
  (await app.call('POST /order/quote-order', { body: order }, made.siteToken)).quote;
const move = (orderId: OrderId, status: Order['status'], more: { preparationTime?: number } = {}) =>
  app.call('POST /order/update-order-status', { body: { orderId, status, reason: 'Kitchen closed', ...more } }, owner);
/** The minutes that are sold, by the quarters after noon. */
const sold = () =>
  transaction(app.db, made.id, async (tx) => {
    const { rows } = await sql<{ quarter: Date; minutes: number }>`
      select quarter, sum(minutes)::int as minutes from order_make_minutes
      where restaurant_id = ${made.id} and is_held group by quarter order by quarter`.execute(tx);
    return Object.fromEntries(rows.map(({ quarter, minutes }) => [(quarter.getTime() - noon) / QUARTER, minutes]));
  });

describe('an order for now', () => {
  test('keeps working, and its promise grows as the kitchen fills', async () => {
    const promised: number[] = [];
    for (let order = 0; order < 7; order++) promised.push((await place(specials())).preparationTime);
    expect(promised).toEqual([15, 15, 15, 30, 30, 30, 45]);
    expect(await sold()).toEqual({ 0: 12, 1: 12, 2: 4 });
    // Eight minutes are left of the quarter that they begin in: twenty are made by the end of the next.
    expect(await quote(specials(2))).toMatchObject({ preparationTime: 45, problems: [] });
    expect(await quote(specials(5))).toMatchObject({ preparationTime: 60, deliveryTime: 85, problems: [] });
  });

  test('counts options, and costs nothing for dishes without make-minutes', async () => {
    await makes(5, made.modifiers.large);
    await makes(3, made.items.burger);
    const burger = { itemId: made.items.burger, modifierList: [made.modifiers.large], quantity: 2 };
    const water = { itemId: made.items.water, quantity: 9 };
    await place(pickupOrder(made, [burger, water], 94.5));
    expect(await sold()).toEqual({ 0: 12, 1: 4 });
    expect(await place(pickupOrder(made, [water], 51.98))).toMatchObject({ preparationTime: 15 });
    expect(await sold()).toEqual({ 0: 12, 1: 4 });
  });

  test('loses what has passed of the present quarter', async () => {
    app.clock.set(new Date(noon + 10 * MINUTE));
    expect(await place(specials(2))).toMatchObject({ preparationTime: 15 });
    expect(await sold()).toEqual({ 0: 4, 1: 4 });
  });

  test('is refused where the kitchen cannot begin before the outlet closes, with the times that are left', async () => {
    const hours = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((day) => ({
      day,
      open: true,
      periods: [
        { start: '11:00', end: '12:30' },
        { start: '18:00', end: '19:00' },
      ],
    }));
    await platformTransaction(app.db, 'seed', (tx) =>
      tx
        .updateTable('outlet_modes')
        .set({ opening_hours: JSON.stringify(hours) })
        .where('outlet_id', '=', made.outletId)
        .execute(),
    );
    await place(specials(6));
    const refusal = await refusalOf(place(specials()));
    expect(refusal).toMatchObject({ status: 409, code: 'order.time_full' });
    expect((refusal.details!['slots'] as string[])[0]).toBe(at(6 * 60 + 15));
    expect((await quote(specials())).problems).toMatchObject([{ code: 'order.time_full' }]);
  });

  test('answers a repeated key with its order, also when the kitchen is full by then', async () => {
    const key = randomUUID();
    const order = await place(specials(), key);
    for (let more = 0; more < 3; more++) await place(specials(12));
    expect(await refusalOf(place(specials(12)))).toMatchObject({ code: 'order.time_full' });
    expect((await place(specials(), key))._id).toBe(order._id);
    expect(await sold()).toMatchObject({ 0: 12 });
  });

  test('in another mode, or without a limit, promises the usual and keeps nothing', async () => {
    const { items } = made;
    await place(deliveryOrder(made, [{ itemId: items.special, quantity: 9 }], 401.9));
    await limit(null);
    expect(await place(specials(20))).toMatchObject({ preparationTime: 15 });
    expect(await quote(specials(20))).toMatchObject({ preparationTime: 15, fullSlots: [] });
    expect(await sold()).toEqual({});
  });
});

describe('a time that the guest chooses', () => {
  test('is full when its quarter is, and says which are free', async () => {
    for (let order = 0; order < 3; order++) await place(specials(1, at(60)));
    expect(await sold()).toEqual({ 3: 12 });
    const refusal = await refusalOf(place(specials(1, at(60))));
    expect(refusal).toMatchObject({ status: 409, code: 'order.time_full' });
    const slots = refusal.details!['slots'] as string[];
    expect(slots.slice(0, 4)).toEqual([at(30), at(45), at(75), at(90)]);
    expect(await quote(specials(1, at(60)))).toMatchObject({
      problems: [{ code: 'order.time_full' }],
      fullSlots: [at(60)],
    });
    expect(await place(specials(1, at(75)))).toMatchObject({ firesAt: at(60), preparationTime: 15 });
  });

  test('is begun earlier where its own quarter does not hold the order', async () => {
    const order = await place(specials(4, at(60)));
    expect(await sold()).toEqual({ 2: 4, 3: 12 });
    expect(order).toMatchObject({ orderDate: at(60), firesAt: at(30), preparationTime: 30 });
  });

  test('leaves less for those who want it as soon as possible', async () => {
    await place(specials(3, at(30)));
    for (let order = 0; order < 3; order++) await place(specials());
    expect(await place(specials())).toMatchObject({ preparationTime: 45 });
    expect(await sold()).toEqual({ 0: 12, 1: 12, 2: 4 });
  });
});

describe('the minutes of an order', () => {
  test('come back when it is cancelled, and are taken again when that is undone', async () => {
    const [first] = [await place(specials(3))];
    expect(await quote(specials())).toMatchObject({ preparationTime: 30 });
    await move(first._id, 'Cancelled');
    expect(await sold()).toEqual({});
    expect(await place(specials())).toMatchObject({ preparationTime: 15 });
    await move(first._id, 'New');
    expect(await sold()).toEqual({ 0: 16 });
    expect(await quote(specials())).toMatchObject({ preparationTime: 30 });
  });

  test('do not come back where they have passed', async () => {
    const first = await place(specials(3));
    app.clock.set(new Date(noon + 5 * MINUTE));
    await move(first._id, 'Cancelled');
    // Four of twelve have passed.
    expect(await place(specials(2))).toMatchObject({ preparationTime: 15 });
    expect(await place(specials())).toMatchObject({ preparationTime: 25 });
  });

  test('come back for quarters that have not begun when it is ready', async () => {
    const first = await place(specials(6));
    await move(first._id, 'Confirmed');
    await move(first._id, 'Ready');
    expect(await sold()).toEqual({ 0: 12 });
    await move(first._id, 'Confirmed');
    expect(await sold()).toEqual({ 0: 12, 1: 12 });
  });

  test('follow the promise that staff make, limit or not', async () => {
    const first = await place(specials(3));
    await place(specials(3));
    await move(first._id, 'Confirmed', { preparationTime: 30 });
    expect(await sold()).toEqual({ 1: 24 });
    await move(first._id, 'New');
    expect(await sold()).toEqual({ 0: 12, 1: 12 });
    await move(first._id, 'Confirmed', { preparationTime: 30 });
    expect(await sold()).toEqual({ 1: 24 });
    const change = (preparationTime: number) =>
      app.call('POST /order/change-time', { body: { orderId: first._id, preparationTime } }, owner);
    await change(60);
    expect(await sold()).toEqual({ 1: 12, 3: 12 });
    await change(5);
    expect(await sold()).toEqual({ 0: 12, 1: 12 });
  });

  test('follow its dishes, and are not refused to staff', async () => {
    const { _id } = await place(specials(2));
    const retake = (minutes: number, change: { is_test?: boolean } = {}) =>
      transaction(app.db, made.id, async (tx) => {
        await lockOrder(tx, made.id, _id);
        const order = await findOrder(tx, made.id, _id);
        return retakeMinutes(tx, { ...order!, ...change }, minutes, new Date(noon));
      });
    expect(await retake(20, { is_test: true })).toBeNull();
    expect(await sold()).toEqual({ 0: 8 });
    expect(await retake(20)).toEqual(new Date(at(25)));
    expect(await sold()).toEqual({ 0: 12, 1: 8 });
    expect(await retake(6)).toEqual(new Date(at(7.5)));
    expect(await sold()).toEqual({ 0: 6 });
    expect(await retake(0)).toBeNull();
    expect(await sold()).toEqual({});
    expect(await retake(4)).toEqual(new Date(at(5)));
    await move(_id, 'Cancelled');
    expect(await sold()).toEqual({});
  });

  test('are taken at the time of an order for later to which a change brings dishes', async () => {
    const { _id } = await place(
      pickupOrder(made, [{ itemId: made.items.water, quantity: 1 }], 5.78, { orderDate: at(60) }),
    );
    expect(await sold()).toEqual({});
    const readyAt = await transaction(app.db, made.id, async (tx) => {
      await lockOrder(tx, made.id, _id);
      return retakeMinutes(tx, (await findOrder(tx, made.id, _id))!, 8, new Date(noon));
    });
    expect(readyAt).toEqual(new Date(at(55)));
    expect(await sold()).toEqual({ 3: 8 });
  });

  test('are forgotten after days', async () => {
    await place(specials(6));
    await removeOldMinutes(app.db, new Date(noon + 48 * HOUR + 1));
    expect(await sold()).toEqual({ 1: 12 });
  });
});

test('guests are told neither limit nor make-minutes', async () => {
  const seen = [
    await app.call('GET /outlet/get-outlet/:id', { params: { id: made.outletId } }, made.siteToken),
    await app.call('GET /menu/get-all-items-modifier', {}, made.siteToken),
    await place(specials()),
  ];
  expect(JSON.stringify(seen)).not.toMatch(/makeMinutes|make_minutes/);
  const { outlet } = await app.call('GET /outlet/get-outlet/:id', { params: { id: made.outletId } }, owner);
  expect(outlet.modes.map(({ mode, makeMinutesPerQuarter }) => [mode, makeMinutesPerQuarter])).toEqual([
    ['delivery', null],
    ['dine-in', null],
    ['pickup', 12],
  ]);
});

test('a limit and make-minutes are whole and within their bounds', async () => {
  for (const most of [0, -1, 1.5, 1001]) expect(await refusalOf(limit(most))).toMatchObject({ status: 400 });
  for (const minutes of [-1, 241, 0.5]) expect(await refusalOf(makes(minutes))).toMatchObject({ status: 400 });
});
