/** P1 to P3: orders placed through HTTP, compared with the same writes without rules. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { connect, openDatabase, openEngine } from '#server/db/connect.ts';
import type { Target } from '#server/db/engine/engine.ts';
import { textLog } from '#server/log.ts';
import { makeCustomer, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { type BareOptions, bareRestaurants, bareSchema } from './bare-server.ts';
import { postText, rawLoop, send } from './load.ts';
import { cpuOf, freePort, type Product, removeFolder, startProduct, untilReady } from './product.ts';
import { type Row, whole } from './report.ts';
import { type Contender, describe, ratioOf, type Slices, takeTurns } from './slices.ts';

const silent = textLog(() => undefined);
const createOrder = '/api/v1/order/create-order';
const clientCounts = [1, 16, 64];
const turns = 5;
const seconds = 1.5;

export interface Guest {
  restaurant: TestRestaurant;
  token: string;
}

/** Beside it, `before` is the folder of another checkout that is built, for instance of the version before a change. */
export async function measureOrders(before: string | null): Promise<Row[]> {
  const folders = before === null ? [undefined] : [undefined, before];
  const products = await Promise.all(folders.map((folder) => startProduct('none', undefined, folder)));
  const [product] = products as [Product];
  try {
    const guests = await Promise.all(products.map(({ dataDir }) => makeGuests(dataDir)));
    const guestsOfOne = await Promise.all(
      products.map(({ dataDir }) => makeGuests(dataDir, { restaurants: 1, each: 16 })),
    );
    const target = await ownerTarget(product.dataDir);
    await withClient(target, (client) => client.query(bareSchema));
    const bare = await startBare({ target });
    const rows: Row[] = [];
    const names = ['orders', 'before'];
    const all = products.map((one, index) => orderContender(names[index]!, one, guests[index]!));
    try {
      const alone = products.map((one, index) => orderContender(names[index]!, one, guestsOfOne[index]!));
      await takeTurns(all, { clients: 16, turns: 2, seconds: 2 });
      for (const clients of clientCounts) {
        const slices = await takeTurns([...all, bareContender(bare, product)], { clients, turns, seconds });
        rows.push(...orderRows(clients, slices));
      }
      rows.push(...aloneRows(await takeTurns(alone, { clients: 16, turns, seconds })));
      rows.push(await messagesPerOrder(product, guests[0]![0]!));
    } finally {
      // Its connections would count as memory of the product.
      await bare.stop();
    }
    await placeUntil(100_000, target, all[0]!);
    rows.push(memoryRow(product, 'after 100,000 orders'));
    await sleep(60_000);
    return [...rows, memoryRow(product, 'a minute later')];
  } finally {
    for (const each of products) {
      await each.stop();
      removeFolder(each.dataDir);
    }
  }
}

const aims = new Map([
  [1, ['', '0.7']],
  [16, ['1,200/s, p99 <= 40 ms', '0.8']],
  [64, ['1,500/s', '1.0']],
]);

function orderRows(clients: number, slices: Slices): Row[] {
  const [rate, ratioAim] = aims.get(clients)!;
  const [ours, bare] = [slices['orders']!, slices['bare']!];
  const ratio = ratioOf(ours, bare);
  const { value, figures } = describe(bare);
  return [
    {
      goal: 'P1',
      work: `orders through HTTP, all rules, 200 restaurants, ${clients} clients`,
      ...describe(ours),
      aim: rate,
    },
    ...besideRows(slices),
    {
      goal: 'P2',
      work: `the bare writes through HTTP, ${clients} clients`,
      value: `${value}; ratio ${ratio.toFixed(2)}`,
      aim: `ratio >= ${ratioAim}`,
      figures: { ...figures, ratio },
    },
  ];
}

function aloneRows(slices: Slices): Row[] {
  const work = 'orders of one restaurant alone, 16 guests';
  return [{ goal: 'P1b', work, ...describe(slices['orders']!), aim: '750/s' }, ...besideRows(slices)];
}

function besideRows({ orders, before }: Slices): Row[] {
  if (before === undefined) return [];
  const { value, figures } = describe(before);
  const gain = ratioOf(orders!, before);
  return [{ work: 'the other checkout', value: `${value}; x${gain.toFixed(2)} since`, figures: { ...figures, gain } }];
}

/** Messages to the database per order, counted in the driver: `begin` and the restaurant's scope travel as one. */
async function messagesPerOrder(product: Product, { restaurant, token }: Guest): Promise<Row> {
  const database = await openDatabase({ dataDir: product.dataDir, databaseUrl: undefined }, silent, { join: true });
  const app = await buildApp({
    database,
    config: readConfig({ DATA_DIR: product.dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }),
    clock: () => new Date(),
    distFolder: null,
  });
  let sent = 0;
  // oxlint-disable-next-line typescript/unbound-method -- put back below, and called with its own `this`
  const query = Client.prototype.query;
  const counting: (this: Client, ...args: unknown[]) => unknown = function count(...args) {
    sent += 1;
    return Reflect.apply(query, this, args) as unknown;
  };
  try {
    const place = () =>
      app.inject({
        method: 'POST',
        url: createOrder,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
        payload: orderOf(restaurant),
      });
    await place();
    Reflect.set(Client.prototype, 'query', counting);
    const { statusCode } = await place();
    if (statusCode !== 200) throw new Error(`The order was answered with ${statusCode}`);
    return {
      goal: 'P3',
      work: 'messages to the database per order (3 lines, options, stock)',
      value: String(sent),
      aim: '<= 2',
      figures: { sent },
    };
  } finally {
    Reflect.set(Client.prototype, 'query', query);
    await app.close();
    await database.close();
  }
}

async function placeUntil(wanted: number, target: Target, orders: Contender): Promise<void> {
  const count = async (client: Client) => {
    const { rows } = await client.query<{ placed: number }>('select count(*)::integer as placed from orders');
    return rows[0]!.placed;
  };
  while ((await withClient(target, count)) < wanted) await takeTurns([orders], { clients: 16, turns: 1, seconds: 5 });
}

function memoryRow(product: Product, moment: string): Row {
  const { server, database } = product.memoryMb();
  return {
    goal: 'P10',
    work: `resident memory ${moment}, server + database`,
    value: `${whole(server)} + ${whole(database)} = ${whole(server + database)} MB`,
    aim: '<= 250 MB',
    figures: { server, database },
  };
}

/** Orders of the guests in turn. */
export function orderContender(name: string, product: Product, guests: readonly Guest[]): Contender {
  let next = 0;
  const text = () => orderText(guests[next++ % guests.length]!);
  return {
    name,
    cpu: () => product.cpu(),
    run: (clients, duration) => rawLoop(product.url, clients, duration, text),
  };
}

const bodies = new WeakMap<Guest, string>();

/** An order with a key of its own, as `rawLoop` sends it. */
export function orderText(guest: Guest): string {
  const body = bodies.get(guest) ?? JSON.stringify(orderOf(guest.restaurant));
  bodies.set(guest, body);
  return postText(createOrder, { authorization: `Bearer ${guest.token}`, 'idempotency-key': randomUUID() }, body);
}

/** The bare server writes to the product's own database. */
function bareContender(bare: BareServer, product: Product): Contender {
  const text = () =>
    postText('/orders', {}, JSON.stringify({ restaurant: 1 + Math.floor(Math.random() * bareRestaurants) }));
  return {
    name: 'bare',
    cpu: () => ({ server: cpuOf(bare.pid), database: product.cpu().database }),
    run: (clients, duration) => rawLoop(bare.url, clients, duration, text),
  };
}

export function placeOne(product: Product, { restaurant, token }: Guest) {
  return send(
    'POST',
    product.url + createOrder,
    { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    JSON.stringify(orderOf(restaurant)),
  );
}

/** Two burgers with an extra, a water and a special: 3 lines, one of them counted in stock. */
function orderOf({ items, modifiers, outletId }: TestRestaurant) {
  return {
    outletId,
    deliveryMode: 'pickup',
    paymentMethod: 'cash on pickup',
    // 2 x 18.00 + 3.25 + 5.50 + 42.00 = 86.75, plus 5 % tax.
    totalPrice: 91.09,
    items: [
      { itemId: items.burger, quantity: 2, modifierList: [modifiers.regular, modifiers.cheese] },
      { itemId: items.water, quantity: 1, modifierList: [] },
      { itemId: items.special, quantity: 1, modifierList: [] },
    ],
  };
}

/**
 * Guests of restaurants of their own: one for each of as many as the bare server has, unless it is said otherwise. A guest has four orders
 * on their way at most, so that more clients of one restaurant are as many guests.
 */
export async function makeGuests(
  dataDir: string,
  { restaurants = bareRestaurants, each = 1 }: { restaurants?: number; each?: number } = {},
): Promise<Guest[]> {
  // Not openDatabase, which would bring the database of another checkout to this one's migrations.
  const database = await connect(await openEngine({ dataDir, databaseUrl: undefined }, silent, { join: true }), silent);
  try {
    const guests: Guest[] = [];
    for (let n = 0; n < restaurants; n++) {
      const restaurant = await makeRestaurant(database.db, { stock: 1_000_000 });
      for (let guest = 0; guest < each; guest++) {
        const { token } = await makeCustomer(database.db, restaurant.id);
        guests.push({ restaurant, token });
      }
    }
    return guests;
  } finally {
    await database.close();
  }
}

export async function ownerTarget(dataDir: string): Promise<Target> {
  const engine = await openEngine({ dataDir, databaseUrl: undefined }, silent, { join: true });
  return engine.target;
}

async function withClient<T>(target: Target, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(target);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

interface BareServer {
  url: string;
  pid: number;
  stop: () => Promise<void>;
}

async function startBare(options: Omit<BareOptions, 'port'>): Promise<BareServer> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'bare-server.ts'), JSON.stringify({ ...options, port })],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } },
  );
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return {
    url,
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
