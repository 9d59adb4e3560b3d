/** The audit log's entries about outlets: what closes or opens one, and what changes the prices and payments of its orders (R85). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { weekdays } from '#contract/base/time.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makeOwner, makeRestaurant, ownersPassword, type TestRestaurant } from '#server/test/data/restaurant.ts';

let server: TestApp;
let ours: TestRestaurant;
let owner: string;
let manager: string;
let outlet: string;
let params: { id: TestRestaurant['outletId'] };
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-03-18T08:00:00Z');
  ours = await makeRestaurant(server.db);
  ({ token: owner } = await makeOwner(server.db, ours.id));
  ({ token: manager } = await makeOwner(server.db, ours.id, 'manager'));
  outlet = `Marina ${ours.canary}`;
  params = { id: ours.outletId };
});

/** The entries, the oldest first. */
const entries = async () => {
  const log = await server.call('GET /audit/entries', { query: {} }, owner);
  expect(log.isWhole).toBe(true);
  return log.entries.map(({ action, subject, details }) => [action, subject, details]).toReversed();
};

test('showing, hiding and taxing an outlet are there with what was before, and nothing else of it', async () => {
  const change = (form: object) => server.call('PUT /outlet/update-outlet/:id', { params, form }, manager);
  await change({ status: false });
  await change({ status: false, asksPhoneAtTables: true });
  await change({ status: true, taxDetails: { taxRate: 0, taxInclusive: true } });
  await change({ taxDetails: { taxRate: 0, taxInclusive: true }, email: 'marina@example.com' });
  expect(await entries()).toEqual([
    ['outlet.changed', outlet, { status: { before: 'active', after: 'inactive' } }],
    [
      'outlet.changed',
      outlet,
      {
        status: { before: 'inactive', after: 'active' },
        taxRate: { before: 5, after: 0 },
        taxInclusive: { before: 'no', after: 'yes' },
      },
    ],
  ]);
});

test('the opening hours of a mode are there by the days that differ, with those before, and once', async () => {
  const week = (lunch: { start: string; end: string }[], isOpenOnFridays: boolean) =>
    weekdays.map((day) => ({
      day,
      open: day !== 'Friday' || isOpenOnFridays,
      periods: day === 'Monday' ? lunch : open,
    }));
  const open = [{ start: '10:00', end: '22:00' }];
  const save = (openingHours: ReturnType<typeof week>) =>
    server.call('POST /outlet/update-ordering-modes/:id', { params, body: { mode: 'pickup', openingHours } }, manager);
  await save(week(open, true));
  const split = [
    { start: '11:00', end: '15:00' },
    { start: '18:00', end: '01:00' },
  ];
  for (let twice = 0; twice < 2; twice++) await save(week(split, false));
  // Hours that are typed for a closed day are not opening hours.
  await save(week(split, false).map((one) => (one.open ? one : { ...one, periods: [] })));
  const first = { before: '00:00–00:00', after: '10:00–22:00' };
  expect(await entries()).toEqual([
    ['outlet.hours_changed', outlet, { mode: 'pickup', ...Object.fromEntries(weekdays.map((day) => [day, first])) }],
    [
      'outlet.hours_changed',
      outlet,
      {
        mode: 'pickup',
        Monday: { before: '10:00–22:00', after: '11:00–15:00, 18:00–01:00' },
        Friday: { before: '10:00–22:00', after: 'closed' },
      },
    ],
  ]);
});

test('the payments of a mode are there with what was before, and once, also beside hours and a pause', async () => {
  const save = (body: object) =>
    server.call('POST /outlet/update-ordering-modes/:id', { params, body: { mode: 'delivery', ...body } }, manager);
  const paymentMethod = { cashOnDelivery: false, cardOnDelivery: true };
  for (let twice = 0; twice < 2; twice++) await save({ paymentMethod, preparationTime: 20, deliveryTime: 50 });
  await save({ takesOnline: false });
  await save({ takesOnline: true, paymentMethod: { cashOnDelivery: true }, delivery: false });
  await save({ deliveryTime: 60 });
  expect(await entries()).toEqual([
    ['outlet.payment_changed', outlet, { mode: 'delivery', cash: { before: 'yes', after: 'no' } }],
    ['outlet.payment_changed', outlet, { mode: 'delivery', online: { before: 'yes', after: 'no' } }],
    ['outlet.paused', outlet, { mode: 'delivery', until: '' }],
    [
      'outlet.payment_changed',
      outlet,
      { mode: 'delivery', cash: { before: 'no', after: 'yes' }, online: { before: 'no', after: 'yes' } },
    ],
  ]);
});

test('a refused change of hours and payments is not there', async () => {
  const body = {
    mode: 'delivery' as const,
    paymentMethod: { cashOnDelivery: false },
    preparationTime: 50,
    deliveryTime: 20,
  };
  const refused = server.call('POST /outlet/update-ordering-modes/:id', { params, body }, manager);
  await expect(refused).rejects.toMatchObject({ answer: { code: 'outlet.delivery_time_too_short' } });
  expect(await entries()).toEqual([]);
});

test('deleting and bringing back an outlet are there once', async () => {
  const body = { password: ownersPassword };
  await server.call('DELETE /outlet/delete-outlet/:id', { params, body }, owner);
  for (let twice = 0; twice < 2; twice++) await server.call('POST /outlet/restore-outlet/:id', { params }, owner);
  expect(await entries()).toEqual([
    ['outlet.deleted', outlet, {}],
    ['outlet.restored', outlet, {}],
  ]);
});

test('days on which an outlet closes or has other hours are there, and other reasons for them are not', async () => {
  const closed = { startsOn: '2026-03-19', endsOn: '2026-03-21', open: false, reason: 'Eid Al Fitr' };
  const save = (body: typeof closed & { periods?: { start: string; end: string }[] }, id = params.id as never) =>
    server.call('POST /outlet/update-special-day/:id', { params: { id }, body }, manager);
  const { specialDay } = await save(closed);
  const day = { params: { id: specialDay._id } };
  await save({ ...closed, reason: 'Eid' }, specialDay._id as never);
  const lunch = { open: true, periods: [{ start: '12:00', end: '15:00' }] };
  await save({ ...closed, endsOn: '2026-03-19', ...lunch }, specialDay._id as never);
  await server.call('DELETE /outlet/delete-special-day/:id', day, manager);
  await server.call('POST /outlet/restore-special-day/:id', day, manager);
  const after = { days: '2026-03-19', mode: '', hours: '12:00–15:00', reason: 'Eid Al Fitr' };
  expect(await entries()).toEqual([
    ['special_day.set', outlet, { days: '2026-03-19 – 2026-03-21', mode: '', hours: 'closed', reason: 'Eid Al Fitr' }],
    [
      'special_day.set',
      outlet,
      {
        ...after,
        days: { before: '2026-03-19 – 2026-03-21', after: '2026-03-19' },
        hours: { before: 'closed', after: '12:00–15:00' },
      },
    ],
    ['special_day.removed', outlet, after],
    ['special_day.set', outlet, after],
  ]);
});

test('the prices of a delivery area are there with those before, and a new name is not', async () => {
  const save = (body: object, id: unknown = params.id) =>
    server.call('POST /outlet/update-delivery-area/:id', { params: { id: id as never }, body }, manager);
  const { deliveryArea } = await save({ areaName: 'Creek', minBasketValue: 25.5, deliveryFee: 7.25 });
  const { _id: id } = deliveryArea;
  await save({ areaName: 'Creek side' }, id);
  await save({ deliveryFee: 0, minBasketValue: 0, feeTiers: [{ upTo: 1000, fee: 3 }], freeFrom: 100 }, id);
  await server.call('DELETE /outlet/delete-deliver-area/:id', { params: { id } }, manager);
  await server.call('POST /outlet/restore-delivery-area/:id', { params: { id } }, manager);
  const added = { outlet, minBasketValue: 'AED 25.5', deliveryFee: 'AED 7.25', feeTiers: 'none', freeFrom: 'none' };
  expect(await entries()).toEqual([
    ['area.added', 'Creek', added],
    [
      'area.changed',
      'Creek side',
      {
        outlet,
        minBasketValue: { before: 'AED 25.5', after: 'AED 0' },
        deliveryFee: { before: 'AED 7.25', after: 'AED 0' },
        feeTiers: { before: 'none', after: '1000 m: AED 3' },
        freeFrom: { before: 'none', after: 'AED 100' },
      },
    ],
    ['area.deleted', 'Creek side', { outlet }],
    ['area.restored', 'Creek side', { outlet }],
  ]);
});

test('zones that come from a file are there one by one, and screens are told once', async () => {
  const shape = { kind: 'circle', centre: [55.14, 25.08] as [number, number], radius: 900 } as const;
  const zones = [
    { areaName: `Harbour ${ours.canary}`, deliveryFee: 9, shape },
    { areaName: 'Quays', deliveryFee: 6, shape },
  ];
  await server.call('POST /outlet/import-delivery-areas/:id', { params, body: { zones } }, manager);
  expect((await entries()).map(([action, subject]) => [action, subject])).toEqual([
    ['area.changed', `Harbour ${ours.canary}`],
    ['area.added', 'Quays'],
  ]);
  const { lastEvent } = await server.call('GET /order/get-all-orders', { query: { scope: 'live' } }, owner);
  expect(lastEvent).toBe(1);
});
