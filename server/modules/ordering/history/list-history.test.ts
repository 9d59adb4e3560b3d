/**
 * The history finds the same as a plain scan of all orders, by every strategy: with the usual bounds, under which few
 * orders are read one by one, and with bounds so narrow that it counts, looks up and scans in steps as it does for a
 * million.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CustomerId, OrderId, OutletId } from '#contract/base/ids.ts';
import type { HistoryFilters } from '#contract/ordering/order-history.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import { wallTime } from '#contract/base/time.ts';
import type { Database } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { insertPastOrders, type PastOrder } from '#server/test/data/past-orders.ts';
import { makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { type HistoryView, listHistory } from './list-history.ts';
import { type HistoryBounds, defaultBounds } from './search-orders.ts';

/** So narrow that 600 orders of 40 guests are too many for everything except scanning a few days at a time. */
const narrow: HistoryBounds = { fewOrders: 10, mostGuests: 3, mostFound: 30, mostSearched: 1_000 };

const guests = [
  ['Sara Khan', '+971501234567'],
  ['José García', '+34911222333'],
  ['نورة حداد', '+966512345678'],
  ['Ольга Новак', '+79161234567'],
  ['100% Real_Name', '+447911123456'],
] as const;
const statuses: OrderStatus[] = ['Completed', 'Completed', 'Cancelled', 'Completed', 'New', 'Confirmed', 'Ready'];
const platforms = ['OrderManager', 'WhatsApp', 'Google', 'OrderManager', 'Facebook'];

let database: Database;
let made: TestRestaurant;
let tokyo: OutletId;
let orders: (PastOrder & { id: OrderId })[];
beforeAll(async () => {
  database = await freshDatabase();
  made = await makeRestaurant(database.db);
  tokyo = newId<OutletId>();
  const known = await addGuests();
  await addTokyo();
  const list = Array.from({ length: 600 }, (_, n): PastOrder => {
    const [customerId, name, phone] = known[(n * 7) % known.length]!;
    const isTokyo = n % 4 === 0;
    return {
      // One order every seven hours: 175 days, with several pairs at the same instant.
      placedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 2) * 14 * 3_600_000).toISOString(),
      customerId,
      name,
      phone,
      ...(isTokyo ? { outletId: tokyo, outletName: 'Tokyo', timeZone: 'Asia/Tokyo' } : {}),
      number: Math.floor(n / 4) * 3 + (isTokyo ? 0 : n % 4) + 1,
      mode: (['pickup', 'delivery', 'pickup', 'dine-in'] as const)[n % 4],
      ...(n % 4 === 3 ? { table: { name: String((n % 36) + 1), area: n % 3 === 0 ? 'Café Terrace' : null } } : {}),
      payment: n % 3 === 0 ? 'card' : 'cash',
      // Only the newest are live.
      status: n > 580 ? statuses[n % 7] : statuses[n % 4],
      platform: platforms[n % 5],
      total: 1000 + ((n * 137) % 900),
    };
  });
  const ids = await insertPastOrders(database.db, made, list);
  orders = list.map((order, index) => ({ ...order, id: ids[index]! }));
});
afterAll(() => database.close());

/** Five guests with different names, and 35 more of one name. */
function addGuests(): Promise<[CustomerId, string, string][]> {
  const people = [
    ...guests.map(([name, phone]) => [name, phone] as const),
    ...Array.from({ length: 35 }, (_, n) => ['Omar Farouk', `+97155000${1000 + n}`] as const),
  ];
  return platformTransaction(database.db, 'seed', async (tx) => {
    const rows = people.map(([name, phone]) => ({
      restaurant_id: made.id,
      id: newId<CustomerId>(),
      phone,
      name,
      email: 'guest@example.com',
      created_at: new Date(),
      updated_at: new Date(),
    }));
    await tx.insertInto('customers').values(rows).execute();
    return rows.map(({ id, name, phone }) => [id, name, phone]);
  });
}

async function addTokyo(): Promise<void> {
  await platformTransaction(database.db, 'seed', async (tx) => {
    const first = await tx.selectFrom('outlets').selectAll().where('id', '=', made.outletId).executeTakeFirstOrThrow();
    await tx
      .insertInto('outlets')
      .values({ ...first, id: tokyo, name: 'Tokyo', name_key: 'tokyo', time_zone: 'Asia/Tokyo' })
      .execute();
  });
}

const everything: HistoryView = { sort: '-createdAt', page: 1, size: 'all' };
const dayOf = ({ placedAt, timeZone = 'Asia/Dubai' }: PastOrder) => wallTime(new Date(placedAt), timeZone).date;

/** Sorts by the outlet's day, then by the instant, then by the id. */
function newestFirst(one: (typeof orders)[number], other: (typeof orders)[number]): number {
  const key = (order: typeof one) => `${dayOf(order)} ${order.placedAt} ${order.id}`;
  return key(one) < key(other) ? 1 : -1;
}

function expected(fits: (order: (typeof orders)[number]) => boolean): OrderId[] {
  return orders
    .filter(fits)
    .toSorted(newestFirst)
    .map(({ id }) => id);
}

async function found(filters: HistoryFilters, view: HistoryView, bounds: HistoryBounds) {
  const page = await listHistory(database.db, made.id, filters, view, bounds);
  return { ...page, ids: page.orders.map(({ id }) => id) };
}

/** All pages of 25, as a person reads them. */
async function paged(filters: HistoryFilters, bounds: HistoryBounds): Promise<{ ids: OrderId[]; total: number }> {
  const ids: OrderId[] = [];
  for (let page = 1; ; page++) {
    const answer = await found(filters, { sort: '-createdAt', page, size: 25 }, bounds);
    expect(answer.page).toBe(page);
    ids.push(...answer.ids);
    if (answer.isTotalExact && ids.length >= answer.total) return { ids, total: answer.total };
    expect(answer.ids).toHaveLength(25);
  }
}

type Case = [what: string, filters: HistoryFilters, fits: (order: (typeof orders)[number]) => boolean];
const isDelivery = (order: PastOrder) => order.mode === 'delivery';
const cases: Case[] = [
  ['everything', {}, () => true],
  ['a status', { status: 'Completed' }, ({ status }) => status === 'Completed'],
  ['a status by its words on screens', { status: 'in kitchen' }, ({ status }) => status === 'Confirmed'],
  ['a part of several statuses', { status: 'C' }, ({ status }) => /c/i.test(status!)],
  ['no status', { status: 'Eaten' }, () => false],
  ['a type', { type: 'Pickup' }, ({ mode }) => mode === 'pickup'],
  ['a table', { table: '12' }, ({ table }) => table?.name === '12'],
  ['the tables of an area', { table: 'cafe ter' }, ({ table }) => table?.area === 'Café Terrace'],
  [
    'a table and its area together',
    { table: '4 Café' },
    ({ table }) => table?.name.endsWith('4') === true && table?.area !== null,
  ],
  [
    'a table and a month',
    { table: '1', date: '2026-04' },
    (o) => /1/.test(o.table?.name ?? '') && dayOf(o).startsWith('2026-04'),
  ],
  ['a table of delivered orders', { table: '12', type: 'Delivery' }, () => false],
  ['a table of orders at tables', { table: '12', type: 'Dine-in' }, ({ table }) => table?.name === '12'],
  ['a type and a payment', { type: 'Delivery', paymentMethod: 'CARD' }, (o) => isDelivery(o) && o.payment === 'card'],
  ['a payment method', { paymentMethod: 'Cash on Pickup' }, (o) => o.mode === 'pickup' && o.payment === 'cash'],
  ['a payment at the table', { paymentMethod: 'cash at table' }, (o) => o.mode === 'dine-in' && o.payment === 'cash'],
  ['no order for a payment of another type', { type: 'Pickup', paymentMethod: 'Cash on Delivery' }, () => false],
  ['a channel', { channel: 'Google' }, ({ platform }) => platform === 'Google'],
  ['a channel in its two spellings', { channel: 'WhattsApp' }, ({ platform }) => platform === 'WhatsApp'],
  ['the other channels', { channel: 'Others' }, ({ platform }) => platform === 'OrderManager'],
  ['an outlet', { outlet: 'toky' }, ({ outletId }) => outletId === tokyo],
  ['no outlet for a pattern character', { outlet: '%' }, () => false],
  ['a day', { date: '2026-03-14' }, (order) => dayOf(order) === '2026-03-14'],
  ['a month', { date: '2026-03' }, (order) => dayOf(order).startsWith('2026-03')],
  ['the first of every month', { date: '-01' }, (order) => dayOf(order).includes('-01')],
  ['from a day on', { from: '2026-05-02' }, (order) => dayOf(order) >= '2026-05-02'],
  ['some days', { from: '2026-02-10', to: '2026-02-20' }, (o) => dayOf(o) >= '2026-02-10' && dayOf(o) <= '2026-02-20'],
  ['days the wrong way round', { from: '2026-03-01', to: '2026-02-01' }, () => false],
  ['a number', { id: '77' }, ({ number }) => String(number).includes('77')],
  ['a number and those that begin with it', { id: '#12' }, ({ number }) => String(number).startsWith('12')],
  ['Arabic digits', { id: '٤٤١' }, ({ number }) => number === 441],
  ['a digit', { id: '3' }, ({ number }) => String(number).includes('3')],
  ['no order for an unknown number', { id: '#0' }, () => false],
  ['no id', { id: 'order' }, () => false],
  ['a name without its accents', { name: 'jose garcia' }, ({ name }) => name === 'José García'],
  ['a part of a name', { name: 'KHA' }, ({ name }) => name === 'Sara Khan'],
  ['another script', { name: 'новак' }, ({ name }) => name === 'Ольга Новак'],
  ['an Arabic name with its vowels', { name: 'نُورة' }, ({ name }) => name === 'نورة حداد'],
  ['the characters of a pattern literally', { name: '100%' }, ({ name }) => name === '100% Real_Name'],
  ['an underscore', { name: 'l_n' }, ({ name }) => name === '100% Real_Name'],
  ['a frequent name', { name: 'omar' }, ({ name }) => name === 'Omar Farouk'],
  ['a phone', { phone: '+971501234567' }, ({ phone }) => phone === '+971501234567'],
  ['a phone with punctuation', { phone: '(0)50 123-4567' }, ({ phone }) => phone === '+971501234567'],
  ['a phone as dialled at home', { phone: '050 1234567' }, ({ phone }) => phone === '+971501234567'],
  ['a phone as dialled abroad', { phone: '00 44 (0)7911 123456' }, ({ phone }) => phone === '+447911123456'],
  ['a phone in Arabic digits', { phone: '٠٥٠١٢٣٤٥٦٧' }, ({ phone }) => phone === '+971501234567'],
  ['a phone as contacts copy it', { phone: '\u202a+971 50 123 4567\u202c' }, ({ phone }) => phone === '+971501234567'],
  ['a part of a phone', { phone: '2345' }, ({ phone }) => phone!.includes('2345')],
  ['a digit of a phone', { phone: '5' }, ({ phone }) => phone!.includes('5')],
  ['a phone without a digit', { phone: 'none' }, () => false],
  [
    'a name and a status',
    { name: 'omar', status: 'Cancelled' },
    (o) => o.name === 'Omar Farouk' && o.status === 'Cancelled',
  ],
  [
    'a name, a month and an outlet',
    { name: 'a', date: '2026-04', outlet: 'Marina' },
    (o) => /[aá]/i.test(o.name!) && dayOf(o).startsWith('2026-04') && o.outletId !== tokyo,
  ],
  ['a name and a number', { name: 'omar', id: '4' }, (o) => o.name === 'Omar Farouk' && String(o.number).includes('4')],
];

describe.each([
  ['usual', defaultBounds],
  ['narrow', narrow],
] as const)('the history with %s bounds', (_, bounds) => {
  test.each(cases)('finds %s', async (_, filters, fits) => {
    const all = expected(fits);
    expect(await paged(filters, bounds)).toEqual({ ids: all, total: all.length });
  });

  test('finds an order by its id, by its beginning and by a part of it', async () => {
    const { id } = orders[123]!;
    for (const part of [id, id.toUpperCase(), id.slice(0, 13), id.slice(-12), id.slice(9, 30)]) {
      const ids = expected((order) => order.id.includes(part.toLowerCase()));
      expect(ids).toContain(id);
      expect((await paged({ id: part }, bounds)).ids, part).toEqual(ids);
    }
  });

  test('sorts the oldest first, and answers a missing page with the last one', async () => {
    const ids = expected(() => true).toReversed();
    const oldest = await found({}, { sort: 'createdAt', page: 2, size: 10 }, bounds);
    expect(oldest).toMatchObject({ ids: ids.slice(10, 20), total: 600, sort: 'createdAt', isTotalExact: true });
    const beyond = await found({}, { sort: '-createdAt', page: 999, size: 25 }, bounds);
    expect(beyond).toMatchObject({ page: 24, ids: ids.slice(0, 25).toReversed() });
    expect(await found({ status: 'Eaten' }, { sort: '-createdAt', page: 3, size: 25 }, bounds)).toMatchObject({
      page: 1,
      total: 0,
      ids: [],
    });
  });
});

test('a number that too many orders have is looked for in the newest ones', async () => {
  const ids = expected(({ number }) => String(number).includes('77'));
  expect(ids).toHaveLength(5);
  expect(await paged({ id: '77' }, { ...narrow, mostFound: 4 })).toEqual({ ids, total: ids.length });
});

test('few orders are sorted by any column, equal ones newest first', async () => {
  const byTotal = await found({}, { ...everything, sort: '-total' }, defaultBounds);
  const totals = byTotal.orders.map((order) => order.total_minor);
  expect(totals).toEqual(totals.toSorted((one, other) => other - one));
  const byStatus = await found({}, { ...everything, sort: 'status' }, defaultBounds);
  const key = ({ status, id }: (typeof orders)[number]) => [status!, id] as const;
  expect(byStatus.orders.map(({ status, id }) => [status, id])).toEqual(
    orders
      .toSorted((one, other) =>
        one.status === other.status ? newestFirst(one, other) : one.status! < other.status! ? -1 : 1,
      )
      .map(key),
  );
  for (const sort of ['id', 'customer', 'phone', 'outlet', 'type', 'paymentMethod', 'platform'] as const) {
    const up = await found({}, { ...everything, sort }, defaultBounds);
    expect(up).toMatchObject({ sort, total: 600 });
    expect(new Set(up.ids).size).toBe(600);
    expect((await found({}, { ...everything, sort }, defaultBounds)).ids).toEqual(up.ids);
  }
});

test('too many orders to be sorted come newest first, with a notice', async () => {
  expect(await found({}, { sort: 'total', page: 1, size: 10 }, narrow)).toMatchObject({
    sort: '-createdAt',
    ids: expected(() => true).slice(0, 10),
  });
});

test('a scan is bounded, and the answer says how far it went', async () => {
  const bounds = { ...narrow, mostSearched: 100 };
  const omars = orders.filter(({ name }) => name === 'Omar Farouk').toSorted(newestFirst);
  const first = await found({ name: 'omar' }, { sort: '-createdAt', page: 1, size: 10 }, bounds);
  const searched = omars.filter((order) => dayOf(order) >= first.searchedBackTo!).map(({ id }) => id);
  expect(searched.length).toBeGreaterThan(40);
  expect(searched.length).toBeLessThan(100);
  expect(first).toMatchObject({ ids: searched.slice(0, 10), total: searched.length, isTotalExact: false });
  const last = Math.ceil(searched.length / 10);
  expect(await found({ name: 'omar' }, { sort: '-createdAt', page: 99, size: 10 }, bounds)).toMatchObject({
    page: last,
    ids: searched.slice((last - 1) * 10),
    searchedBackTo: first.searchedBackTo,
  });
});

test('many matches are not counted to the end', async () => {
  const all = expected(({ name }) => name === 'Omar Farouk');
  expect(all.length).toBeGreaterThan(400);
  const at = async (page: number) => {
    const { ids, total, isTotalExact, searchedBackTo } = await found(
      { name: 'omar' },
      { sort: '-createdAt', page, size: 10 },
      narrow,
    );
    return { ids, total, isTotalExact, searchedBackTo };
  };
  const isMore = { isTotalExact: false, searchedBackTo: null };
  expect(await at(1)).toEqual({ ids: all.slice(0, 10), total: 200, ...isMore });
  expect(await at(30)).toEqual({ ids: all.slice(290, 300), total: 300, ...isMore });
  const last = Math.ceil(all.length / 10);
  expect(await at(last)).toEqual({
    ids: all.slice((last - 1) * 10),
    total: all.length,
    isTotalExact: true,
    searchedBackTo: null,
  });
});

test('a page of all orders has at most a thousand', async () => {
  const all = await found({}, everything, defaultBounds);
  expect(all).toMatchObject({ size: 1000, total: 600, page: 1 });
  expect(all.ids).toHaveLength(600);
});
