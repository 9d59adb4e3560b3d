import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#contract/base/time.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { arabicDigits } from '#server/test/data/arabic-digits.ts';
import { type TestDriver, makeDriver } from '#server/test/data/drivers.ts';
import { deliveryOrder, largeBurger, pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { removeOldProofs } from './queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let made: TestRestaurant;
let guest: Awaited<ReturnType<typeof makeCustomer>>;
let sara: Awaited<ReturnType<typeof makeOwner>>;
let bilal: TestDriver;
let hana: TestDriver;
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  [guest, sara, bilal, hana] = await Promise.all([
    makeCustomer(app.db, made.id),
    makeOwner(app.db, made.id),
    makeDriver(app.db, made.id),
    makeDriver(app.db, made.id, { name: 'Hana' }),
  ]);
});

/** Two burgers: 43.75, tax 2.19, fee 5.00. */
async function placed(payment: 'cash' | 'card' = 'cash'): Promise<Order> {
  const body = deliveryOrder(made, [largeBurger(made, 2)], 50.94, { paymentMethod: `${payment} on delivery` });
  return (await app.call('POST /order/create-order', { body }, guest.token)).order;
}

async function move(order: Pick<Order, '_id'>, status: Order['status']): Promise<Order> {
  const body = { orderId: order._id, status, reason: status === 'Cancelled' ? 'too_busy' : undefined };
  return (await app.call('POST /order/update-order-status', { body }, sara.token)).order;
}

async function ready(): Promise<Order> {
  const order = await placed();
  await move(order, 'Confirmed');
  return move(order, 'Ready');
}

const read = async ({ _id }: Pick<Order, '_id'>, token = sara.token) =>
  (await app.call('GET /order/get-order-details/:id', { params: { id: _id } }, token)).order;
const run = async (driver = bilal) => (await app.call('GET /delivery/get-run', {}, driver.token)).run;
const of = ({ _id }: Pick<Order, '_id'>) => ({ body: { orderId: _id } });
const take = (order: Order, driver = bilal) => app.call('POST /delivery/take-order', of(order), driver.token);
const leave = (driver = bilal) => app.call('POST /delivery/leave-outlet', {}, driver.token);
const handOver = (order: Order, proof: { code?: string; name?: string } = { name: 'Mona' }, driver = bilal) =>
  app.call('POST /delivery/hand-over', { form: { orderId: order._id, ...proof } }, driver.token);
const fail = (order: Order, driver = bilal) =>
  app.call('POST /delivery/fail-order', { body: { orderId: order._id, reason: 'nobody_there' } }, driver.token);

async function codeOf({ _id }: Order): Promise<string> {
  const { code } = await platformTransaction(app.db, 'seed', (tx) =>
    tx
      .selectFrom('deliveries')
      .select('code')
      .where('order_id', '=', _id)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  return code;
}

describe('an order that waits', () => {
  test('is shown to drivers from its acceptance on, with what is due and without the guest', async () => {
    const order = await placed();
    expect((await run()).waiting).toEqual([]);
    await move(order, 'Confirmed');
    const { waiting, taken } = await run();
    expect(taken).toEqual([]);
    expect(waiting).toMatchObject([{ _id: order._id, status: 'Confirmed', due: 50.94, payment: 'cash' }]);
    const text = JSON.stringify(waiting);
    for (const secret of ['Harbour Road', order.customerName, order.phoneNo]) expect(text).not.toContain(secret);
  });

  test('is neither one that guests collect nor one of an outlet that the driver does not drive for', async () => {
    const body = pickupOrder(made, [largeBurger(made)], 27.04);
    const collected = (await app.call('POST /order/create-order', { body }, guest.token)).order;
    await move(collected, 'Confirmed');
    const order = await ready();
    const other = await makeRestaurant(app.db);
    const elsewhere = await makeDriver(app.db, made.id, { name: 'Omar', outletIds: [other.outletId] });
    expect((await run()).waiting.map(({ _id }) => _id)).toEqual([order._id]);
    expect((await run(elsewhere)).waiting).toEqual([]);
    expect(await refusalOf(take(order, elsewhere))).toMatchObject({ status: 404, code: 'order.not_found' });
    expect(await refusalOf(take(collected))).toMatchObject({ status: 409, code: 'delivery.not_deliverable' });
    const stranger = await makeDriver(app.db, other.id, { name: 'Stranger' });
    expect(await refusalOf(take(order, stranger))).toMatchObject({ status: 404, code: 'order.not_found' });
  });
});

describe('taking', () => {
  test('shows the driver the door, and the kitchen who has it', async () => {
    const order = await ready();
    const { run: mine } = await take(order);
    expect(mine.waiting).toEqual([]);
    expect(mine.taken).toMatchObject([
      {
        _id: order._id,
        customerName: order.customerName,
        phoneNo: order.phoneNo,
        address: { location: '4 Harbour Road', floor: '12', instruction: 'Ring twice' },
        leftAt: null,
        due: 50.94,
      },
    ]);
    expect(JSON.stringify(mine)).not.toContain(await codeOf(order));
    const seen = await read(order);
    expect(seen).toMatchObject({ status: 'Ready', version: order.version + 1 });
    expect(seen.delivery).toMatchObject({ state: 'taken', driverName: 'Bilal', driverId: bilal.driverId });
    expect((await read(order, guest.token)).delivery).toBeUndefined();
  });

  test('the same order twice changes nothing the second time', async () => {
    const order = await ready();
    const first = await take(order);
    expect(await take(order)).toEqual(first);
    expect((await read(order)).version).toBe(order.version + 1);
  });

  test('one order at once by two drivers gives it to one, and tells the other who has it', async () => {
    for (let round = 0; round < 8; round++) {
      const order = await ready();
      const outcomes = await Promise.allSettled([take(order, bilal), take(order, hana), take(order, bilal)]);
      const winners = outcomes.flatMap(({ status }, index) =>
        status === 'fulfilled' ? [['Bilal', 'Hana'][index % 2]!] : [],
      );
      expect(new Set(winners).size).toBe(1);
      const loser = winners[0] === 'Bilal' ? hana : bilal;
      expect(await refusalOf(take(order, loser))).toMatchObject({
        status: 409,
        code: 'delivery.taken',
        details: { name: winners[0] },
      });
      expect((await read(order)).delivery).toMatchObject({ driverName: winners[0] });
      await move(order, 'Completed');
    }
  });

  test('is undone by giving back, after which another can take it', async () => {
    const order = await ready();
    await take(order);
    await app.call('POST /delivery/give-back-order', of(order), hana.token);
    expect((await run()).taken).toHaveLength(1);
    const { run: after } = await app.call('POST /delivery/give-back-order', of(order), bilal.token);
    expect(after.taken).toEqual([]);
    expect((await read(order)).delivery).toBeUndefined();
    await take(order, hana);
    expect((await read(order)).delivery).toMatchObject({ driverName: 'Hana' });
  });
});

describe('leaving', () => {
  test('tells the guest that finished orders are on the way, without names, and leaves the others', async () => {
    const first = await ready();
    const second = await placed();
    await move(second, 'Confirmed');
    await take(first);
    await take(second);
    const { run: out } = await leave();
    expect(out.taken.map(({ _id, leftAt }) => [_id, leftAt !== null])).toEqual([
      [first._id, true],
      [second._id, false],
    ]);
    const seen = await read(first, guest.token);
    expect(seen.delivery).toEqual({
      state: 'out',
      takenAt: expect.any(String),
      leftAt: expect.any(String),
      endedAt: null,
    });
    expect(seen.status).toBe('Ready');
    const before = await read(first);
    await leave();
    expect(await read(first)).toEqual(before);
  });

  test('is refused while the kitchen has finished nothing', async () => {
    const order = await placed();
    await move(order, 'Confirmed');
    await take(order);
    expect(await refusalOf(leave())).toMatchObject({ status: 409, code: 'delivery.not_ready' });
  });
});

describe('handing over', () => {
  test('by the code of the guest completes the order in the name of the driver, once', async () => {
    const order = await ready();
    await take(order);
    await leave();
    const code = await codeOf(order);
    await Promise.all([handOver(order, { code }), handOver(order, { code })]);
    const done = await read(order);
    expect(done.status).toBe('Completed');
    expect(done.history.map(({ to, by }) => [to, by]).slice(-1)).toEqual([['Completed', 'Bilal']]);
    expect(done.history.filter(({ to }) => to === 'Completed')).toHaveLength(1);
    expect(done.delivery).toMatchObject({ state: 'delivered', proof: 'code', proofName: null });
    expect((await run()).taken).toEqual([]);
  });

  test('by the code in Arabic digits is by the code', async () => {
    const order = await ready();
    await take(order);
    await handOver(order, { code: arabicDigits(await codeOf(order)) });
    expect((await read(order)).delivery).toMatchObject({ state: 'delivered', proof: 'code' });
  });

  test('by a wrong code is refused, and after five wrong ones by any code', async () => {
    const order = await ready();
    await take(order);
    const code = await codeOf(order);
    const wrong = String((Number(code) + 1) % 10_000).padStart(4, '0');
    const answers = [];
    for (let tries = 0; tries < 5; tries++) answers.push((await refusalOf(handOver(order, { code: wrong }))).details);
    expect(answers.slice(0, 4)).toEqual([{ left: 4 }, { left: 3 }, { left: 2 }, { left: 1 }]);
    expect(await refusalOf(handOver(order, { code }))).toMatchObject({ code: 'delivery.guest_code_locked' });
    expect((await run()).taken).toMatchObject([{ isCodeOpen: false }]);
    await handOver(order, { name: 'Mona at the desk' });
    expect((await read(order)).delivery).toMatchObject({ proof: 'name', proofName: 'Mona at the desk' });
  });

  test('by a photo keeps a picture of it, made anew by the server', async () => {
    const order = await ready();
    await take(order);
    const files = { photo: makePng() };
    await app.call('POST /delivery/hand-over', { form: { orderId: order._id }, files }, bilal.token);
    const photos = await platformTransaction(app.db, 'seed', (tx) =>
      tx.selectFrom('delivery_photos').selectAll().where('restaurant_id', '=', made.id).execute(),
    );
    expect(photos).toHaveLength(1);
    const { delivery } = await read(order);
    expect(delivery).toMatchObject({ state: 'delivered', proof: 'photo', hasPhoto: true });
    const get = (token: string) =>
      app.app.inject({
        method: 'GET',
        url: `/api/v1/delivery/get-photo/${delivery!._id!}`,
        headers: { authorization: `Bearer ${token}` },
      });
    const photo = await get(sara.token);
    expect([photo.statusCode, photo.headers['content-type']]).toEqual([200, 'image/png']);
    expect(photo.rawPayload).toEqual(photos[0]!.bytes);
    const stranger = await makeOwner(app.db, (await makeRestaurant(app.db)).id);
    expect((await get(stranger.token)).statusCode).toBe(404);
    expect((await get(bilal.token)).statusCode).toBe(403);
    await removeOldProofs(app.db, new Date(photos[0]!.created_at.getTime() + 31 * DAY));
    expect((await read(order)).delivery).toMatchObject({ state: 'delivered', proof: 'photo', hasPhoto: false });
    expect((await get(sara.token)).statusCode).toBe(404);
  });

  test('by a photo again, after it was undone, keeps the last photo alone', async () => {
    const order = await ready();
    for (const driver of [bilal, hana, bilal]) {
      await take(order, driver);
      const input = { form: { orderId: order._id }, files: { photo: makePng() } };
      await app.call('POST /delivery/hand-over', input, driver.token);
      expect((await read(order)).delivery).toMatchObject({ driverName: driver.name, proof: 'photo', hasPhoto: true });
      const photos = await platformTransaction(app.db, 'seed', (tx) =>
        tx.selectFrom('delivery_photos').select('delivery_id').where('restaurant_id', '=', made.id).execute(),
      );
      expect(photos).toEqual([{ delivery_id: (await read(order)).delivery!._id }]);
      await move(order, 'Ready');
    }
  });

  test('needs exactly one proof, a finished order, and to have it', async () => {
    const order = await placed();
    await move(order, 'Confirmed');
    await take(order);
    expect(await refusalOf(handOver(order))).toMatchObject({ code: 'delivery.not_ready' });
    await move(order, 'Ready');
    expect(await refusalOf(handOver(order, {}))).toMatchObject({ status: 400 });
    expect(await refusalOf(handOver(order, { name: 'Mona', code: '1234' }))).toMatchObject({ status: 400 });
    expect(await refusalOf(handOver(order, { name: 'Mona' }, hana))).toMatchObject({ code: 'delivery.not_yours' });
    expect((await read(order)).status).toBe('Ready');
  });

  test('while the order is cancelled ends in one of the two', async () => {
    for (let round = 0; round < 6; round++) {
      const order = await ready();
      await take(order);
      const [, cancelling] = await Promise.allSettled([handOver(order), move(order, 'Cancelled')]);
      const { status, delivery } = await read(order);
      expect(status).toBe(cancelling.status === 'fulfilled' ? 'Cancelled' : 'Completed');
      expect(delivery?.state).toBe(status === 'Completed' ? 'delivered' : 'taken');
      if (status === 'Cancelled') await app.call('POST /delivery/give-back-order', of(order), bilal.token);
    }
  });
});

describe('a failed delivery', () => {
  test('returns the order to those that wait, and the kitchen reads why', async () => {
    const order = await ready();
    await take(order);
    await leave();
    await fail(order);
    await fail(order);
    const seen = await read(order);
    expect(seen.status).toBe('Ready');
    expect(seen.delivery).toMatchObject({ state: 'failed', driverName: 'Bilal', reason: 'nobody_there' });
    expect((await read(order, guest.token)).delivery).toBeUndefined();
    expect((await run(hana)).waiting).toMatchObject([{ _id: order._id, failedReason: 'nobody_there' }]);
    await take(order, hana);
    expect(await refusalOf(handOver(order))).toMatchObject({ code: 'delivery.not_yours' });
    await handOver(order, { name: 'Mona' }, hana);
    expect((await read(order)).status).toBe('Completed');
  });
});

test('a cancelled order stays with its driver without the guest, until it is given back', async () => {
  const order = await ready();
  await take(order);
  await move(order, 'Cancelled');
  const { taken } = await run();
  expect(taken).toMatchObject([{ _id: order._id, status: 'Cancelled', address: null, phoneNo: '', customerName: '' }]);
  await app.call('POST /delivery/give-back-order', of(order), bilal.token);
  expect((await run()).taken).toEqual([]);
});

test('staff give an order to a driver, to another one, and take it back', async () => {
  const order = await ready();
  const assign = async (driverId: TestDriver['driverId'] | null) =>
    (await app.call('POST /delivery/assign-order', { body: { orderId: order._id, driverId } }, sara.token)).order;
  expect((await assign(bilal.driverId)).delivery).toMatchObject({ driverName: 'Bilal' });
  expect((await assign(hana.driverId)).delivery).toMatchObject({ driverName: 'Hana' });
  expect((await run()).taken).toEqual([]);
  expect((await run(hana)).taken).toHaveLength(1);
  expect((await assign(null)).delivery).toBeUndefined();
  expect((await run(hana)).taken).toEqual([]);
});
