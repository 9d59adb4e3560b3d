import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import { MINUTE, weekdays } from '#contract/base/time.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';

/** A Friday, half a minute before 12:00 in Dubai; the clock goes on. */
const noon = '2026-11-20T07:59:30Z';
let server: TestApp;
let ours: TestRestaurant;
let owner: string;
let staff: string;
let guest: string;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(noon);
  const openingHours = weekdays.map((day) => ({ day, open: true, periods: [{ start: '11:00', end: '23:00' }] }));
  ours = await makeRestaurant(server.db, { openingHours });
  ({ token: owner } = await makeOwner(server.db, ours.id));
  ({ token: staff } = await makeOwner(server.db, ours.id, 'staff'));
  ({ token: guest } = await makeCustomer(server.db, ours.id));
});

type Busy = CallInput<'POST /outlet/begin-busy/:id'>['body'];
const begin = async (body: Busy, token = staff) => {
  const params = { id: ours.outletId };
  return (await server.call('POST /outlet/begin-busy/:id', { params, body }, token)).outlet;
};
const busyOf = ({ modes }: Awaited<ReturnType<typeof begin>>) =>
  Object.fromEntries(modes.map(({ mode, busy }) => [mode, busy]));
const water = (orderDate?: string) => ({
  ...pickupOrder(ours, [{ itemId: ours.items.water, quantity: 1 }], 5.78),
  ...(orderDate === undefined ? {} : { orderDate }),
});
const order = async (orderDate?: string) =>
  (await server.call('POST /order/create-order', { body: { order: water(orderDate) } }, guest)).order;
const quote = async () => {
  const { siteToken } = await catalogue();
  const { outletId, deliveryMode, items } = water();
  return (await server.call('POST /order/quote-order', { body: { outletId, deliveryMode, items } }, siteToken)).quote;
};
const catalogue = () => server.call('GET /site/:slug', { params: { slug: ours.slug } });

test('a busy kitchen promises more minutes to every guest, and the usual ones again at its end', async () => {
  const { preparationTime: usual, deliveryTime } = await quote();
  expect((await order()).preparationTime).toBe(usual);
  const until = '2026-11-20T08:30:00.000Z';
  const busy = { minutes: 20, until };
  expect(busyOf(await begin({ minutes: 20, length: '30-minutes' }))).toEqual({
    delivery: busy,
    pickup: busy,
    'dine-in': busy,
  });
  expect(await quote()).toMatchObject({ preparationTime: usual + 20, deliveryTime: deliveryTime + 20 });
  expect(await order()).toMatchObject({ preparationTime: usual + 20 });
  const { outlets } = await catalogue();
  expect(outlets[0]!.modes.pickup).toMatchObject({ preparationTime: usual, busy });
  server.clock.set(until);
  expect(await quote()).toMatchObject({ preparationTime: usual, deliveryTime });
  expect(await order()).toMatchObject({ preparationTime: usual });
});

test('the time that a kitchen proposes when it accepts is the one that its guest was promised', async () => {
  await begin({ minutes: 30, length: '1-hour' });
  const { _id: orderId, preparationTime } = await order();
  const at = new Date('2026-11-20T08:05:00Z');
  server.clock.set(at.toISOString());
  const body = { orderId, status: 'Confirmed' } as const;
  const { order: accepted } = await server.call('POST /order/update-order-status', { body }, staff);
  const wait = Date.parse(accepted.promisedAt!) - at.getTime();
  expect(Math.round(wait / MINUTE)).toBe(preparationTime);
});

test('the kitchen begins earlier with slots that it begins while it is busy', async () => {
  const { preparationTime: usual } = await quote();
  await begin({ minutes: 30, length: '1-hour' });
  const { outlets } = await catalogue();
  expect(outlets[0]!.orderingSchedule.sameDate).toBe(true);
  // 12:15 would have been met without the rush.
  expect(await refusalOf(order('2026-11-20T08:15:00.000Z'))).toMatchObject({ code: 'order.slot_gone' });
  const first = await order('2026-11-20T09:00:00.000Z');
  expect(first).toMatchObject({ preparationTime: usual + 30 });
  expect(Date.parse(first.firesAt!)).toBe(Date.parse('2026-11-20T09:00:00Z') - (usual + 30) * MINUTE);
  const after = await order('2026-11-20T12:00:00.000Z');
  expect(after).toMatchObject({ preparationTime: usual });
  expect(Date.parse(after.firesAt!)).toBe(Date.parse('2026-11-20T12:00:00Z') - usual * MINUTE);
});

test.each<[Busy['length'], string]>([
  ['30-minutes', '2026-11-20T08:30:00.000Z'],
  ['1-hour', '2026-11-20T09:00:00.000Z'],
  ['2-hours', '2026-11-20T10:00:00.000Z'],
  ['end-of-day', '2026-11-20T20:00:00.000Z'],
])('%s is until %s', async (length, until) => {
  expect(busyOf(await begin({ minutes: 10, length }))['pickup']).toEqual({ minutes: 10, until });
});

test('one mode is busy alone, a later choice replaces it, and it is ended in all modes at once', async () => {
  await begin({ mode: 'delivery', minutes: 10, length: '1-hour' });
  expect(busyOf(await begin({ mode: 'delivery', minutes: 30, length: '30-minutes' }))).toEqual({
    delivery: { minutes: 30, until: '2026-11-20T08:30:00.000Z' },
    pickup: null,
    'dine-in': null,
  });
  const params = { id: ours.outletId };
  const ended = await server.call('POST /outlet/end-busy/:id', { params, body: {} }, staff);
  expect(busyOf(ended.outlet)).toEqual({ delivery: null, pickup: null, 'dine-in': null });
  await server.call('POST /outlet/end-busy/:id', { params, body: {} }, staff);
  const { entries } = await server.call('GET /audit/entries', { query: {} }, owner);
  const logged = entries.filter(({ action }) => action.startsWith('outlet.'));
  expect(logged.map(({ action, details }) => [action, details])).toEqual([
    ['outlet.not_busy', { mode: '' }],
    ['outlet.busy', { mode: 'delivery', more: 30, until: '30-minutes' }],
    ['outlet.busy', { mode: 'delivery', more: 10, until: '1-hour' }],
  ]);
});

test('it reaches every open screen, and nobody of another restaurant begins it', async () => {
  const last = () =>
    server.call('GET /order/get-all-orders', { query: { scope: 'live' } }, staff).then(({ lastEvent }) => lastEvent);
  const before = await last();
  await begin({ minutes: 10, length: '30-minutes' });
  expect(await last()).toBe(before + 1);
  const other = await makeRestaurant(server.db);
  const { token } = await makeOwner(server.db, other.id);
  expect(await refusalOf(begin({ minutes: 10, length: '30-minutes' }, token))).toMatchObject({
    code: 'request.not_found',
  });
});
