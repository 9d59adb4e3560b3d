import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from './test/servers/app.ts';
import { makeCustomer, makeOwner, makeRestaurant } from './test/data/restaurant.ts';
import { deliveryOrder, largeBurger } from './test/data/orders.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

test('an order goes from the site to the kitchen', async () => {
  const made = await makeRestaurant(server.db);
  const guest = await makeCustomer(server.db, made.id);
  const owner = await makeOwner(server.db, made.id);
  const { siteToken, outlets } = await server.call('GET /site/:slug', { params: { slug: made.slug } });
  expect(outlets).toHaveLength(1);
  const body = deliveryOrder(made, [largeBurger(made, 2)], 0);
  const { quote } = await server.call('POST /order/quote-order', { body }, siteToken);
  const { order } = await server.call(
    'POST /order/create-order',
    { body: { ...body, totalPrice: quote.total }, idempotencyKey: 'once' },
    guest.token,
  );
  const seen = await server.call('GET /order/get-all-orders', { query: {} }, owner.token);
  expect(seen.order.map(({ _id }) => _id)).toEqual([order._id]);
  const moved = await server.call(
    'POST /order/update-order-status',
    { body: { orderId: order._id, status: 'Confirmed' } },
    owner.token,
  );
  expect(moved.order.status).toBe('Confirmed');
});
