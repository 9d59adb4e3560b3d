/**
 * P17 to P19: two servers on a database of 10,000 restaurants with 10,000,000 orders and 2,000,000 guests, beside two servers on one of
 * 200 restaurants that begin: whatever grows with the number of restaurants shows as a ratio.
 */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { parseArgs } from 'node:util';
import { ownersPassword } from '#server/test/data/restaurant.ts';
import { getText, percentile, postText, send } from './load.ts';
import { background } from './many-background.ts';
import { schemaChange } from './many-change.ts';
import { fillMany, type Size } from './many-fill.ts';
import { findPeople, makePeople, type People } from './many-people.ts';
import { orderText, placeOne } from './orders.ts';
import { countStatements, pairContender, type Pair, startPair } from './pair.ts';
import { newFolder, removeFolder } from './product.ts';
import { ms, type Row, whole } from './report.ts';
import { describe, type Slices, takeTurns } from './slices.ts';

export const manyOptions = {
  restaurants: { type: 'string', default: '10000' },
  orders: { type: 'string', default: '10000000' },
  guests: { type: 'string', default: '2000000' },
  data: { type: 'string' },
  /** The parts that are measured: fewer for another look at a database that is kept. */
  parts: { type: 'string', default: 'people,background,change' },
  /** Slices of each question and side: fewer for a first look. */
  turns: { type: 'string', default: '5' },
} as const;

type Given = ReturnType<typeof parseArgs<{ options: typeof manyOptions }>>['values'];

const aim = 'p99 <= 1.3 x';

export async function measureMany(given: Given): Promise<Row[]> {
  const size: Size = {
    restaurants: Number(given.restaurants),
    orders: Number(given.orders),
    guests: Number(given.guests),
  };
  const parts = given.parts.split(',');
  const folder = given.data === undefined ? newFolder() : resolve(given.data);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const emptyFolder = newFolder();
  try {
    const filledIn = await fillMany(folder, size);
    for (const each of [emptyFolder, folder]) await countStatements(each);
    const empty = await startPair(emptyFolder);
    const full = await startPair(folder);
    try {
      return [
        await sizeRow(full, size, filledIn),
        ...(parts.includes('people') ? await questions({ empty, full }, Number(given.turns)) : []),
        ...(parts.includes('background') ? await background({ empty, full }) : []),
        ...(parts.includes('change') ? await schemaChange({ empty, full }, Number(given.turns)) : []),
      ];
    } finally {
      for (const pair of [empty, full]) await pair.stop();
    }
  } finally {
    removeFolder(emptyFolder);
    if (given.data === undefined) removeFolder(folder);
  }
}

export interface Both {
  empty: Pair;
  full: Pair;
}

async function sizeRow({ owner }: Pair, size: Size, filledIn: number): Promise<Row> {
  const { rows } = await owner.query<{ bytes: string; orders: string; guests: string; restaurants: string }>(`
    select pg_database_size(current_database()) as bytes, (select count(*) from orders) as orders,
      (select count(*) from customers) as guests, (select count(*) from restaurants) as restaurants`);
  const [bytes, orders, guests, restaurants] = [
    rows[0]!.bytes,
    rows[0]!.orders,
    rows[0]!.guests,
    rows[0]!.restaurants,
  ].map(Number);
  if (orders! < size.orders) throw new Error(`There are ${orders} orders`);
  return {
    work: `${whole(restaurants!)} restaurants, ${whole(orders!)} orders, ${whole(guests!)} guests`,
    value: `${(bytes! / 1e9).toFixed(1)} GB; filled in ${whole(filledIn)} s`,
    figures: { bytes: bytes!, orders: orders!, guests: guests!, restaurants: restaurants!, filledIn },
  };
}

const authorised = (token: string) => ({ authorization: `Bearer ${token}` });
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const any = (most: number) => Math.floor(Math.random() * most);
const oneOf = <T>(list: readonly T[]): T => list[any(list.length)]!;

interface Question {
  work: string;
  clients: number;
  seconds?: number;
  next: (people: People) => string;
}

const read = (path: string, query: () => Record<string, string> = () => ({})) => {
  return ({ owners }: People) =>
    getText(`/api/v1/${path}?${new URLSearchParams(query()).toString()}`, authorised(oneOf(owners)));
};
const year = () => ({ from: dayAgo(365), to: dayAgo(1) });
const month = () => {
  const last = 1 + any(300);
  return { from: dayAgo(last + 29), to: dayAgo(last) };
};

/** Questions of a screen are asked by four at a time, as often as there is time. */
const asked: Question[] = [
  {
    work: 'sign-in of owners',
    clients: 4,
    next: ({ emails }) =>
      postText('/api/v1/auth/signin', {}, JSON.stringify({ email: oneOf(emails), password: ownersPassword })),
  },
  {
    work: 'menu page, 200 restaurants',
    clients: 16,
    next: ({ slugs }) => getText(`/${oneOf(slugs.slice(0, 200))}/menu`, { 'accept-encoding': 'br' }),
  },
  { work: 'live list of a kitchen', clients: 4, next: read('order/get-all-orders', () => ({ scope: 'live' })) },
  { work: 'history, first page', clients: 4, next: read('order/history') },
  { work: 'history, page 2 to 5', clients: 4, next: read('order/history', () => ({ page: String(2 + any(4)) })) },
  {
    work: 'history, a name',
    clients: 4,
    next: read('order/history', () => ({ name: oneOf(['sara', 'haddad', 'kim']) })),
  },
  {
    work: 'history, a part of a phone',
    clients: 4,
    next: read('order/history', () => ({ phone: String(1000 + any(9000)) })),
  },
  {
    work: 'history, a part of an id',
    clients: 4,
    next: read('order/history', () => ({ id: `${any(10)}a${100 + any(900)}` })),
  },
  { work: 'report of a month', clients: 4, next: read('report/sales', month) },
  { work: 'report of a year', clients: 4, next: read('report/sales', year) },
  { work: 'list of guests', clients: 4, next: read('customer/get-all-customers') },
];

async function questions({ empty, full }: Both, turns: number): Promise<Row[]> {
  const people = { empty: await makePeople(empty.dataDir), full: await findPeople(full.dataDir) };
  const pairs = { empty, full };
  const sides = ['empty', 'full'] as const;
  const rows: Row[] = [await coldMenus(pairs, people)];
  // So that every kitchen has something live, and every guest an order to track.
  const placed = { empty: [] as string[], full: [] as string[] };
  for (const side of sides) {
    for (const guest of people[side].guests) placed[side].push(await place(pairs[side], guest));
  }
  const contenders = (next: (of: People, side: (typeof sides)[number]) => string) =>
    sides.map((side) => pairContender(side, pairs[side], () => next(people[side], side)));
  const ask = async ({
    work,
    clients,
    seconds = 1.5,
    next,
  }: Omit<Question, 'next'> & { next: Parameters<typeof contenders>[0] }) => {
    const all = contenders(next);
    console.error(`  ${work}`);
    await takeTurns(all, { clients, turns: 1, seconds });
    rows.push(...beside(`${work}, ${clients} clients`, await takeTurns(all, { clients, turns, seconds })));
  };
  for (const question of asked) await ask(question);
  await ask({
    work: 'tracking of an order',
    clients: 16,
    next: ({ guests }, side) => {
      const n = any(guests.length);
      return getText(`/api/v1/order/get-order-details/${placed[side][n]!}`, authorised(guests[n]!.token));
    },
  });
  for (const clients of [16, 64]) {
    let n = 0;
    await ask({
      work: 'orders, 200 restaurants',
      clients,
      seconds: 2,
      next: ({ guests }) => orderText(guests[n++ % guests.length]!),
    });
  }
  let n = 0;
  await ask({
    work: 'orders, each of another restaurant',
    clients: 16,
    next: ({ everywhere }) => orderText(everywhere[n++ % everywhere.length]!),
  });
  await ask({
    work: 'menu page, every restaurant in turn',
    clients: 16,
    next: ({ slugs }) => getText(`/${slugs[n++ % slugs.length]!}/menu`, { 'accept-encoding': 'br' }),
  });
  for (const path of ['get-restaurants', 'get-users', 'get-message-budgets']) {
    await ask({
      work: `admin's list: ${path}`,
      clients: 1,
      next: ({ admin }) => getText(`/api/v1/admin/${path}`, authorised(admin)),
    });
  }
  return rows;
}

function beside(work: string, { empty, full }: Slices): Row[] {
  const [before, after] = [describe(empty!), describe(full!)];
  const ratio = after.figures['p99Ms']! / before.figures['p99Ms']!;
  const cpu = (of: Record<string, number>) => of['serverMs']! + of['databaseMs']!;
  const cpuRatio = cpu(after.figures) / cpu(before.figures);
  return [
    {
      goal: 'P17',
      work,
      value: `${after.value}; p99 x${ratio.toFixed(2)}, CPU x${cpuRatio.toFixed(2)}`,
      aim,
      figures: { ...after.figures, ratio, cpuRatio },
    },
    { work: '  in the empty database', ...before },
  ];
}

async function place({ products }: Pair, guest: People['guests'][number]): Promise<string> {
  const { status, body } = await placeOne(products[0], guest);
  if (status !== 200) throw new Error(`An order was answered with ${status}: ${body}`);
  return (JSON.parse(body) as { order: { _id: string } }).order._id;
}

/** The first page of each of some restaurants since the servers began, one at a time. */
async function coldMenus(pairs: Both, people: { empty: People; full: People }): Promise<Row> {
  const times = { empty: [] as number[], full: [] as number[] };
  // The first pages load code.
  for (const side of ['empty', 'full'] as const) {
    const slugs = people[side].slugs.slice(0, 200);
    for (const [n, slug] of slugs.entries()) {
      const started = performance.now();
      const { status } = await send('GET', `${pairs[side].products[0].url}/${slug}/menu`, { 'accept-encoding': 'br' });
      if (status !== 200) throw new Error(`The menu of ${slug} was answered with ${status}`);
      if (n >= 20) times[side].push(performance.now() - started);
    }
  }
  const [before, after] = [times.empty, times.full].map((of) => ({
    p50Ms: percentile(of, 50),
    p99Ms: percentile(of, 99),
  }));
  const ratio = after!.p99Ms / before!.p99Ms;
  return {
    goal: 'P17',
    work: 'menu page, the first of each restaurant',
    value: `p50 ${ms(after!.p50Ms)}, p99 ${ms(after!.p99Ms)}; empty ${ms(before!.p50Ms)}, ${ms(before!.p99Ms)}; p99 x${ratio.toFixed(2)}`,
    aim,
    figures: { ...after!, ratio },
  };
}
