/** P1 to P3: orders placed through HTTP, compared with the same writes without rules. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase, openEngine } from '#server/db/connect.ts';
import type { Target } from '#server/db/engine/engine.ts';
import { textLog } from '#server/log.ts';
import { makeCustomer, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { type BareOptions, bareOrder, barePool, bareRestaurants, bareSchema } from './bare-server.ts';
import { closedLoop, type Measured, send } from './load.ts';
import { freePort, type Product, removeFolder, startProduct, untilReady } from './product.ts';
import { ms, type Row, whole } from './report.ts';

const silent = textLog(() => undefined);
const seconds = 6;
const clientCounts = [1, 16, 64];

export interface Guest {
  restaurant: TestRestaurant;
  token: string;
}

export async function measureOrders(): Promise<Row[]> {
  const product = await startProduct('none');
  try {
    const target = await ownerTarget(product.dataDir);
    const guests = await makeGuests(product.dataDir);
    await orderFor(2, 16, product, guests);
    const rows: Row[] = [];
    for (const clients of clientCounts) {
      const ours = await orderFor(seconds, clients, product, guests);
      const bare = await bareThroughHttp(target, clients);
      const driver = await bareByDriver(target, clients);
      rows.push(...orderRows(clients, ours, bare, driver));
    }
    rows.push(...(await oneRestaurant(product, guests)), await messagesPerOrder(product, guests[0]!));
    rows.push(memoryRow(product));
    return rows;
  } finally {
    await product.stop();
    removeFolder(product.dataDir);
  }
}

function orderRows(clients: number, ours: Measured, bare: Measured, driver: Measured): Row[] {
  const failed = Object.entries(ours.failures).map(([status, count]) => `, ${count} x ${status}`);
  return [
    {
      goal: 'P1',
      work: `orders through HTTP, all rules, 200 restaurants, ${clients} clients`,
      value: `${whole(ours.perSecond)}/s, p50 ${ms(ours.p50Ms)}, p99 ${ms(ours.p99Ms)}${failed.join('')}`,
      aim: clients === 1 ? '' : clients === 16 ? '1,200/s, p99 <= 40 ms' : '1,500/s',
      figures: { perSecond: ours.perSecond, p50Ms: ours.p50Ms, p99Ms: ours.p99Ms },
    },
    {
      goal: 'P2',
      work: `the bare writes through HTTP / by the driver, ${clients} clients`,
      value: `${whole(bare.perSecond)}/s, ${whole(driver.perSecond)}/s; ratio ${(ours.perSecond / bare.perSecond).toFixed(2)}`,
      aim: `ratio >= ${clients === 1 ? '0.7' : clients === 16 ? '0.8' : '1.0'}`,
      figures: { bare: bare.perSecond, driver: driver.perSecond, ratio: ours.perSecond / bare.perSecond },
    },
  ];
}

async function oneRestaurant(product: Product, guests: readonly Guest[]): Promise<Row[]> {
  const { perSecond, p99Ms } = await orderFor(seconds, 16, product, [guests[0]!]);
  return [
    {
      work: 'orders of one restaurant alone, one customer, 16 clients',
      value: `${whole(perSecond)}/s, p99 ${ms(p99Ms)}`,
      figures: { perSecond, p99Ms },
    },
  ];
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
        url: '/api/v1/order/create-order',
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

function memoryRow(product: Product): Row {
  const { server, database } = product.memoryMb();
  return {
    goal: 'P10',
    work: 'resident memory after the load, server + database',
    value: `${whole(server)} + ${whole(database)} = ${whole(server + database)} MB`,
    aim: '<= 250 MB',
    figures: { server, database },
  };
}

function orderFor(duration: number, clients: number, product: Product, guests: readonly Guest[]): Promise<Measured> {
  let next = 0;
  return closedLoop(clients, duration, () => placeOne(product, guests[next++ % guests.length]!));
}

export async function placeOne(product: Product, { restaurant, token }: Guest): Promise<number> {
  const { status } = await send(
    'POST',
    `${product.url}/api/v1/order/create-order`,
    { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    JSON.stringify(orderOf(restaurant)),
  );
  return status;
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

/** One guest for each of as many restaurants as the bare server has. */
export async function makeGuests(dataDir: string): Promise<Guest[]> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, silent, { join: true });
  try {
    const guests: Guest[] = [];
    for (let n = 0; n < bareRestaurants; n++) {
      const restaurant = await makeRestaurant(database.db, { stock: 1_000_000 });
      const { token } = await makeCustomer(database.db, restaurant.id);
      guests.push({ restaurant, token });
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

async function bareThroughHttp(target: Target, clients: number): Promise<Measured> {
  await withClient(target, (client) => client.query(bareSchema));
  const bare = await startBare({ target, bytes: 1000 });
  try {
    return await closedLoop(clients, seconds, async (client) => {
      const restaurant = 1 + ((client * 7919 + Math.floor(Math.random() * bareRestaurants)) % bareRestaurants);
      const { status } = await send(
        'POST',
        `${bare.url}/orders`,
        { 'content-type': 'application/json' },
        JSON.stringify({ restaurant }),
      );
      return status;
    });
  } finally {
    await bare.stop();
  }
}

async function bareByDriver(target: Target, clients: number): Promise<Measured> {
  const pool = barePool(target);
  try {
    return await closedLoop(clients, seconds, async () => {
      const client = await pool.connect();
      try {
        await bareOrder(client, 1 + Math.floor(Math.random() * bareRestaurants));
        return 200;
      } finally {
        client.release();
      }
    });
  } finally {
    await pool.end();
  }
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

export async function startBare(
  options: Omit<BareOptions, 'port'>,
): Promise<{ url: string; stop: () => Promise<void> }> {
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
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
