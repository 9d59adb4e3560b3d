/** A company that does not hear that an order is ready: when it is told for the last time, and what staff may do meanwhile. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type CourierOrders, makeCourierOrders } from '#server/test/data/courier-orders.ts';
import { startCourierApp } from '#server/test/servers/courier-company.ts';

const { app, company, origin, close } = await startCourierApp();
afterAll(close);

let shop: CourierOrders;
beforeEach(async () => {
  shop = await makeCourierOrders(app, company, origin);
});

const countTold = () =>
  company.calls.filter(({ path }) => path.endsWith(`${shop.lastSent().orderId}/ready-for-pickup`)).length;

test('a company that was away when the order became ready has ten minutes from the first call', async () => {
  const order = await shop.sending('Confirmed');
  company.setFaults({ readFailing: 1, unready: 503 });
  await shop.move(order._id, 'Ready');
  await shop.look();
  await shop.settled(12 * 60_000);
  expect(countTold()).toBe(0);
  company.setFaults({ readFailing: 0 });
  for (let looks = 0; looks < 4; looks++) await shop.look();
  expect(countTold()).toBeGreaterThanOrEqual(1);
  expect(await shop.courierOf(order)).toMatchObject({ state: 'pending', problem: 'not_reached' });
  await shop.settled(8 * 60_000);
  expect(await shop.courierOf(order)).toMatchObject({ problem: 'not_reached' });
  await shop.settled(2 * 60_000);
  expect(await shop.courierOf(order)).toMatchObject({ problem: 'ready_refused' });
});

test('an order that was ready by mistake is told anew, where the company refused the first call too late', async () => {
  const order = await shop.sending('Confirmed');
  app.clock.advance(14_000);
  company.setFaults({ unready: 404, answerDelayMs: 3_000 });
  await shop.move(order._id, 'Ready');
  const looking = shop.settled(3_000);
  await expect.poll(countTold, { timeout: 30_000, interval: 20 }).toBe(1);
  await shop.move(order._id, 'Confirmed');
  await looking;
  company.setFaults({ unready: 0, answerDelayMs: 0 });
  await shop.look();
  expect(await shop.courierOf(order)).toMatchObject({ state: 'pending', problem: null });
  await shop.move(order._id, 'Ready');
  await shop.look();
  expect(shop.lastSent().isReady).toBe(true);
});
