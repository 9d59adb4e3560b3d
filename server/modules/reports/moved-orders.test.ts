/** Real moves of an order appear in the report of the service (OH-07). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { daysAround } from '#server/test/data/days-around.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

test('the moves of an order are those in the report', async () => {
  const own = await makeRestaurant(server.db);
  const owner = await makeOwner(server.db, own.id);
  const guest = await makeCustomer(server.db, own.id);
  const place = async () => {
    const body = pickupOrder(own, [{ itemId: own.items.special, quantity: 1 }], 44.1);
    return (await server.call('POST /order/create-order', { body }, guest.token)).order;
  };
  const move = (orderId: OrderId, status: 'New' | 'Confirmed' | 'Ready' | 'Cancelled', reason?: string) =>
    server.call('POST /order/update-order-status', { body: { orderId, status, reason } }, owner.token);
  const [ready, undone, rejected, brought] = [await place(), await place(), await place(), await place()];
  await move(ready._id, 'Confirmed');
  await move(ready._id, 'Ready');
  await move(undone._id, 'Confirmed');
  await move(undone._id, 'New');
  await move(rejected._id, 'Cancelled', 'Too busy');
  await move(brought._id, 'Confirmed');
  await move(brought._id, 'Ready');
  await move(brought._id, 'Confirmed');
  const query = daysAround(ready.createdAt);
  const { acceptance, readiness, endings } = await server.call('GET /report/service', { query }, owner.token);
  expect({ accepted: acceptance.orders, ready: readiness.orders, endings }).toEqual({
    accepted: 2,
    ready: 1,
    endings: [{ ended: 'rejected', reason: 'Too busy', orders: 1, total: 44.1 }],
  });
  const { total, atWork } = await server.call('GET /report/sales', { query }, owner.token);
  expect({ ...total, atWork }).toEqual({
    orders: 3,
    net: 126,
    tax: 6.3,
    deliveryFees: 0,
    tips: 0,
    discounts: 0,
    total: 132.3,
    atWork: 3,
  });
});
