/** A kitchen whose screen heard no event still learns from the list of live orders what it has to stop cooking. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#contract/base/limits.ts';
import { MINUTE } from '#contract/base/time.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('staff are listed an order for ten minutes after it was cancelled, and guests are not', async () => {
  const made = await makeRestaurant(app.db);
  const [guest, owner] = await Promise.all([makeCustomer(app.db, made.id), makeOwner(app.db, made.id)]);
  const place = async () => {
    const body = pickupOrder(made, [{ itemId: made.items.water, quantity: 1 }], 5.78);
    return (await app.call('POST /order/create-order', { body: { order: body } }, guest.token)).order;
  };
  const move = ({ _id: orderId }: Order, status: OrderStatus) =>
    app.call('POST /order/update-order-status', { body: { orderId, status, reason: 'too_busy' } }, owner.token);
  const listed = async (token: string, scope: 'live' | 'recent' = 'live') => {
    const { order } = await app.call('GET /order/get-all-orders', { query: { scope } }, token);
    return order.map(({ orderNumber, status }) => `${orderNumber} ${status}`);
  };

  const [first, second, third] = [await place(), await place(), await place()];
  for (const order of [first, second]) await move(order, 'Confirmed');
  await move(first, 'Cancelled');
  for (const status of ['Ready', 'Completed'] as const) await move(second, status);
  await move(third, 'Confirmed');
  expect(await listed(owner.token)).toEqual(['3 Confirmed', '1 Cancelled']);
  expect(await listed(guest.token)).toEqual(['3 Confirmed']);
  expect(await listed(owner.token, 'recent')).toEqual(['3 Confirmed', '2 Completed', '1 Cancelled']);

  const { statusChangedAt } = (await move(third, 'Cancelled')).order;
  app.clock.set(new Date(Date.parse(statusChangedAt) + (limits.stoppedShownMinutes - 1) * MINUTE));
  expect(await listed(owner.token)).toContain('3 Cancelled');
  app.clock.set(new Date(Date.parse(statusChangedAt) + limits.stoppedShownMinutes * MINUTE));
  expect(await listed(owner.token)).toEqual([]);
});
