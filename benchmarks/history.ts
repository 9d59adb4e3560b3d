/** P8 and P9: reading the history of a restaurant with a million orders, and placing orders in so full a database. */
import { Client } from 'pg';
import type { Target } from '#server/db/engine/engine.ts';
import { makeOwner, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { keepSums } from '#server/modules/reports/keep-sums.ts';
import { textLog } from '#server/log.ts';
import { fillHistory, guestsInHistory, ordersInHistory } from './history-fill.ts';
import { send } from './load.ts';
import { type Guest, makeGuests, orderContender, ownerTarget } from './orders.ts';
import { type Product, removeFolder, startProduct } from './product.ts';
import { ms, type Row, whole } from './report.ts';
import { describe, ratioOf, takeTurns } from './slices.ts';

const timesEach = 60;

export async function measureHistory(): Promise<Row[]> {
  const [empty, full] = [await startProduct('none'), await startProduct('none')];
  try {
    const guests = { empty: await makeGuests(empty.dataDir), full: await makeGuests(full.dataDir) };
    const { restaurant } = guests.full[0]!;
    const target = await ownerTarget(full.dataDir);
    const started = performance.now();
    await fillHistory(
      target,
      restaurant,
      guests.full.slice(1, 101).map((guest) => guest.restaurant),
    );
    const filledIn = (performance.now() - started) / 1000;
    const summedUp = await sumUp(full);
    const token = await ownerOf(full, restaurant);
    return [
      ...(await pages(full, token, target, restaurant)),
      summedUp,
      ...(await reports(full, token)),
      await exported(full, token, filledIn),
      ...(await ordersBeside(empty, full, guests)),
    ];
  } finally {
    for (const product of [empty, full]) {
      await product.stop();
      removeFolder(product.dataDir);
    }
  }
}

/** A kind of history query; called anew for every request. */
type Question = [what: string, query: () => Record<string, string>];

const any = (most: number) => Math.floor(Math.random() * most);
const digits = (count: number) => String(any(10 ** count)).padStart(count, '0');
const oneOf = (list: readonly string[]) => list[any(list.length)]!;

const questions: Question[] = [
  ['the first page', () => ({})],
  ['page 2 to 100', () => ({ page: String(2 + any(99)) })],
  ['any page of 100,000', () => ({ page: String(1 + any(ordersInHistory / 10)) })],
  ['any page, oldest first', () => ({ page: String(1 + any(ordersInHistory / 10)), sort: 'createdAt' })],
  ['all: the first 1,000', () => ({ size: 'all' })],
  ['a status', () => ({ status: oneOf(['Completed', 'Cancelled', 'New']), page: String(1 + any(5_000)) })],
  ['an outlet', () => ({ outlet: `Branch ${1 + any(4)}`, page: String(1 + any(20_000)) })],
  ['a type', () => ({ type: oneOf(['Pickup', 'Delivery']), page: String(1 + any(20_000)) })],
  ['a payment', () => ({ paymentMethod: oneOf(['Cash on Pickup', 'Card on Delivery']), page: String(1 + any(5_000)) })],
  [
    'a channel',
    () => ({ channel: oneOf(['Google', 'Facebook', 'WhattsApp', 'Others']), page: String(1 + any(9_000)) }),
  ],
  ['a channel nobody came by', () => ({ channel: 'Instagram' })],
  ['a day', () => ({ date: dayAgo(any(700)), page: String(1 + any(100)) })],
  ['a month', () => ({ date: dayAgo(any(700)).slice(0, 7), page: String(1 + any(3_000)) })],
  ['a quarter', () => ({ from: dayAgo(500), to: dayAgo(410), page: String(1 + any(9_000)) })],
  ['all filters together', () => ({ ...rare, page: String(1 + any(100)) })],
  ['a week, sorted by total', () => ({ from: dayAgo(30), to: dayAgo(24), sort: '-total', page: String(1 + any(100)) })],
  ['a number', () => ({ id: String(1 + any(200_000)) })],
  ['the beginning of a number', () => ({ id: `#${1 + any(999)}` })],
  ['a part of a number', () => ({ id: digits(2 + any(3)) })],
  ['a phone', () => ({ phone: `050 ${digits(7)}` })],
  ['a part of a phone', () => ({ phone: digits(1 + any(6)) })],
  [
    'a name that 588 guests have',
    () => ({ name: `${oneOf(['sara', 'omar', 'jose'])} ${oneOf(['khan', 'garcia', 'kim'])}` }),
  ],
  ['a family name, page 1 to 50', () => ({ name: oneOf(['haddad', 'smith', 'GARCÍA']), page: String(1 + any(50)) })],
  ['a letter of a name', () => ({ name: oneOf(['a', 'e', 'x', 'z']) })],
  ['a name that nobody has', () => ({ name: `nobody ${digits(3)}` })],
  ['a name among the cancelled of an outlet', () => ({ ...rare, name: oneOf(['kim', 'wang', 'a']) })],
  ['a part of an id', () => ({ id: `${digits(2)}a${digits(3)}` })],
];
const rare = {
  status: 'Cancelled',
  outlet: 'Branch 2',
  type: 'Delivery',
  channel: 'Google',
  paymentMethod: 'cash on delivery',
};

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

async function pages(product: Product, token: string, target: Target, { id }: TestRestaurant): Promise<Row[]> {
  const { rows } = await ask(target, 'select count(*)::int as count from orders where restaurant_id = $1', [id]);
  if (rows[0]?.count !== ordersInHistory) throw new Error(`There are ${rows[0]?.count} orders`);
  for (const [, query] of questions) for (let n = 0; n < 3; n++) await timeOf(product, token, query());
  const measured = [];
  for (const [what, query] of questions) {
    const times: number[] = [];
    for (let n = 0; n < timesEach; n++) times.push(await timeOf(product, token, query()));
    times.sort((one, other) => one - other);
    measured.push({ what, p50Ms: times[Math.floor(timesEach * 0.5)]!, p95Ms: times[Math.floor(timesEach * 0.95)]! });
  }
  const worst = measured.reduce((one, other) => (other.p95Ms > one.p95Ms ? other : one));
  return [
    {
      goal: 'P8',
      work: `any page of ${whole(ordersInHistory)} orders of ${whole(guestsInHistory)} guests: the slowest kind`,
      value: `p95 ${ms(worst.p95Ms)} (${worst.what})`,
      aim: '<= 60 ms',
      figures: { p95Ms: worst.p95Ms },
    },
    ...measured.map(({ what, p50Ms, p95Ms }) => ({
      goal: 'P8',
      work: `history: ${what}`,
      value: `p50 ${ms(p50Ms)}, p95 ${ms(p95Ms)}`,
      figures: { p50Ms, p95Ms },
    })),
  ];
}

async function timeOf(
  product: Product,
  token: string,
  query: Record<string, string>,
  path = 'order/history',
): Promise<number> {
  const url = `${product.url}/api/v1/${path}?${new URLSearchParams(query).toString()}`;
  const started = performance.now();
  const { status, body } = await send('GET', url, { authorization: `Bearer ${token}` });
  if (status !== 200) throw new Error(`${url} was answered with ${status}: ${body}`);
  return performance.now() - started;
}

/** The reports of a day and of a year, as an owner reads them. */
async function reports(product: Product, token: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const days of [30, 366]) {
    for (const kind of ['sales', 'items', 'service'] as const) {
      const times: number[] = [];
      for (let n = 0; n < 13; n++) {
        const last = any(300);
        const query = { from: dayAgo(last + days - 1), to: dayAgo(last) };
        const took = await timeOf(product, token, query, `report/${kind}`);
        if (n > 2) times.push(took);
      }
      times.sort((one, other) => one - other);
      const [p50Ms, p95Ms] = [times[Math.floor(times.length / 2)]!, times.at(-1)!];
      rows.push({
        ...(days === 366 && { goal: 'P8b', aim: '<= 200 ms' }),
        work: `report of ${days} days, ${whole((ordersInHistory / 730) * days)} orders: ${kind}`,
        value: `p50 ${ms(p50Ms)}, slowest of 10 ${ms(p95Ms)}`,
        figures: { p50Ms, p95Ms },
      });
    }
  }
  return rows;
}

/** The whole history exported, read at full speed, and the memory that takes on the server. */
async function exported(product: Product, token: string, filledIn: number): Promise<Row> {
  const before = product.memoryMb().server;
  const started = performance.now();
  const answer = await fetch(`${product.url}/api/v1/order/export-history`, {
    headers: { authorization: `Bearer ${token}` },
  });
  let bytes = 0;
  let most = before;
  let pieces = 0;
  for await (const piece of answer.body!) {
    bytes += piece.length;
    if (pieces++ % 100 === 0) most = Math.max(most, product.memoryMb().server);
  }
  const took = (performance.now() - started) / 1000;
  return {
    work: `the same as CSV, ${whole(bytes / 1e6)} MB (filled in ${whole(filledIn)} s)`,
    value: `${took.toFixed(1)} s; the server grew from ${whole(before)} to ${whole(most)} MB`,
    figures: { took, bytes, before, most },
  };
}

async function ordersBeside(
  empty: Product,
  full: Product,
  guests: { empty: readonly Guest[]; full: readonly Guest[] },
): Promise<Row[]> {
  const contenders = [orderContender('empty', empty, guests.empty), orderContender('full', full, guests.full)];
  await takeTurns(contenders, { clients: 16, turns: 1, seconds: 2 });
  const slices = await takeTurns(contenders, { clients: 16, turns: 8, seconds: 2 });
  const [before, after] = [describe(slices['empty']!), describe(slices['full']!)];
  const ratio = ratioOf(slices['full']!, slices['empty']!);
  return [
    {
      goal: 'P9',
      work: 'orders with 1,100,000 orders in the database, 16 clients',
      value: `${after.value}; ratio ${ratio.toFixed(2)}`,
      aim: 'ratio >= 0.85',
      figures: { ...after.figures, ratio },
    },
    { goal: 'P9', work: 'orders in an empty database, in the same turns', ...before },
  ];
}

/** Sums up the days of the history, as the server does in the background: reports and parts of ids are found in the sums. */
async function sumUp(product: Product): Promise<Row> {
  return withDatabase(product, async ({ db }) => {
    const started = performance.now();
    await keepSums(db, new Date());
    const took = (performance.now() - started) / 1000;
    return { work: 'the history summed up for the reports', value: `${took.toFixed(1)} s`, figures: { took } };
  });
}

async function ownerOf(product: Product, { id }: TestRestaurant): Promise<string> {
  return withDatabase(product, async ({ db }) => (await makeOwner(db, id)).token);
}

async function withDatabase<T>(product: Product, work: (database: Database) => Promise<T>): Promise<T> {
  const config = { dataDir: product.dataDir, databaseUrl: undefined };
  const database = await openDatabase(
    config,
    textLog(() => undefined),
    { join: true },
  );
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function ask(target: Target, sql: string, values: unknown[]) {
  const client = new Client(target);
  await client.connect();
  try {
    return await client.query<{ count: number }>(sql, values);
  } finally {
    await client.end();
  }
}
