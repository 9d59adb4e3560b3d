import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '#contract/ordering/orders.ts';
import { DAY, MINUTE } from '#contract/base/time.ts';
import type { Pin } from '#contract/outlets/zone-fee.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { makeDriver, type TestDriver } from '#server/test/data/drivers.ts';
import { deliveryOrder, largeBurger, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { positionErasureHandler } from './track-driver.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let made: TestRestaurant;
let guest: Awaited<ReturnType<typeof makeCustomer>>;
let sara: Awaited<ReturnType<typeof makeOwner>>;
let bilal: TestDriver;
beforeEach(async () => {
  app.clock.set(new Date());
  app.clock.stop();
  made = await makeRestaurant(app.db);
  [guest, sara, bilal] = await Promise.all([
    makeCustomer(app.db, made.id),
    makeOwner(app.db, made.id),
    makeDriver(app.db, made.id),
  ]);
});

const here = { latitude: 25.2, longitude: 55.27 };
/** About 1.1 km to the north. */
const door = { latitude: 25.21, longitude: 55.27 };

const move = (order: Pick<Order, '_id'>, status: Order['status']) =>
  app.call('POST /order/update-order-status', { body: { orderId: order._id, status } }, sara.token);

async function out(position: Pin | null = door): Promise<Order> {
  const order = await taken(position);
  await leave();
  return order;
}

async function taken(position: Pin | null, status: 'Confirmed' | 'Ready' = 'Ready'): Promise<Order> {
  const body = deliveryOrder(made, [largeBurger(made, 2)], 50.94, { position });
  const { order } = await app.call('POST /order/create-order', { body }, guest.token);
  await move(order, 'Confirmed');
  if (status === 'Ready') await move(order, 'Ready');
  await app.call('POST /delivery/take-order', { body: { orderId: order._id } }, bilal.token);
  return order;
}

const setTimes = ({ _id }: Order, times: { taken_at?: Date; left_at?: Date }) =>
  platformTransaction(app.db, 'seed', (tx) =>
    tx.updateTable('deliveries').set(times).where('order_id', '=', _id).execute(),
  );
const leave = () => app.call('POST /delivery/leave-outlet', {}, bilal.token);
const sort = (...orders: Order[]) =>
  app.call('POST /delivery/sort-run', { body: { orderIds: orders.map(({ _id }) => _id) } }, bilal.token);
const shown = async (order: Order) => (await track(order))?.position?.place;

const report = async (place = here) =>
  (await app.call('POST /delivery/report-position', { body: place }, bilal.token)).isWanted;
const track = async (order: Order, token = guest.token) =>
  (await app.call('GET /delivery/track-order/:id', { params: { id: order._id } }, token)).tracking;
const handOver = (order: Order) =>
  app.call('POST /delivery/hand-over', { form: { orderId: order._id, name: 'Mona' } }, bilal.token);

const places = () =>
  platformTransaction(app.db, 'seed', (tx) =>
    tx.selectFrom('driver_positions').select('latitude').where('restaurant_id', '=', made.id).execute(),
  );

/** The jobs that follow the place of the driver, done as the outbox does them once they are due. */
async function doDueJobs(): Promise<void> {
  const handler = positionErasureHandler({ clock: app.clock.now });
  await platformTransaction(app.db, 'seed', async (tx) => {
    const due = await tx
      .deleteFrom('jobs')
      .where('restaurant_id', '=', made.id)
      .where('queue', '=', 'driver-position')
      .where('due_at', '<=', app.clock.now())
      .returningAll()
      .execute();
    for (const { id, payload } of due) {
      const job = { restaurantId: made.id, id, queue: 'driver-position', payload, key: id, tries: 1 } as const;
      await handler.conclude!(tx, { ...job, expiresAt: new Date() });
    }
  });
}

test('the guest reads the code and the way of an order that is out, and nothing before and after', async () => {
  const order = await out();
  expect(await report()).toBe(true);
  const tracking = await track(order);
  expect(tracking?.code).toMatch(/^\d{4}$/);
  expect(tracking?.position).toEqual({ seconds: 0, metres: 1112, place: here });
  const stranger = await makeCustomer(app.db, made.id);
  expect(await refusalOf(track(order, stranger.token))).toMatchObject({ status: 404, code: 'order.not_found' });
  await handOver(order);
  expect(await track(order)).toBeNull();
});

test('only the guest whose door is next sees where the driver stands, and none near the door of another', async () => {
  const near = await taken(door);
  // About 2.2 km to the north.
  const far = await taken({ latitude: 25.22, longitude: 55.27 });
  await leave();
  await report();
  expect([await shown(near), await shown(far)]).toEqual([here, undefined]);
  expect((await track(far))?.position).toEqual({ seconds: 0, metres: 2224 });
  await sort(far, near);
  expect([await shown(near), await shown(far)]).toEqual([undefined, here]);
  // 111 m and 167 m from the door of the other guest.
  await report({ latitude: 25.211, longitude: 55.27 });
  expect(await shown(far)).toBeUndefined();
  await report({ latitude: 25.2115, longitude: 55.27 });
  expect(await shown(far)).toEqual({ latitude: 25.2115, longitude: 55.27 });
  await sort(near, far);
  await report(door);
  expect(await shown(near)).toEqual(door);
  await handOver(near);
  expect(await shown(far)).toBeUndefined();
  await report({ latitude: 25.2115, longitude: 55.27 });
  expect(await shown(far)).toEqual({ latitude: 25.2115, longitude: 55.27 });
});

test('while a door without a pin may be the next one, no other guest sees the driver', async () => {
  const [unknown, known] = [await taken(null), await taken(door)];
  await leave();
  await report();
  expect([await shown(unknown), await shown(known)]).toEqual([undefined, undefined]);
  await sort(unknown, known);
  expect([await shown(unknown), await shown(known)]).toEqual([here, undefined]);
  await sort(known, unknown);
  expect([await shown(unknown), await shown(known)]).toEqual([undefined, here]);
  // Taken after the driver has sorted the others: nothing says that it comes later.
  await taken(null);
  await leave();
  expect(await shown(known)).toBeUndefined();
});

test('the door of an order counts, also where the driver has not said that they leave with it', async () => {
  // About 2.2 km to the north.
  const far = await out({ latitude: 25.22, longitude: 55.27 });
  await report();
  expect(await shown(far)).toEqual(here);
  const near = await taken(door);
  // Nearer, so it may be the next one.
  expect([await shown(near), await shown(far)]).toEqual([undefined, undefined]);
  await sort(far, near);
  expect(await shown(far)).toEqual(here);
  await report(door);
  expect(await shown(far)).toBeUndefined();
  // 144 m and 156 m from it.
  await report({ latitude: 25.2113, longitude: 55.27 });
  expect(await shown(far)).toBeUndefined();
  const beyond = { latitude: 25.2114, longitude: 55.27 };
  await report(beyond);
  expect(await shown(far)).toEqual(beyond);
  // The driver stands at the door, hands it over, and drives on.
  await report(door);
  await handOver(near);
  expect(await shown(far)).toBeUndefined();
  await report(beyond);
  expect(await shown(far)).toEqual(beyond);
});

test('a door without a pin counts likewise, once its food is ready', async () => {
  const known = await out();
  const unknown = await taken(null, 'Confirmed');
  await report();
  expect(await shown(known)).toEqual(here);
  await move(unknown, 'Ready');
  expect(await shown(known)).toBeUndefined();
  await sort(known, unknown);
  expect(await shown(known)).toEqual(here);
  await sort(unknown, known);
  // Kitchens press Complete when the food has left.
  await move(unknown, 'Completed');
  expect(await shown(known)).toBeUndefined();
  app.clock.advance(15 * MINUTE);
  await report();
  expect(await shown(known)).toEqual(here);
});

test('an order that the driver has had for more than two days hides nobody', async () => {
  const known = await out();
  const old = await taken(null);
  await report();
  expect(await shown(known)).toBeUndefined();
  await setTimes(old, { taken_at: new Date(app.clock.now().getTime() - 2 * DAY + 10_000) });
  expect(await shown(known)).toBeUndefined();
  await setTimes(old, { taken_at: new Date(app.clock.now().getTime() - 2 * DAY) });
  // A door without a pin comes after the others.
  expect(await shown(known)).toEqual(here);
});

test.each(['driver', 'staff'])(
  'nobody sees the driver for a quarter of an hour after the %s has ended a delivery to a door without a pin',
  async (who) => {
    const [unknown, known] = [await taken(null), await taken(door)];
    await leave();
    await sort(unknown, known);
    if (who === 'driver') await handOver(unknown);
    else await move(unknown, 'Completed');
    await report();
    expect(await shown(known)).toBeUndefined();
    app.clock.advance(14 * MINUTE);
    await report();
    expect(await shown(known)).toBeUndefined();
    app.clock.advance(MINUTE);
    await report();
    expect(await shown(known)).toEqual(here);
  },
);

test('a place is shown for 20 seconds, and replaced by the next one', async () => {
  const order = await out();
  await report();
  app.clock.advance(19_000);
  expect((await track(order))?.position?.seconds).toBe(19);
  app.clock.advance(3_000);
  expect((await track(order))?.position).toBeNull();
  await report(door);
  expect((await track(order))?.position).toMatchObject({ metres: 0 });
  expect(await places()).toEqual([{ latitude: door.latitude }]);
});

test('a driver is out for two days after they have left, and not a moment longer', async () => {
  const order = await out();
  expect(await report()).toBe(true);
  const ago = (milliseconds: number) => new Date(app.clock.now().getTime() - milliseconds);
  await setTimes(order, { left_at: ago(2 * DAY - 10_000) });
  expect(await report()).toBe(true);
  await setTimes(order, { left_at: ago(2 * DAY) });
  expect(await report()).toBe(false);
  app.clock.advance(5 * MINUTE);
  await doDueJobs();
  expect(await places()).toEqual([]);
});

test('the way ends with the last of its orders, and one that was never begun has no end', async () => {
  const [first, second] = [await taken(door), await taken(door)];
  await leave();
  await report();
  await handOver(first);
  app.clock.advance(10 * MINUTE);
  expect(await report()).toBe(true);
  // The driver takes another one, and stays at the outlet.
  await taken(door);
  await move(second, 'Completed');
  expect(await report()).toBe(false);
  await doDueJobs();
  app.clock.advance(15 * MINUTE - 10_000);
  await doDueJobs();
  expect(await places()).toHaveLength(1);
  app.clock.advance(10_000);
  await doDueJobs();
  expect(await places()).toEqual([]);
});

test('no place is kept of a driver who is not out', async () => {
  expect(await report()).toBe(false);
  const order = await out();
  await handOver(order);
  expect(await report()).toBe(false);
  expect(await places()).toEqual([]);
});

test.each(['driver', 'staff'])(
  'the place is erased a quarter of an hour after the %s has ended the delivery',
  async (who) => {
    const order = await out();
    await report();
    for (let minutes = 0; minutes < 12; minutes += 3) {
      app.clock.advance(3 * MINUTE);
      await doDueJobs();
    }
    expect(await places()).toHaveLength(1);
    if (who === 'driver') await handOver(order);
    else await move(order, 'Completed');
    for (let minutes = 0; minutes < 14; minutes++) {
      app.clock.advance(MINUTE);
      await doDueJobs();
    }
    expect(await places()).toHaveLength(1);
    app.clock.advance(MINUTE);
    await doDueJobs();
    expect(await places()).toEqual([]);
  },
);
