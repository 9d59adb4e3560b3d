import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#contract/ordering/orders.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { makeDriver, type TestDriver } from '#server/test/data/drivers.ts';
import { deliveryOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Evening {
  made: TestRestaurant;
  owner: string;
  guest: string;
  bilal: TestDriver;
}

async function evening(currency: string): Promise<Evening> {
  // Prices of the menu are in minor units: 5.50 dirhams are 0.550 dinars and 550 yen.
  const made = await makeRestaurant(app.db, { currency, minimum: 0, deliveryFee: 0, taxRateBasisPoints: 0 });
  const [owner, guest, bilal] = await Promise.all([
    makeOwner(app.db, made.id),
    makeCustomer(app.db, made.id),
    makeDriver(app.db, made.id),
  ]);
  return { made, owner: owner.token, guest: guest.token, bilal };
}

async function ready({ made, owner, guest }: Evening, total: number, payment: 'cash' | 'card' = 'cash') {
  const body = deliveryOrder(made, [{ itemId: made.items.water, quantity: 1 }], total, {
    paymentMethod: `${payment} on delivery`,
  });
  const { order } = await app.call('POST /order/create-order', { body }, guest);
  for (const status of ['Confirmed', 'Ready'] as const) await move(order, status, owner);
  return order;
}

const move = (order: Pick<Order, '_id'>, status: Order['status'], token: string) =>
  app.call('POST /order/update-order-status', { body: { orderId: order._id, status } }, token);
const take = (order: Order, { token }: TestDriver) =>
  app.call('POST /delivery/take-order', { body: { orderId: order._id } }, token);
const handOver = (order: Order, { token }: TestDriver) =>
  app.call('POST /delivery/hand-over', { form: { orderId: order._id, name: 'Mona' } }, token);
const begin = (float: number, { token }: TestDriver) =>
  app.call('POST /delivery/open-shift', { body: { float } }, token);
const end = (counted: number, { token }: TestDriver) =>
  app.call('POST /delivery/close-shift', { body: { counted } }, token);
const list = async ({ owner }: Evening) => (await app.call('GET /delivery/get-shifts', {}, owner)).shifts;
const expected = async ({ bilal }: Evening) =>
  (await app.call('GET /delivery/get-run', {}, bilal.token)).run.shift?.expected;

describe.each([
  { currency: 'AED', water: 5.5, float: 20.25, sum: 31.25, counted: 31.2, difference: -0.05 },
  { currency: 'KWD', water: 0.55, float: 2.005, sum: 3.105, counted: 3.11, difference: 0.005 },
  { currency: 'JPY', water: 550, float: 2000, sum: 3100, counted: 3100, difference: 0 },
])('in $currency', ({ currency, water, float, sum, counted, difference }) => {
  test('a shift expects its change and the cash of what arrived, to the minor unit', async () => {
    const place = await evening(currency);
    const { bilal, owner } = place;
    await begin(float, bilal);
    const [first, second, card, failed] = [
      await ready(place, water),
      await ready(place, water),
      await ready(place, water, 'card'),
      await ready(place, water),
    ];
    for (const order of [first, second, card, failed]) await take(order, bilal);
    expect(await expected(place)).toBe(float);
    await handOver(first, bilal);
    await handOver(card, bilal);
    // The staff completes an order that the driver has: the cash is with the driver all the same.
    await move(second, 'Completed', owner);
    expect(await expected(place)).toBe(sum);
    const refused = await refusalOf(end(counted, bilal));
    expect(refused).toMatchObject({ status: 409, code: 'delivery.still_out' });
    await app.call('POST /delivery/fail-order', { body: { orderId: failed._id, reason: 'refused' } }, bilal.token);
    app.clock.advance(20_000);
    const { shift, run } = await end(counted, bilal);
    expect(run.shift).toBeNull();
    expect(shift).toMatchObject({ orders: 2, float, expected: sum, counted, difference, currency });
    expect((await end(counted, bilal)).shift).toBeNull();
    expect(await list(place)).toEqual([shift]);
  });
});

test('an order that staff have completed is neither given back nor failed, so that its cash is counted', async () => {
  const place = await evening('AED');
  const { bilal, owner } = place;
  const order = await ready(place, 5.5);
  await take(order, bilal);
  await move(order, 'Completed', owner);
  const body = { orderId: order._id };
  await app.call('POST /delivery/give-back-order', { body }, bilal.token);
  const failing = app.call('POST /delivery/fail-order', { body: { ...body, reason: 'refused' } }, bilal.token);
  expect(await refusalOf(failing)).toMatchObject({ code: 'delivery.not_yours' });
  expect(await expected(place)).toBe(5.5);
  app.clock.advance(20_000);
  const { shift } = await end(5.5, bilal);
  expect(shift).toMatchObject({ orders: 1, expected: 5.5, difference: 0 });
});

test('the outlets of a driver are not narrowed during a shift, whose cash is theirs', async () => {
  const place = await evening('AED');
  const { bilal, made, owner } = place;
  await begin(10, bilal);
  const narrow = () =>
    app.call(
      'POST /delivery/update-driver/:id',
      { params: { id: bilal.driverId }, body: { outletIds: [made.outletId] } },
      owner,
    );
  expect(await refusalOf(narrow())).toMatchObject({ status: 409, code: 'delivery.driver_is_out' });
  await end(10, bilal);
  await narrow();
});

test('an order that is undone, or handed over by another in the end, counts once and for the last driver', async () => {
  const place = await evening('AED');
  const { bilal, made, owner } = place;
  const hana = await makeDriver(app.db, made.id, { name: 'Hana' });
  const order = await ready(place, 5.5);
  await take(order, bilal);
  await handOver(order, bilal);
  expect(await expected(place)).toBe(5.5);
  await move(order, 'Ready', owner);
  expect(await expected(place)).toBe(0);
  await take(order, hana);
  await handOver(order, hana);
  expect((await list(place)).map(({ driverName, expected: sum }) => [driverName, sum])).toEqual([
    ['Hana', 5.5],
    ['Bilal', 0],
  ]);
});

test('a shift goes on while the cancellation of an order that the driver has may be undone', async () => {
  const place = await evening('AED');
  const { bilal, owner } = place;
  const cancel = (order: Order) => {
    const body = { orderId: order._id, status: 'Cancelled', reason: 'too_busy' } as const;
    return app.call('POST /order/update-order-status', { body }, owner);
  };
  const [undone, gone] = [await ready(place, 5.5), await ready(place, 5.5)];
  for (const order of [undone, gone]) {
    await take(order, bilal);
    await cancel(order);
  }
  expect(await refusalOf(end(0, bilal))).toMatchObject({ status: 409, code: 'delivery.still_out' });
  const [shift] = await list(place);
  const settling = { params: { id: shift!._id }, body: { counted: 0 } };
  const settled = app.call('POST /delivery/settle-shift/:id', settling, owner);
  expect(await refusalOf(settled)).toMatchObject({ status: 409, code: 'delivery.still_out' });
  await move(undone, 'Ready', owner);
  await handOver(undone, bilal);
  app.clock.advance(20_000);
  expect((await end(5.5, bilal)).shift).toMatchObject({ orders: 1, expected: 5.5, difference: 0 });
});

test('a shift goes on while an order whose cash is in it may be undone, so that its cash is expected of one driver', async () => {
  const place = await evening('AED');
  const { bilal, made, owner } = place;
  const hana = await makeDriver(app.db, made.id, { name: 'Hana' });
  const [order, card] = [await ready(place, 5.5), await ready(place, 5.5, 'card')];
  for (const one of [order, card]) {
    await take(one, bilal);
    await handOver(one, bilal);
  }
  const [shift] = await list(place);
  const settling = { params: { id: shift!._id }, body: { counted: 5.5 } };
  const refused = { status: 409, code: 'delivery.still_out' };
  expect(await refusalOf(end(5.5, bilal))).toMatchObject(refused);
  expect(await refusalOf(app.call('POST /delivery/settle-shift/:id', settling, owner))).toMatchObject(refused);
  await move(order, 'Ready', owner);
  await take(order, hana);
  await handOver(order, hana);
  // Money that was paid by card is in no sum.
  expect((await end(0, bilal)).shift).toMatchObject({ orders: 0, expected: 0 });
  expect(await refusalOf(end(5.5, hana))).toMatchObject(refused);
  app.clock.advance(20_000);
  expect((await end(5.5, hana)).shift).toMatchObject({ orders: 1, expected: 5.5, difference: 0 });
});

test('taking begins a shift, once, and beginning one again changes nothing', async () => {
  const place = await evening('AED');
  const orders = [await ready(place, 5.5), await ready(place, 5.5)];
  await Promise.all(orders.map((order) => take(order, place.bilal)));
  await Promise.all([begin(50, place.bilal), begin(60, place.bilal)]);
  expect(await list(place)).toMatchObject([{ float: 0, orders: 0, closedAt: null }]);
});

test('a shift that ends while its driver takes an order either ends without it or goes on with it', async () => {
  const place = await evening('AED');
  const { bilal, made, owner } = place;
  for (let round = 0; round < 12; round += 1) {
    const order = await ready(place, 5.5);
    await begin(10, bilal);
    const [shift] = await list(place);
    const settle = () =>
      app.call('POST /delivery/settle-shift/:id', { params: { id: shift!._id }, body: { counted: 10 } }, owner);
    const ends = round % 2 === 0 ? () => end(10, bilal) : settle;
    const [taken, ended] = await Promise.allSettled([take(order, bilal), ends()]);
    expect(taken.status).toBe('fulfilled');
    if (ended.status === 'rejected') expect(ended.reason).toMatchObject({ answer: { code: 'delivery.still_out' } });
    const { rows } = await platformTransaction(app.db, 'seed', (tx) =>
      sql<{ closed: boolean | null }>`
        select shift.closed_at is not null as closed from deliveries as delivery
        left join driver_shifts as shift on shift.restaurant_id = delivery.restaurant_id and shift.id = delivery.shift_id
        where delivery.restaurant_id = ${made.id} and delivery.order_id = ${order._id}`.execute(tx),
    );
    // The order is in an open shift: the one that went on, or one that began with it.
    expect(rows).toEqual([{ closed: false }]);
    await app.call('POST /delivery/give-back-order', { body: { orderId: order._id } }, bilal.token);
    await end(10, bilal);
  }
});

test('the owner corrects what was counted, which is in the audit log; nobody else may', async () => {
  const place = await evening('AED');
  await begin(20, place.bilal);
  const { shift } = await end(20, place.bilal);
  const params = { id: shift!._id };
  const settle = (counted: number, token = place.owner) =>
    app.call('POST /delivery/settle-shift/:id', { params, body: { counted } }, token);
  expect((await settle(19.5)).shift).toMatchObject({ expected: 20, counted: 19.5, difference: -0.5 });
  const { entries } = await app.call('GET /audit/entries', { query: {} }, place.owner);
  expect(entries[0]).toMatchObject({ action: 'driver.shift_settled', subject: 'Bilal' });
  expect(await refusalOf(settle(19.505))).toMatchObject({ status: 400, fields: { counted: {} } });
  const staff = await makeOwner(app.db, place.made.id, 'staff');
  expect(await refusalOf(settle(20, staff.token))).toMatchObject({ status: 403 });
  const other = await evening('AED');
  expect(await refusalOf(settle(20, other.owner))).toMatchObject({ status: 404 });
});

test('shifts beyond the newest 200 are read from the last one on', async () => {
  const place = await evening('AED');
  const { made, owner, bilal } = place;
  await platformTransaction(app.db, 'seed', (tx) =>
    sql`
      insert into driver_shifts (restaurant_id, id, driver_id, driver_name, currency, float_minor, opened_at, closed_at,
        expected_minor, counted_minor)
      select ${made.id}, gen_random_uuid(), ${bilal.driverId}, 'Bilal', 'AED', n, '2026-03-01'::timestamptz + (n / 2) * interval '1 hour',
        '2026-06-01', n, n
      from generate_series(1, 203) n`.execute(tx),
  );
  const floats = async (before?: string) => {
    const query = before === undefined ? {} : { before: before as never };
    return (await app.call('GET /delivery/get-shifts', { query }, owner)).shifts.map(({ _id, float }) => ({
      _id,
      float,
    }));
  };
  const newest = await floats();
  const older = await floats(newest.at(-1)!._id);
  expect([newest.length, older.length]).toEqual([200, 3]);
  const all = [...newest, ...older].map(({ float }) => Math.round(float * 100));
  expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 203 }, (_, index) => index + 1));
  expect(await floats(older.at(-1)!._id)).toEqual([]);
  const other = await evening('AED');
  expect(await floats((await begin(1, other.bilal)).run.shift!._id)).toEqual([]);
});
