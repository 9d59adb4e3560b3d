import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import type { OutletId, SpecialDayId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { type Weekday, weekdays } from '#contract/base/time.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import {
  makeCustomer,
  makeOwner,
  makeRestaurant,
  type TestRestaurant,
  ownersPassword,
} from '#server/test/data/restaurant.ts';

let server: TestApp;
let ours: TestRestaurant;
let owner: string;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  // A Wednesday, at noon in Dubai. In the past, because a session unused for months would be over.
  server.clock.set('2026-03-18T08:00:00Z');
  ours = await makeRestaurant(server.db);
  ({ token: owner } = await makeOwner(server.db, ours.id));
});

type Body = CallInput<'POST /outlet/update-special-day/:id'>['body'];
const eid: Body = {
  startsOn: '2026-03-19',
  endsOn: '2026-03-21',
  open: false,
  reason: 'Eid Al Fitr',
  reasonTranslations: { ar: 'عيد الفطر' },
};
const lunch = [{ start: '12:00', end: '15:00' }];
const save = (body: Body, id: OutletId | SpecialDayId = ours.outletId, token = owner) =>
  server.call('POST /outlet/update-special-day/:id', { params: { id }, body }, token);
const remove = (id: SpecialDayId) => server.call('DELETE /outlet/delete-special-day/:id', { params: { id } }, owner);
const restore = (id: SpecialDayId) => server.call('POST /outlet/restore-special-day/:id', { params: { id } }, owner);
const list = async () => {
  const { specialDays } = await server.call(
    'GET /outlet/get-special-days/:id',
    { params: { id: ours.outletId } },
    owner,
  );
  return specialDays.filter(({ _id }) => _id !== ours.specialDayId);
};

describe('a special day', () => {
  test('is added, listed, and sent to the screens', async () => {
    const { specialDay, success, msg } = await save(eid);
    expect([success, msg]).toEqual([true, 'Your record was successfully added']);
    expect(specialDay).toEqual({
      ...eid,
      _id: expect.any(String),
      outletId: ours.outletId,
      mode: null,
      periods: [],
    });
    expect(await list()).toEqual([specialDay]);
    const { outlet } = await server.call('GET /outlet/get-outlet/:id', { params: { id: ours.outletId } }, owner);
    expect(outlet.specialDays).toContainEqual(specialDay);
    const events = await transaction(server.db, ours.id, (tx) => tx.selectFrom('events').selectAll().execute());
    expect(events).toMatchObject([{ type: 'outlet.changed', data: { outletId: ours.outletId } }]);
  });

  test('is one day without a last one; a closed day has no periods', async () => {
    const christmas = { startsOn: '2026-12-25', open: false, reason: 'Christmas' };
    const closed = { startsOn: '2026-12-25', endsOn: '2026-12-25', open: false, periods: [] };
    const { specialDay } = await save({ ...christmas, periods: lunch });
    expect(specialDay).toMatchObject(closed);
    for (const periods of [[], [{ start: '', end: '' }], [...lunch, ...lunch]]) {
      expect((await save({ ...christmas, periods }, specialDay._id)).specialDay).toMatchObject(closed);
    }
  });

  test('is replaced under its own id', async () => {
    const { specialDay } = await save(eid);
    const { specialDay: changed, msg } = await save(
      { mode: 'pickup', startsOn: '2026-03-20', open: true, periods: lunch, reason: 'Short day' },
      specialDay._id,
    );
    expect(msg).toBe('The record is successfully updated');
    expect(changed).toEqual({
      _id: specialDay._id,
      outletId: ours.outletId,
      mode: 'pickup',
      startsOn: '2026-03-20',
      endsOn: '2026-03-20',
      open: true,
      periods: lunch,
      reason: 'Short day',
      reasonTranslations: {},
    });
    expect(await list()).toEqual([changed]);
  });

  test('is deleted and brought back', async () => {
    const { specialDay } = await save(eid);
    expect(await remove(specialDay._id)).toEqual({
      success: true,
      code: 'record.removed',
      msg: 'The record was successfully deleted',
    });
    expect(await list()).toEqual([]);
    await expect(remove(specialDay._id)).rejects.toMatchObject({ status: 404 });
    await expect(save(eid, specialDay._id)).rejects.toMatchObject({ status: 404 });
    for (let time = 0; time < 2; time++) expect((await restore(specialDay._id)).specialDay).toEqual(specialDay);
    expect(await list()).toEqual([specialDay]);
  });

  test('is deleted and brought back with its outlet', async () => {
    const { specialDay } = await save(eid);
    await server.call(
      'DELETE /outlet/delete-outlet/:id',
      { params: { id: ours.outletId }, body: { password: ownersPassword } },
      owner,
    );
    await expect(save(eid, specialDay._id)).rejects.toMatchObject({ status: 404 });
    await expect(remove(specialDay._id)).rejects.toMatchObject({ status: 404 });
    await expect(restore(specialDay._id)).rejects.toMatchObject({ status: 404 });
    await server.call('POST /outlet/restore-outlet/:id', { params: { id: ours.outletId } }, owner);
    expect(await list()).toEqual([specialDay]);
  });
});

describe('a special day is refused', () => {
  test.each<[string, object]>([
    ['startsOn', { startsOn: '2026-02-29' }],
    ['startsOn', { startsOn: '19.03.2027' }],
    ['endsOn', { endsOn: '2026-03-18' }],
    ['endsOn', { startsOn: '2026-03-16', endsOn: '2026-03-17' }],
    ['endsOn', { endsOn: '2029-01-01' }],
    ['reason', { reason: '' }],
    ['reason', { reason: 'x'.repeat(limits.name + 1) }],
    ['mode', { mode: 'drive-in' }],
    ['periods', { open: true }],
    ['periods', { open: true, periods: [] }],
    ['periods.0', { open: true, periods: [{ start: '', end: '' }] }],
    ['periods.0', { open: true, periods: [{ start: '10:00', end: '' }] }],
    ['periods.0', { open: true, periods: [{ start: '10:02', end: '12:00' }] }],
    ['periods.1', { open: true, periods: [...lunch, { start: '14:00', end: '16:00' }] }],
    ['periods', { open: true, periods: Array.from({ length: 4 }, () => lunch[0]) }],
  ])('for its %s: %j', async (field, wrong) => {
    await expect(save({ ...eid, ...wrong })).rejects.toMatchObject({
      status: 400,
      answer: { code: 'request.invalid', fields: { [field]: { code: expect.any(String) } } },
    });
    expect(await list()).toEqual([]);
  });

  test("once it is over on the outlet's own clock", async () => {
    // It is the 18th in Dubai, still the 17th in New York.
    server.clock.set('2026-03-17T21:00:00Z');
    const the17th = { ...eid, startsOn: '2026-03-17', endsOn: '2026-03-17' };
    await expect(save(the17th)).rejects.toMatchObject({ answer: { fields: { endsOn: { code: 'special_day.over' } } } });
    await server.call(
      'PUT /outlet/update-outlet/:id',
      { params: { id: ours.outletId }, form: { timeZone: 'America/New_York' } },
      owner,
    );
    await expect(save(the17th)).resolves.toMatchObject({ success: true });
  });

  test('on dates that another one has for the same mode', async () => {
    const { specialDay } = await save(eid);
    for (const days of [
      { startsOn: '2026-03-21', endsOn: '2026-03-25' },
      { startsOn: '2026-03-20', endsOn: '2026-03-20' },
      { startsOn: '2026-03-01', endsOn: '2026-03-19' },
    ]) {
      await expect(save({ ...eid, ...days, reason: 'Other' })).rejects.toMatchObject({
        status: 400,
        answer: { code: 'special_day.overlaps', msg: 'Eid Al Fitr is on these days already. Change that instead.' },
      });
    }
    await save({ ...eid, startsOn: '2026-03-22', endsOn: '2026-03-22' });
    await save({ ...eid, mode: 'delivery' });
    await expect(save({ ...eid, mode: 'delivery' })).rejects.toMatchObject({ status: 400 });
    // The day does not conflict with itself.
    await expect(save({ ...eid, endsOn: '2026-03-20' }, specialDay._id)).resolves.toMatchObject({ success: true });
    await expect(save({ ...eid, endsOn: '2026-03-22' }, specialDay._id)).rejects.toMatchObject({ status: 400 });
  });

  test('except for one, when several for the same dates come at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => save(eid)));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', ...Array(4).fill('rejected')]);
    expect(await list()).toHaveLength(1);
  });

  test('for restoring, when another one has its dates by now', async () => {
    const { specialDay } = await save(eid);
    await remove(specialDay._id);
    await save({ ...eid, reason: 'Holiday' });
    await expect(restore(specialDay._id)).rejects.toMatchObject({
      status: 409,
      answer: { msg: 'Holiday is on these days by now. Delete it, then restore this one.' },
    });
  });

  test('at the largest number of days, while those long over make room', async () => {
    const on = (days: number) => new Date(Date.UTC(2026, 3, 1 + days)).toISOString().slice(0, 10);
    await transaction(server.db, ours.id, async (tx) => {
      const one = await tx.selectFrom('special_days').selectAll().executeTakeFirstOrThrow();
      const others = Array.from({ length: limits.specialDaysPerOutletMax - 1 }, (_, number) => ({
        ...one,
        id: newId<SpecialDayId>(),
        starts_on: on(number),
        ends_on: on(number),
        periods: '[]',
      }));
      await tx.insertInto('special_days').values(others).execute();
    });
    await expect(save(eid)).rejects.toMatchObject({ status: 409, answer: { code: 'special_day.too_many' } });
    server.clock.set('2026-05-15T08:00:00Z');
    await save({ ...eid, startsOn: '2026-12-01', endsOn: '2026-12-02' });
    // 1 to 13 April are deleted, 31 days after they were over.
    expect((await list()).map(({ startsOn }) => startsOn)[0]).toBe('2026-04-14');
  });

  test('when staff or guests send it, or its outlet is unknown', async () => {
    const { token } = await makeOwner(server.db, ours.id, 'staff');
    await expect(save(eid, ours.outletId, token)).rejects.toMatchObject({ status: 403 });
    await expect(save(eid, ours.outletId, ours.siteToken)).rejects.toMatchObject({ status: 403 });
    await expect(save(eid, newId<OutletId>())).rejects.toMatchObject({ status: 404 });
  });
});

describe('orders', () => {
  const order = async (at: string) => {
    server.clock.set(at);
    const { token } = await makeCustomer(server.db, ours.id);
    const body = pickupOrder(ours, [{ itemId: ours.items.water, quantity: 1 }], 5.78);
    return server.call('POST /order/create-order', { body }, token);
  };
  const hours = (periods: { start: string; end: string }[]) => {
    const openingHours = weekdays.map((day: Weekday) => ({ day, open: true, periods }));
    return server.call(
      'POST /outlet/update-ordering-modes/:id',
      { params: { id: ours.outletId }, body: { mode: 'pickup', openingHours } },
      owner,
    );
  };

  test('are refused on a closed day, with its reason and the next opening, and taken on the next day', async () => {
    await hours([{ start: '10:00', end: '22:00' }]);
    await order('2026-03-18T08:00:00Z');
    await save(eid);
    for (const at of ['2026-03-19T08:00:00Z', '2026-03-21T17:59:00Z']) {
      await expect(order(at)).rejects.toMatchObject({
        status: 409,
        answer: {
          code: 'order.outlet_closed',
          msg: `Marina ${ours.canary} is closed now.`,
          details: { opensAt: '2026-03-22T06:00:00.000Z', reason: 'Eid Al Fitr' },
        },
      });
    }
    expect((await order('2026-03-22T06:00:00Z')).order.orderNumber).toBe(2);
  });

  test('from the evening before are taken until its hours end, past midnight', async () => {
    await hours([{ start: '18:00', end: '02:00' }]);
    await save(eid);
    await expect(order('2026-03-18T21:59:00Z')).resolves.toMatchObject({ order: { status: 'New' } });
    await expect(order('2026-03-18T22:00:00Z')).rejects.toMatchObject({ answer: { code: 'order.outlet_closed' } });
  });

  test('are taken at the hours of the day instead of those of the week, past midnight too', async () => {
    await hours([{ start: '10:00', end: '22:00' }]);
    await save({ ...eid, endsOn: '2026-03-19', open: true, periods: [{ start: '20:00', end: '03:00' }] });
    await expect(order('2026-03-19T10:00:00Z')).rejects.toMatchObject({ answer: { code: 'order.outlet_closed' } });
    await expect(order('2026-03-19T16:00:00Z')).resolves.toMatchObject({ order: { status: 'New' } });
    await expect(order('2026-03-19T22:59:00Z')).resolves.toMatchObject({ order: { status: 'New' } });
    await expect(order('2026-03-19T23:00:00Z')).rejects.toMatchObject({ answer: { code: 'order.outlet_closed' } });
  });

  test('follow the special day of their mode before one of all modes', async () => {
    await save(eid);
    await save({ ...eid, mode: 'pickup', open: true, periods: lunch, reason: 'Pickup at noon' });
    await expect(order('2026-03-19T08:00:00Z')).resolves.toMatchObject({ order: { status: 'New' } });
    await save({ ...eid, mode: 'delivery', open: true, periods: lunch });
    const { specialDay } = await save({ ...eid, startsOn: '2026-03-22', endsOn: '2026-03-22', mode: 'delivery' });
    await expect(order('2026-03-22T08:00:00Z')).resolves.toMatchObject({ order: { status: 'New' } });
    expect(specialDay.mode).toBe('delivery');
  });

  test('follow a change at once, though their facts are remembered', async () => {
    const at = '2026-03-19T08:00:00Z';
    await order(at);
    const { specialDay } = await save(eid);
    await expect(order(at)).rejects.toMatchObject({ answer: { code: 'order.outlet_closed' } });
    await remove(specialDay._id);
    await expect(order(at)).resolves.toMatchObject({ order: { status: 'New' } });
    await restore(specialDay._id);
    await expect(order(at)).rejects.toMatchObject({ answer: { code: 'order.outlet_closed' } });
  });
});

test('the site of the restaurant has the special day at once, without ids', async () => {
  await save(eid);
  const { outlets } = await server.call('GET /site/:slug', { params: { slug: ours.slug } });
  expect(outlets[0]!.specialDays[0]).toEqual({ ...eid, mode: null, periods: [] });
});
