import { once } from 'node:events';
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { CustomerId, RestaurantId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { connect, type Database, type PoolClient } from '#server/db/connect.ts';
import { foreignEngine } from '#server/db/engine/engine.ts';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction, runStatement, transaction } from '#server/db/transaction.ts';
import { DatabaseUnavailable } from '#server/db/unavailable.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { administer, freshDatabase } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { type OrderInput, pickupOrder } from '#server/test/data/orders.ts';
import { type BatchParts, orderBatch, batchParameters } from '#server/test/data/order-batch.ts';
import { makeCustomer, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { BasketFactsCache } from '../quote/basket-facts-cache.ts';
import { OrderWriter } from './order-writer.ts';
import { placeOrder } from './place-order.ts';
import { batchStatements } from './write-batch.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const remembered = new BasketFactsCache();

interface Guest {
  made: TestRestaurant;
  customerId: CustomerId;
}

async function makeGuest(): Promise<Guest> {
  const made = await makeRestaurant(database.db, { stock: 100 });
  const { customerId } = await makeCustomer(database.db, made.id);
  return { made, customerId };
}

const special = ({ made }: Guest): OrderInput => pickupOrder(made, [{ itemId: made.items.special, quantity: 1 }], 44.1);

type Writer = Pick<OrderWriter, 'write' | 'setApart'>;

function place(guest: Guest, writer: Writer, key: string | null = null): Promise<Order> {
  const { made, customerId } = guest;
  const deps = { db: database.db, clock: () => new Date(), remembered, writer };
  return placeOrder(deps, { restaurantId: made.id, customerId }, special(guest), key);
}

/** The writer, which tells the restaurant of each order that goes alone. */
function watchLeftOut(writer: OrderWriter, tell: (restaurantId: RestaurantId) => void): Writer {
  return {
    write: async (ready) => {
      const written = await writer.write(ready);
      if (written === null) tell(ready.key.restaurantId);
      return written;
    },
    setApart: (restaurantId) => writer.setApart(restaurantId),
  };
}

/** The orders of the guests' restaurants, with the transaction that wrote each. */
function storedOrders(guests: readonly Guest[]) {
  return platformTransaction(database.db, 'seed', async (tx) =>
    tx
      .selectFrom('orders')
      .select(['id', 'restaurant_id', 'order_number'])
      .select((eb) =>
        eb
          .ref('xmin' as 'id')
          .$castTo<string>()
          .as('writtenBy'),
      )
      .where(
        'restaurant_id',
        'in',
        guests.map(({ made }) => made.id),
      )
      .orderBy('restaurant_id')
      .orderBy('order_number')
      .execute(),
  );
}

test('orders of many restaurants that arrive together are one transaction, and each gets its own answer', async () => {
  const guests = await Promise.all(Array.from({ length: 8 }, makeGuest));
  const writer = new OrderWriter(database.orderDb, testLog);
  // The facts of every menu are remembered from here on.
  await Promise.all(guests.map((guest) => place(guest, writer)));
  const answers = await Promise.all([...guests, ...guests, ...guests].map((guest) => place(guest, writer)));
  const stored = (await storedOrders(guests)).filter(({ order_number }) => order_number > 1);
  expect(new Set(stored.map(({ writtenBy }) => writtenBy)).size).toBe(1);
  const byId = new Map(stored.map((order) => [order.id as string, order]));
  expect(byId.size).toBe(24);
  for (const [index, { _id, orderNumber }] of answers.entries()) {
    const { made } = guests[index % 8]!;
    expect(byId.get(_id)).toMatchObject({ restaurant_id: made.id, order_number: orderNumber });
  }
});

test('orders that wait for a batch are sent before its orders are answered', async () => {
  const [first, next] = [await makeGuest(), await makeGuest()];
  const writer = new OrderWriter(database.orderDb, testLog);
  await Promise.all([place(first, writer), place(next, writer)]);
  const seen: string[] = [];
  const answered = (name: string) => () => void seen.push(name);
  // The first batch is answered only when the next order waits, and the second one only when the first order is answered.
  const ended = new AbortController();
  const until = async (isSo: () => boolean) => {
    while (!isSo() && !ended.signal.aborted) await sleep(0);
  };
  const query = Reflect.get(Client.prototype, 'query') as (...given: unknown[]) => unknown;
  onTestFinished(() => {
    ended.abort();
    Reflect.set(Client.prototype, 'query', query);
  });
  Client.prototype.query = function watched(this: Client, ...args: unknown[]) {
    const answer = query.apply(this, args);
    if (!/from write_(orders|single_order)\b/.test(JSON.stringify(args[0]))) return answer;
    seen.push('sent');
    const isFirst = seen.length === 1;
    return until(() => (isFirst ? writer.waiting > 0 : seen.includes('first'))).then(() => answer);
  } as never;
  const placed = place(first, writer).then(answered('first'));
  while (seen.length === 0) await sleep(0);
  await Promise.all([placed, place(next, writer).then(answered('next'))]);
  expect(seen).toEqual(['sent', 'sent', 'first', 'next']);
});

test('a held portion of one restaurant delays nobody else, and its own order is placed once it is let go', async () => {
  const [held, calm] = [await makeGuest(), await makeGuest()];
  const writer = new OrderWriter(database.orderDb, testLog);
  await Promise.all([place(held, writer), place(calm, writer)]);
  /** The restaurants whose orders a batch has left out. */
  const leftOut: RestaurantId[] = [];
  const watched = watchLeftOut(writer, (restaurantId) => leftOut.push(restaurantId));
  const { waiting } = await transaction(database.db, held.made.id, async (tx) => {
    await tx.selectFrom('items').select('id').where('id', '=', held.made.items.special).forUpdate().execute();
    let isPlaced = false;
    const waiting = place(held, watched).then((order) => {
      isPlaced = true;
      return order;
    });
    // Answered while the portion is held: otherwise this waits for ever.
    for (let n = 2; n <= 6; n++) expect((await place(calm, watched)).orderNumber).toBe(n);
    while (leftOut.length === 0) await sleep(5);
    expect({ leftOut, isPlaced }).toEqual({ leftOut: [held.made.id], isPlaced: false });
    return { waiting };
  });
  expect((await waiting).orderNumber).toBe(2);
});

test('an order whose rows somebody else has is tried three times, with a pause, and then goes alone', async () => {
  const guest = await makeGuest();
  const writer = new OrderWriter(database.orderDb, testLog);
  await place(guest, writer);
  const sent: number[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this`
  const query = Client.prototype.query;
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function timed(this: Client, ...args: unknown[]) {
    if (JSON.stringify(args[0]).includes('from write_single_order')) sent.push(performance.now());
    return Reflect.apply(query, this, args) as never;
  });
  onTestFinished(() => spy.mockRestore());
  const leftOut = Promise.withResolvers<void>();
  const watched = watchLeftOut(writer, () => leftOut.resolve());
  const { placed } = await transaction(database.db, guest.made.id, async (tx) => {
    await tx.selectFrom('items').select('id').where('id', '=', guest.made.items.special).forUpdate().execute();
    const placing = place(guest, watched);
    await leftOut.promise;
    return { placed: placing };
  });
  expect((await placed).orderNumber).toBe(2);
  expect(sent).toHaveLength(3);
  // A timer may end nearly a millisecond early.
  expect(Math.min(sent[1]! - sent[0]!, sent[2]! - sent[1]!)).toBeGreaterThan(1.25);
});

/** Gives the database a rule that nobody else knows, so that it alone refuses. */
async function refuseOrdersOf({ made }: Guest): Promise<void> {
  const name = `orders_test_${made.id.replaceAll('-', '')}`;
  const rule = `check (restaurant_id <> '${made.id}') not valid`;
  await administer(database.target, `alter table orders add constraint ${name} ${rule}`);
  onTestFinished(() => administer(database.target, `alter table orders drop constraint ${name}`));
}

test('an order that the database refuses fails none of those that arrived with it', async () => {
  const guests = await Promise.all(Array.from({ length: 4 }, makeGuest));
  const warn = vi.fn();
  const writer = new OrderWriter(database.orderDb, { warn });
  await Promise.all(guests.map((guest) => place(guest, writer)));
  await refuseOrdersOf(guests[0]!);
  const results = await Promise.allSettled(guests.map((guest) => place(guest, writer)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  expect(await storedOrders(guests.slice(0, 1))).toHaveLength(1);
  const facts = { err: expect.objectContaining({ code: '23514' }) as Error, orders: 4 };
  expect(warn.mock.calls).toEqual([[facts, expect.stringMatching(/^A batch of orders failed/)]]);
  // From here on the failing restaurant goes alone, and the others are a batch again.
  await Promise.allSettled(guests.map((guest) => place(guest, writer)));
  const newest = (await storedOrders(guests)).filter(({ order_number }) => order_number === 3);
  expect(newest).toHaveLength(3);
  expect(new Set(newest.map(({ writtenBy }) => writtenBy)).size).toBe(1);
  // A fault that lasts fails batch after batch, and is logged once a minute.
  await refuseOrdersOf(guests[1]!);
  const later = await Promise.allSettled(guests.slice(1).map((guest) => place(guest, writer)));
  expect(later.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(warn).toHaveBeenCalledOnce();
});

test.each(Object.entries(batchStatements))(
  '%s writes no order of a restaurant that the batch does not name, nor a row of an order that is not in it',
  async (_, statement) => {
    const [ours, theirs] = [await makeGuest(), await makeGuest()];
    const writer = new OrderWriter(database.orderDb, testLog);
    const { _id: theirOrder } = await place(theirs, writer);
    const write = (parts: BatchParts) =>
      runStatement<{ outcome: string }>(database.orderDb, statement, [[ours.made.id], ...batchParameters(parts)]);
    expect(await write(await orderBatch(database.db, ours))).toMatchObject([{ outcome: 'written' }]);
    expect(await write(await orderBatch(database.db, theirs))).toMatchObject([{ outcome: 'busy' }]);
    const before = await rowsOf(theirs);
    const parts = await orderBatch(database.db, ours);
    const { orders, lines, options, changes } = parts;
    const stray = { order_id: theirOrder, line_number: 9, position: 9, version: 9 };
    const withStray = <Row extends object>(rows: Row[], named: object = stray) => [...rows, { ...rows[0]!, ...named }];
    const strays = {
      orders: withStray(orders, { id: newId() }),
      lines: withStray(lines),
      options: withStray(options),
      changes: withStray(changes),
    };
    expect(await write({ ...parts, ...strays })).toMatchObject([{ outcome: 'written' }]);
    expect(await rowsOf(theirs)).toEqual(before);
    expect(await rowsOf(ours)).toEqual({ orders: 2, lines: 2, options: 2, changes: 2 });
  },
);

test('no batch overtakes whoever waits for a row that orders need', async () => {
  const [guest, neighbour] = [await makeGuest(), await makeGuest()];
  const { made } = guest;
  const batch = async (client: PoolClient, ...guests: Guest[]) => {
    const parts = await orderBatch(database.db, ...guests);
    const ids = guests.map((one) => one.made.id);
    const { rows } = await client.query<{ outcome: string }>(batchStatements.writeOrders, [
      ids,
      ...batchParameters(parts),
    ]);
    return rows.map(({ outcome }) => outcome);
  };
  const [first, second] = [await database.pool.connect(), await database.pool.connect()];
  onTestFinished(() => {
    first.release(true);
    second.release(true);
  });
  await first.query('begin');
  expect(await batch(first, guest)).toEqual(['written']);
  const told = transaction(database.db, made.id, (tx) =>
    appendEvent(tx, made.id, { type: 'catalogue.changed' }, new Date()),
  );
  const waiters = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await database.pool.query(waiters)).rowCount).toBe(1);
  expect(await batch(second, guest, neighbour)).toEqual(['busy', 'written']);
  await first.query('commit');
  expect(await told).toBe(2);
  expect(await batch(second, guest)).toEqual(['written']);
});

/** How many rows of each table the guest's restaurant has. */
async function rowsOf({ made }: Guest) {
  const count = (table: string) =>
    sql`(select count(*)::integer from ${sql.table(table)} where restaurant_id = ${made.id})`;
  const { rows } = await transaction(database.db, made.id, (tx) =>
    sql`select ${count('orders')} as orders, ${count('order_lines')} as lines, ${count('order_line_options')} as options,
      ${count('order_status_changes')} as changes`.execute(tx),
  );
  return rows[0];
}

test('an order whose answer was lost is answered by its key, and written once', async () => {
  const guest = await makeGuest();
  const line = await openLine();
  onTestFinished(line.close);
  const writer = new OrderWriter(line.database.orderDb, testLog);
  await place(guest, writer, 'first');
  line.withholdAnswers();
  const answered = place(guest, writer, 'second');
  const count = async () => (await storedOrders([guest])).length;
  while ((await count()) < 2) await sleep(5);
  line.cut();
  expect((await answered).orderNumber).toBe(2);
  expect(await count()).toBe(2);
});

test('an order without a key whose answer was lost is not written again', async () => {
  const guest = await makeGuest();
  const line = await openLine();
  onTestFinished(line.close);
  const writer = new OrderWriter(line.database.orderDb, testLog);
  await place(guest, writer);
  line.withholdAnswers();
  const answered = place(guest, writer).catch((error: unknown) => error);
  const count = async () => (await storedOrders([guest])).length;
  while ((await count()) < 2) await sleep(5);
  line.cut();
  const error = await answered;
  expect(error).toBeInstanceOf(DatabaseUnavailable);
  expect(error).toMatchObject({ outcomeUnknown: true });
  expect(await count()).toBe(2);
});

/** The same database through a line that can lose answers. */
async function openLine() {
  const { target } = database;
  const url = target.connectionString === undefined ? undefined : new URL(target.connectionString);
  const host = url?.hostname || (target.host ?? 'localhost');
  const port = Number(url?.port || (target.port ?? 5432));
  const sockets: Socket[] = [];
  let withholds = false;
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connectSocket(join(host, `.s.PGSQL.${port}`)) : connectSocket({ host, port });
    sockets.push(near, far);
    near.pipe(far);
    far.on('data', (data) => withholds || near.write(data));
    for (const socket of [near, far]) socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: nearPort } = server.address() as AddressInfo;
  if (url) Object.assign(url, { hostname: '127.0.0.1', port: String(nearPort) });
  const near = url ? { connectionString: url.href } : { ...target, host: '127.0.0.1', port: nearPort };
  const through = await connect(foreignEngine(near), testLog);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    database: through,
    withholdAnswers: () => (withholds = true),
    cut,
    close: async () => {
      cut();
      await through.close();
      server.close();
    },
  };
}
