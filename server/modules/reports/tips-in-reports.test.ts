/** Tips in the figures of a day, in currencies of two, three and no decimals, with numbers that were added up by hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertPastOrders } from '#server/test/data/past-orders.ts';
import { makeCustomer, makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { keepSums } from './keep-sums.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

test.each([
  // 33.33 with 5 % and 5.00 for the way; 10.00 that contain 0.48; tips of 3.33 and 1.00.
  [
    'AED',
    [
      { subtotal: 3333, rateBp: 500, isInclusive: false, tax: 167, fee: 500, tip: 333 },
      { subtotal: 1000, rateBp: 500, isInclusive: true, tax: 48, fee: null, tip: 100 },
    ],
    { net: 42.85, tax: 2.15, deliveryFees: 5, tips: 4.33, total: 54.33 },
  ],
  // 3.333 with 5 %; 1.000 that contains 0.048.
  [
    'KWD',
    [
      { subtotal: 3333, rateBp: 500, isInclusive: false, tax: 167, fee: 250, tip: 333 },
      { subtotal: 1000, rateBp: 500, isInclusive: true, tax: 48, fee: null, tip: 5 },
    ],
    { net: 4.285, tax: 0.215, deliveryFees: 0.25, tips: 0.338, total: 5.088 },
  ],
  // 1015 with 10 %, which is 101.5 and rounded up; 1100 that contain 100.
  [
    'JPY',
    [
      { subtotal: 1015, rateBp: 1000, isInclusive: false, tax: 102, fee: 300, tip: 102 },
      { subtotal: 1100, rateBp: 1000, isInclusive: true, tax: 100, fee: null, tip: 1 },
    ],
    { net: 2015, tax: 202, deliveryFees: 300, tips: 103, total: 2620 },
  ],
])('a day in %s: tips are neither sales nor VAT, and all parts are the total', async (currency, amounts, figures) => {
  const made = await makeRestaurant(server.db, { currency });
  const [owner, guest] = await Promise.all([makeOwner(server.db, made.id), makeCustomer(server.db, made.id)]);
  const orders = amounts.map((some) => ({
    placedAt: '2026-03-10T12:00:00Z',
    customerId: guest.customerId,
    mode: some.fee === null ? ('pickup' as const) : ('delivery' as const),
    amounts: some,
  }));
  await insertPastOrders(server.db, made, orders);
  const query = { from: '2026-03-01', to: '2026-03-31' };
  const report = () => server.call('GET /report/sales', { query }, owner.token);
  expect((await report()).total).toEqual({ orders: 2, discounts: 0, ...figures });
  // The same once the day was summed up.
  await keepSums(server.db, new Date('2026-05-01T00:00:00Z'));
  expect(await report()).toMatchObject({
    total: { orders: 2, ...figures },
    days: [{ day: '2026-03-10', orders: 2, ...figures }],
  });
});
