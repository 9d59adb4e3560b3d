/** The first pages of a restaurant with very many guests, who are not all added up for them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { insertPastOrders, type PastOrder } from '#server/test/data/past-orders.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

const guestCount = 12_600;
const orderCount = 9000;

let server: TestApp;
let made: TestRestaurant;
let owner: string;
let guests: { id: CustomerId; phone: string | null }[];
let orders: PastOrder[];

/** Half of the guests order, some of them twice in a row, in turns that follow no order of their ids; a seventh of all have no number. */
beforeAll(async () => {
  server = await startApp();
  made = await makeRestaurant(server.db);
  owner = (await makeOwner(server.db, made.id)).token;
  guests = Array.from({ length: guestCount }, (_, n) => ({
    id: newId<CustomerId>(),
    phone: n % 7 === 3 ? null : `+97150${1_000_000 + n}`,
  }));
  const from = new Date('2026-01-01T06:00:00Z').getTime();
  orders = Array.from({ length: orderCount }, (_, n) => ({
    placedAt: new Date(from + n * 600_000).toISOString(),
    customerId: guests[(Math.floor(n * 0.7) * 1009) % guestCount]!.id,
    total: 100 + (n % 50),
    status: n % 11 === 0 ? 'Cancelled' : 'Completed',
    isTest: n % 13 === 0,
  }));
  await platformTransaction(server.db, 'seed', async (tx) => {
    const at = new Date(from);
    const rows = guests.map(({ id, phone }) => ({
      restaurant_id: made.id,
      id,
      phone,
      name: phone ?? 'At a table',
      email: `${id}@guest.test`,
      created_at: at,
      updated_at: at,
    }));
    for (let start = 0; start < rows.length; start += 3000)
      await tx
        .insertInto('customers')
        .values(rows.slice(start, start + 3000))
        .execute();
  });
  await insertPastOrders(server.db, made, orders);
});
afterAll(() => server.close());

const inDubai = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai', dateStyle: 'short' });

/** All guests as the list has them, added up order by order. */
function addUp() {
  const sums = new Map(guests.map(({ id }) => [id, { orders: 0, spent: 0, lastVisit: '' }]));
  for (const { customerId, placedAt, total, status, isTest } of orders) {
    if (status !== 'Completed' || isTest === true) continue;
    const sum = sums.get(customerId!)!;
    const day = inDubai.format(new Date(placedAt));
    sum.orders += 1;
    sum.spent += total!;
    if (day > sum.lastVisit) sum.lastVisit = day;
  }
  return guests
    .filter(({ phone }) => phone !== null)
    .map(({ id }) => ({ id, ...sums.get(id)! }))
    .sort((a, b) => (a.lastVisit === b.lastVisit ? (a.id < b.id ? -1 : 1) : a.lastVisit < b.lastVisit ? 1 : -1))
    .map(({ id, lastVisit, ...sum }) => [id, sum.orders, sum.spent, lastVisit === '' ? null : lastVisit]);
}

test('every page is that of a list in which all are added up, and says how many there are', async () => {
  const all = addUp();
  expect(all).toHaveLength(10_800);
  // The latest orders fill the first pages, up to those whose last visit was on the first day of the 8,000: the day is not whole.
  const firstDay = inDubai.format(new Date(orders[orderCount - 8000]!.placedAt));
  const onFirstDay = all.findIndex(([, , , lastVisit]) => lastVisit === firstDay);
  const around = Array.from({ length: 20 }, (_, n) => Math.floor(onFirstDay / 10) - 1 + n);
  for (const page of [1, 2, 3, 150, 300, ...around, 600, 700, 900, 1080]) {
    const query = { page, size: 10 } as const;
    const read = await server.call('GET /customer/get-all-customers', { query }, owner);
    const found = read.guests.map(({ _id, orders: count, spend, lastVisit }) => [
      _id,
      count,
      Math.round(spend * 100),
      lastVisit,
    ]);
    expect([page, read.page, read.total]).toEqual([page, page, 10_800]);
    expect(found, `page ${page}`).toEqual(all.slice((page - 1) * 10, page * 10));
  }
});

test('a page past the end is the last one', async () => {
  const query = { page: 5000, size: 25 } as const;
  const { page, guests: last } = await server.call('GET /customer/get-all-customers', { query }, owner);
  expect(page).toBe(432);
  expect(last).toHaveLength(25);
});
