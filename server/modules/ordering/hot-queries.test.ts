/**
 * The calls that every order and every open screen make read their rows by index, and few of them, however many orders
 * there are. What they read is counted by PostgreSQL itself, so a test sees the plans that were really used.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerId, OrderId } from '#contract/base/ids.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { foreignEngine } from '#server/db/engine/engine.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction } from '#server/db/transaction.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { insertPastOrders } from '#server/test/data/past-orders.ts';
import { makeCustomer, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { listHistory } from './history/list-history.ts';
import { defaultBounds } from './history/search-orders.ts';
import { OrderWriter } from './place/order-writer.ts';
import { placeOrder } from './place/place-order.ts';
import { listOrders, listOrdersById } from './queries.ts';
import { BasketFactsCache } from './quote/basket-facts-cache.ts';

const ordersOfRestaurant = 3_000;
const tables = ['orders', 'order_lines', 'order_line_options', 'order_status_changes', 'idempotency_keys', 'events'];

let database: Database;
let owner: Client;
let made: TestRestaurant;
let customerId: CustomerId;
let someOrder: OrderId;
beforeAll(async () => {
  database = await freshDatabase();
  owner = new Client(database.target);
  await owner.connect();
  for (const restaurant of [await makeRestaurant(database.db), (made = await makeRestaurant(database.db))]) {
    ({ customerId } = await makeCustomer(database.db, restaurant.id));
    const ids = await insertPastOrders(
      database.db,
      restaurant,
      Array.from({ length: ordersOfRestaurant }, (_, n) => ({
        placedAt: new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString(),
        customerId,
        status: n % 5 === 0 ? 'Cancelled' : 'Completed',
      })),
    );
    someOrder = ids[1_000]!;
  }
  await owner.query('vacuum analyze');
});
afterAll(async () => {
  await owner.end();
  await database.close();
});

/** Rows of the large tables that were read since the database was made, but for those that an index alone answered. */
async function readSoFar(): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count
     from pg_stat_user_tables where relname = any ($1)`,
    [tables],
  );
  return rows[0]!.count;
}

async function connections(): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where datname = current_database()',
  );
  return rows[0]!.count;
}

/** Rows that the work reads on connections of its own, which report it as they end. */
async function rowsReadBy(work: (its: Database) => Promise<unknown>): Promise<number> {
  const [open, before] = [await connections(), await readSoFar()];
  const its = await connect(foreignEngine(database.target), testLog);
  try {
    await work(its);
  } finally {
    await its.close();
  }
  while ((await connections()) > open) await sleep(5);
  return (await readSoFar()) - before;
}

const place = (its: Database, writer: Pick<OrderWriter, 'write' | 'setApart'>, limitsOpenOrders: boolean) =>
  placeOrder(
    { db: its.db, clock: () => new Date(), remembered: new BasketFactsCache(), writer, limitsOpenOrders },
    { restaurantId: made.id, customerId },
    pickupOrder(made, [{ itemId: made.items.water, quantity: 1 }], 5.78),
    newId<OrderId>(),
  );
const goesAlone = { write: async () => null, setApart: () => undefined };

test.each<[what: string, rows: number, work: (its: Database) => Promise<unknown>]>([
  ['an order in a batch', 60, (its) => place(its, new OrderWriter(its.orderDb, testLog), true)],
  ['an order alone', 60, (its) => place(its, goesAlone, true)],
  [
    'the list of live orders',
    60,
    ({ db }) =>
      transaction(
        db,
        made.id,
        (tx) => listOrders(tx, made.id, { scope: 'live', customerId: null, cancelledSince: new Date() }),
        { readOnly: true },
      ),
  ],
  [
    'one order',
    20,
    ({ db }) => transaction(db, made.id, (tx) => listOrdersById(tx, made.id, [someOrder]), { readOnly: true }),
  ],
  ['the first page of the history', 200, ({ db }) => listHistory(db, made.id, {}, view(1))],
  ['a late page of the history', 200, ({ db }) => listHistory(db, made.id, {}, view(100))],
  ['a search by a part of an id', 200, ({ db }) => listHistory(db, made.id, { id: '1a2b3' }, view(1))],
  ['a search by an order number', 200, ({ db }) => listHistory(db, made.id, { id: '#1234' }, view(1))],
  [
    'a common name among the cancelled orders',
    200,
    ({ db }) => listHistory(db, made.id, { status: 'Cancelled', name: 'guest' }, view(1), tooManyToReadAtOnce),
  ],
])('%s reads few rows', async (_, rows, work) => {
  const read = await rowsReadBy(work);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(rows);
});

const tooManyToReadAtOnce = { ...defaultBounds, fewOrders: 0, mostGuests: 0 };
const view = (page: number) => ({ sort: '-createdAt', page, size: 10 }) as const;
