import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FieldProblems } from '#contract/base/field-problems.ts';
import type { CallInput } from '#contract/base/client.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { weekdays } from '#contract/base/time.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { rawCall } from '#server/test/servers/raw-call.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';

let server: TestApp;
let ours: TestRestaurant;
let owner: string;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  ours = await makeRestaurant(server.db);
  ({ token: owner } = await makeOwner(server.db, ours.id));
});

type Body = CallInput<'POST /outlet/update-ordering-modes/:id'>['body'];
const update = (body: Body, token = owner, id = ours.outletId) =>
  server.call('POST /outlet/update-ordering-modes/:id', { params: { id }, body }, token);
const update400 = async (body: unknown) => {
  const { text, status } = await rawCall(
    server.app,
    'POST /outlet/update-ordering-modes/:id',
    { params: { id: ours.outletId }, body },
    owner,
  );
  expect(status).toBe(400);
  return JSON.parse(text) as { code: string; fields: FieldProblems };
};
const countEvents = () =>
  transaction(server.db, ours.id, async (tx) => (await tx.selectFrom('events').select('seq').execute()).length);

type Periods = [start: string, end: string][];
const everyDay = (...periods: Periods) =>
  weekdays.map((day) => ({ day, open: true, periods: periods.map(([start, end]) => ({ start, end })) }));

describe('a call with the mode alone', () => {
  test('reads the mode, and changes nothing', async () => {
    const { outlet } = await server.call('GET /outlet/get-outlet/:id', { params: { id: ours.outletId } }, owner);
    const answer = await update({ mode: 'delivery' });
    expect(answer).toEqual({
      result: { outlet: { ...outlet, mode: 'delivery' } },
      outlet,
      orderingMode: outlet.modes[0],
      success: true,
    });
    expect(await countEvents()).toBe(0);
  });

  test('answers with the times, payments and hours of the mode', async () => {
    const openingHours = everyDay(['09:00', '17:00']);
    await update({
      mode: 'pickup',
      preparationTime: 25,
      paymentMethod: { cashOnDelivery: false, cardOnDelivery: true },
      openingHours,
    });
    const pickup = await update({ mode: 'pickup' });
    expect(pickup.result.outlet).toMatchObject({
      mode: 'pickup',
      preparationTime: 25,
      paymentMethod: { cashOnDelivery: false, cardOnDelivery: true, cash: false, cardMachine: true },
      openingHours,
    });
    expect(pickup.outlet).toMatchObject({ preparationTime: 15, paymentMethod: { cashOnDelivery: true } });
    const dineIn = await update({ mode: 'dine-in' });
    expect(dineIn.result.outlet).toMatchObject({ mode: 'dine-in', preparationTime: 15 });
    expect(dineIn.orderingMode.acceptsOrders).toBe(false);
  });
});

describe('a call with more fields', () => {
  const whole = {
    mode: 'delivery' as const,
    preparationTime: 20,
    deliveryTime: 50,
    makeMinutesPerQuarter: 45,
    paymentMethod: { cardOnDelivery: false, cashOnDelivery: true },
    openingHours: everyDay(['10:00', '14:00'], ['18:00', '02:00']),
    delivery: false,
  };

  test('writes everything of the mode, and nothing of another', async () => {
    const before = await update({ mode: 'pickup' });
    const { result, orderingMode, msg } = await update(whole);
    expect(msg).toBe('Outlet details was updated');
    const { delivery, mode: _, makeMinutesPerQuarter, ...times } = whole;
    expect(result.outlet).toMatchObject({ ...times, delivery });
    const state = { mode: 'delivery', acceptsOrders: false, pausedUntil: null, busy: null, takesOnline: true };
    expect(orderingMode).toEqual({ ...state, makeMinutesPerQuarter, ...times });
    expect((await update({ mode: 'pickup' })).orderingMode).toEqual(before.orderingMode);
    expect(await countEvents()).toBe(1);
  });

  test('writes only the given fields', async () => {
    await update(whole);
    const { orderingMode } = await update({ mode: 'delivery', paymentMethod: { cardOnDelivery: true } });
    expect(orderingMode).toMatchObject({
      acceptsOrders: false,
      preparationTime: 20,
      paymentMethod: { cardOnDelivery: true, cashOnDelivery: true },
    });
  });

  test.each([
    [{ mode: 'delivery', delivery: false }, { delivery: false, pickup: true }, 'Your outlet is not accepting orders'],
    [{ mode: 'pickup', delivery: false }, { delivery: true, pickup: false }, 'Your outlet is not accepting orders'],
    [{ mode: 'pickup', pickup: true }, { delivery: true, pickup: true }, 'Your outlet is accepting orders'],
    [
      { mode: 'pickup', delivery: true, pickup: false },
      { delivery: true, pickup: false },
      'Your outlet is not accepting orders',
    ],
    [{ mode: 'dine-in', delivery: true }, { delivery: true, pickup: true }, 'Your outlet is accepting orders'],
  ] as const)('switches the mode by %j', async (body, accepts, msg) => {
    const answer = await update(body);
    expect([answer.msg, answer.outlet]).toEqual([msg, expect.objectContaining(accepts)]);
    expect(answer.orderingMode.acceptsOrders).toBe('pickup' in body ? body.pickup : body.delivery);
  });

  test('takes effect on the site and for orders at once', async () => {
    await update({ mode: 'pickup', openingHours: everyDay(['', '']) });
    const site = await server.call('GET /site/:slug', { params: { slug: ours.slug } });
    expect(site.outlets[0]!.modes.pickup.openingHours).toEqual(everyDay(['', '']));
    const { quote } = await server.call(
      'POST /order/quote-order',
      {
        body: {
          outletId: ours.outletId,
          deliveryMode: 'pickup',
          items: [{ itemId: ours.items.water, quantity: 1 }],
        },
      },
      ours.siteToken,
    );
    expect(quote.problems.map(({ code }) => code)).toEqual(['order.outlet_closed']);
  });
});

describe('opening hours', () => {
  test('are stored in the order of the week, including those of closed days', async () => {
    const hours = everyDay(['10:00', '14:00']).map((entry) => ({ ...entry, open: entry.day !== 'Friday' }));
    const { orderingMode } = await update({ mode: 'delivery', openingHours: hours.toReversed() });
    expect(orderingMode.openingHours).toEqual(hours);
  });

  test.each<[string, object, unknown]>([
    ['openingHours.1.periods.1', { code: 'hours.overlap' }, withMonday(['10:00', '14:00'], ['13:55', '15:00'])],
    ['openingHours.2.periods.0', { code: 'hours.overlap' }, withMonday(['18:00', '10:05'])],
    ['openingHours.1.periods.0', { code: 'hours.off_grid', details: { minutes: 5 } }, withMonday(['10:01', '14:00'])],
    ['openingHours.1.periods.0', { code: 'hours.period_incomplete' }, withMonday(['10:00', ''])],
    ['openingHours.1.periods.1', { code: 'hours.period_empty' }, withMonday(['10:00', '12:00'], ['', ''])],
    ['openingHours.1.periods.0.end', { code: 'hours.time_malformed' }, withMonday(['10:00', '24:00'])],
    ['openingHours', { code: 'hours.day_missing', details: { day: 'Sunday' } }, withMonday().slice(1)],
    ['openingHours.0.day', { code: 'not_a_choice' }, [{ day: 'Someday', open: true, periods: [] }]],
  ])('with %s wrong (%j) are refused', async (field, problem, openingHours) => {
    const { fields } = await update400({ mode: 'delivery', openingHours });
    expect(fields).toMatchObject({ [field]: problem });
  });

  test('with four periods are refused', async () => {
    const four: Periods = [
      ['01:00', '02:00'],
      ['03:00', '04:00'],
      ['05:00', '06:00'],
      ['07:00', '08:00'],
    ];
    const { fields } = await update400({ mode: 'delivery', openingHours: withMonday(...four) });
    expect(Object.keys(fields)).toContain('openingHours.1.periods');
  });

  /** 10:00 to 12:00 every day except Monday. */
  function withMonday(...periods: Periods) {
    const monday = periods.map(([start, end]) => ({ start, end }));
    return everyDay(['10:00', '12:00']).map((entry) =>
      entry.day === 'Monday' ? { ...entry, periods: monday } : entry,
    );
  }
});

describe('preparation and delivery times', () => {
  test.each([{ preparationTime: 41 }, { deliveryTime: 14 }, { preparationTime: 30, deliveryTime: 25 }])(
    '%j leaves no time to deliver',
    async (times) => {
      const { code, fields } = await update400({ mode: 'delivery', ...times });
      expect([code, Object.keys(fields)]).toEqual(['outlet.delivery_time_too_short', ['deliveryTime']]);
      expect((await update({ mode: 'delivery' })).orderingMode).toMatchObject({
        preparationTime: 15,
        deliveryTime: 40,
      });
    },
  );

  test('modes without delivery ignore the delivery time', async () => {
    expect((await update({ mode: 'pickup', preparationTime: 90 })).orderingMode.preparationTime).toBe(90);
    await expect(update({ mode: 'delivery', preparationTime: 30, deliveryTime: 30 })).resolves.toMatchObject({
      orderingMode: { preparationTime: 30, deliveryTime: 30 },
    });
  });

  test.each([{ preparationTime: -5 }, { preparationTime: 1.5 }, { deliveryTime: 1441 }, { deliveryTime: '40' }])(
    '%j is refused as a time',
    async (times) => {
      expect(Object.keys((await update400({ mode: 'delivery', ...times })).fields)).toEqual(Object.keys(times));
    },
  );
});

test('an unknown mode or outlet is refused, for reading and for writing', async () => {
  expect((await update400({ mode: 'drive-in' })).fields).toHaveProperty('mode');
  for (const body of [{ mode: 'delivery' }, { mode: 'delivery', delivery: true }] as const) {
    await expect(update(body, owner, newId<OutletId>())).rejects.toMatchObject({
      answer: { code: 'request.not_found', msg: 'No record found' },
    });
  }
});

test('staff may read, pause and resume, and nothing else', async () => {
  const { token } = await makeOwner(server.db, ours.id, 'staff');
  await expect(update({ mode: 'delivery' }, token)).resolves.toMatchObject({ success: true });
  expect((await update({ mode: 'delivery', delivery: false }, token)).outlet.delivery).toBe(false);
  await expect(update({ mode: 'delivery', delivery: true, preparationTime: 5 }, token)).rejects.toMatchObject({
    status: 403,
  });
  expect((await update({ mode: 'delivery' })).orderingMode).toMatchObject({
    acceptsOrders: false,
    preparationTime: 15,
  });
});

test('a pause and a parallel change of the mode are both kept', async () => {
  const pause = (delivery: boolean) =>
    server.call('PUT /outlet/update-outlet/:id', { params: { id: ours.outletId }, form: { delivery } }, owner);
  for (let round = 1; round <= 10; round++) {
    const delivery = round % 2 === 0;
    const times = { preparationTime: round, deliveryTime: 30 + round };
    await Promise.all([
      update({ mode: 'delivery', ...times }),
      pause(delivery),
      update({ mode: 'delivery', openingHours: everyDay(['10:00', `2${round % 4}:00`]) }),
    ]);
    expect((await update({ mode: 'delivery' })).orderingMode).toMatchObject({
      acceptsOrders: delivery,
      ...times,
      openingHours: everyDay(['10:00', `2${round % 4}:00`]),
    });
  }
});
