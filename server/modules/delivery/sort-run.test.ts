import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { makeDriver, type TestDriver } from '#server/test/data/drivers.ts';
import { deliveryOrder, largeBurger, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { sortStops } from './sort-run.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let made: TestRestaurant;
let bilal: TestDriver;
let take: (latitude: number) => Promise<Order>;
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  const [guest, sara, driver] = await Promise.all([
    makeCustomer(app.db, made.id),
    makeOwner(app.db, made.id),
    makeDriver(app.db, made.id),
  ]);
  bilal = driver;
  take = async (latitude) => {
    const position = { latitude, longitude: 55.27 };
    const body = deliveryOrder(made, [largeBurger(made, 2)], 50.94, { position });
    const { order } = await app.call('POST /order/create-order', { body }, guest.token);
    for (const status of ['Confirmed', 'Ready'] as const)
      await app.call('POST /order/update-order-status', { body: { orderId: order._id, status } }, sara.token);
    await app.call('POST /delivery/take-order', { body: { orderId: order._id } }, bilal.token);
    return order;
  };
});

const run = async (token = bilal.token) => (await app.call('GET /delivery/get-run', {}, token)).run;
const stops = async (token = bilal.token) => (await run(token)).taken.map(({ _id }) => _id);
const sort = (orderIds: OrderId[] | null, token = bilal.token) =>
  app.call('POST /delivery/sort-run', { body: { orderIds } }, token);

test('stops stay as the driver has sorted them, a new one comes last, and distance sorts them again', async () => {
  const [one, two, three] = [await take(25.21), await take(25.22), await take(25.23)];
  const byDistance = await stops();
  expect((await run()).isSorted).toBe(false);
  await sort([three._id, one._id, two._id]);
  expect(await stops()).toEqual([three._id, one._id, two._id]);
  expect((await run()).isSorted).toBe(true);
  const four = await take(25.215);
  expect(await stops()).toEqual([three._id, one._id, two._id, four._id]);
  await app.call('POST /delivery/give-back-order', { body: { orderId: one._id } }, bilal.token);
  expect(await stops()).toEqual([three._id, two._id, four._id]);
  await app.call('POST /delivery/take-order', { body: { orderId: one._id } }, bilal.token);
  // Taken again, it is a new stop.
  expect((await stops()).slice(0, 2)).toEqual([three._id, two._id]);
  await sort(null);
  expect((await stops()).filter((id) => id !== four._id)).toEqual(byDistance);
  expect((await run()).isSorted).toBe(false);
});

test('only orders that the driver has or had are sorted, and twice is once', async () => {
  const [one, two] = [await take(25.21), await take(25.22)];
  const hana = await makeDriver(app.db, made.id, { name: 'Hana' });
  expect(await refusalOf(sort([two._id, one._id], hana.token))).toMatchObject({ code: 'order.not_found' });
  expect((await run()).isSorted).toBe(false);
  await sort([two._id, two._id, one._id]);
  await sort([two._id, two._id, one._id]);
  expect(await stops()).toEqual([two._id, one._id]);
  const giveBack = (orderId: OrderId) => app.call('POST /delivery/give-back-order', { body: { orderId } }, bilal.token);
  await giveBack(two._id);
  // Sent late, from a phone that was without a connection.
  await sort([two._id, one._id]);
  expect(await stops()).toEqual([one._id]);
});

test('sorted stops come first in their order, and no stop is lost', () => {
  const stop = fc.record({
    order: fc.record({
      address: fc.option(
        fc.record({
          position: fc.record({ latitude: fc.double({ min: 25, max: 26, noNaN: true }), longitude: fc.constant(55) }),
        }),
      ),
    }),
    delivery: fc.record({ route_place: fc.option(fc.nat(9)) }),
  });
  fc.assert(
    fc.property(fc.array(stop, { maxLength: 8 }), (given) => {
      const list = given as unknown as Parameters<typeof sortStops>[0];
      const places = sortStops(list, null).map(({ delivery }) => delivery.route_place);
      const sorted = places.filter((place) => place !== null);
      expect(places.slice(0, sorted.length)).toEqual(sorted.toSorted((one, other) => one - other));
      expect(new Set(sortStops(list, null))).toEqual(new Set(list));
    }),
  );
});
