import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import type { Mode } from '#contract/base/enumerations.ts';
import { weekdays } from '#contract/base/time.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { makeTables, openDineIn, tableOrder } from '#server/test/data/tables.ts';

/** A Friday, half a minute before 12:00 in Dubai; the clock goes on. */
const noon = '2026-11-20T07:59:30Z';
let server: TestApp;
let ours: TestRestaurant;
let owner: string;
let guest: string;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(noon);
  const openingHours = weekdays.map((day) => ({ day, open: true, periods: [{ start: '11:00', end: '15:00' }] }));
  ours = await makeRestaurant(server.db, { openingHours });
  ({ token: owner } = await makeOwner(server.db, ours.id, 'staff'));
  ({ token: guest } = await makeCustomer(server.db, ours.id));
});

type Length = CallInput<'POST /outlet/pause-orders/:id'>['body']['length'];
const pause = async (length: Length, mode: Mode = 'pickup') => {
  const params = { id: ours.outletId };
  return (await server.call('POST /outlet/pause-orders/:id', { params, body: { mode, length } }, owner)).outlet;
};
const outlet = async () =>
  (await server.call('GET /outlet/get-outlet/:id', { params: { id: ours.outletId } }, owner)).outlet;
const order = () =>
  server.call(
    'POST /order/create-order',
    { body: { order: pickupOrder(ours, [{ itemId: ours.items.water, quantity: 1 }], 5.78) } },
    guest,
  );
const ofPickup = ({ modes }: Awaited<ReturnType<typeof outlet>>) => modes.find(({ mode }) => mode === 'pickup');

test('a pause refuses orders at once and ends by itself at its instant', async () => {
  await order();
  expect(await pause('15-minutes')).toMatchObject({ pickup: false, delivery: true, orderingMode: { pickup: false } });
  expect(ofPickup(await outlet())).toMatchObject({ acceptsOrders: true, pausedUntil: '2026-11-20T08:15:00.000Z' });
  expect(await refusalOf(order())).toMatchObject({
    code: 'order.outlet_closed',
    details: { opensAt: '2026-11-20T08:15:00.000Z', reason: null },
  });
  const { outlets } = await server.call('GET /site/:slug', { params: { slug: ours.slug } });
  expect(outlets[0]!.modes.pickup).toMatchObject({ acceptsOrders: true, pausedUntil: '2026-11-20T08:15:00.000Z' });
  server.clock.set('2026-11-20T08:14:55Z');
  expect(await refusalOf(order())).toMatchObject({ code: 'order.outlet_closed' });
  server.clock.set('2026-11-20T08:15:00Z');
  expect((await order()).order.orderNumber).toBe(2);
  expect(await outlet()).toMatchObject({ pickup: true, orderingMode: { pickup: true } });
});

test.each<[Length, string | null, boolean]>([
  ['30-minutes', '2026-11-20T08:30:00.000Z', true],
  ['60-minutes', '2026-11-20T09:00:00.000Z', true],
  ['next-opening', '2026-11-21T07:00:00.000Z', true],
  ['until-resumed', null, false],
])('%s is until %s', async (length, until, acceptsOrders) => {
  expect(await pause(length)).toMatchObject({ pickup: false });
  expect(ofPickup(await outlet())).toMatchObject({ acceptsOrders, pausedUntil: until });
});

test('a pause until the next opening is refused when the hours have none', async () => {
  const openingHours = weekdays.map((day) => ({ day, open: true, periods: [{ start: '00:00', end: '00:00' }] }));
  const params = { id: ours.outletId };
  const { token } = await makeOwner(server.db, ours.id);
  await server.call(
    'POST /outlet/update-ordering-modes/:id',
    { params, body: { mode: 'pickup', openingHours } },
    token,
  );
  expect(await refusalOf(pause('next-opening'))).toMatchObject({ status: 409, code: 'outlet.no_next_opening' });
});

test('switching the mode ends the pause, and saving its other settings does not', async () => {
  const params = { id: ours.outletId };
  const { token } = await makeOwner(server.db, ours.id);
  await pause('60-minutes');
  const terms = { mode: 'pickup', preparationTime: 20, pickup: true } as const;
  await server.call('POST /outlet/update-ordering-modes/:id', { params, body: terms }, token);
  expect(await outlet()).toMatchObject({ pickup: false });
  await server.call('PUT /outlet/update-outlet/:id', { params, form: { pickup: true } }, owner);
  expect(ofPickup(await outlet())).toMatchObject({ acceptsOrders: true, pausedUntil: null });
  await order();
  for (const off of ['PUT /outlet/update-outlet/:id', 'POST /outlet/update-ordering-modes/:id'] as const) {
    await pause('60-minutes');
    await (off === 'PUT /outlet/update-outlet/:id'
      ? server.call(off, { params, form: { pickup: false } }, owner)
      : server.call(off, { params, body: { mode: 'pickup', pickup: false } }, owner));
    server.clock.advance(61 * 60_000);
    expect(ofPickup(await outlet())).toMatchObject({ acceptsOrders: false, pausedUntil: null });
  }
});

test('orders at tables are paused, refused and taken again like all others', async () => {
  const token = await openDineIn(server, ours);
  const [table] = await makeTables(server, { token, outletId: ours.outletId, names: ['12'] });
  const atTable = () =>
    server.call(
      'POST /order/create-order',
      { body: { order: tableOrder(ours, table!.code, [{ itemId: ours.items.water, quantity: 1 }], 5.78) } },
      guest,
    );
  const seen = async () => {
    const { outlets } = await server.call('GET /site/:slug', { params: { slug: ours.slug } });
    return outlets[0]!.modes['dine-in'];
  };
  await atTable();
  expect(await pause('15-minutes', 'dine-in')).toMatchObject({ delivery: true, pickup: true });
  expect(await refusalOf(atTable())).toMatchObject({
    code: 'order.outlet_closed',
    details: { opensAt: '2026-11-20T08:15:00.000Z' },
  });
  expect(await seen()).toMatchObject({ acceptsOrders: true, pausedUntil: '2026-11-20T08:15:00.000Z' });
  await order();

  const params = { id: ours.outletId };
  const on = await server.call('PUT /outlet/update-outlet/:id', { params, form: { dineIn: true } }, owner);
  expect(on.msg).toBe('Your outlet is accepting orders');
  await atTable();
  const off = await server.call('PUT /outlet/update-outlet/:id', { params, form: { dineIn: false } }, owner);
  expect(off).toMatchObject({ msg: 'Your outlet is not accepting orders', outlet: { delivery: true, pickup: true } });
  expect(await refusalOf(atTable())).toMatchObject({ code: 'order.dine_in_not_available' });
  expect(await seen()).toBeUndefined();

  const { entries } = await server.call('GET /audit/entries', { query: {} }, token);
  expect(
    entries.filter(({ action }) => action.startsWith('outlet.')).map(({ action, details }) => [action, details]),
  ).toEqual([
    ['outlet.paused', { mode: 'dine-in', until: '' }],
    ['outlet.resumed', { mode: 'dine-in', until: '' }],
    ['outlet.paused', { mode: 'dine-in', until: '15-minutes' }],
    ['outlet.resumed', { mode: 'dine-in', until: '' }],
  ]);
});

test('a pause reaches every open screen', async () => {
  const last = () =>
    server.call('GET /order/get-all-orders', { query: { scope: 'live' } }, owner).then(({ lastEvent }) => lastEvent);
  const before = await last();
  await pause('15-minutes', 'delivery');
  expect(await last()).toBe(before + 1);
});
