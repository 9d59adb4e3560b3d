/** An archive shows one moment, whatever is written while it is read. */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '#server/db/transaction.ts';
import { readWholeArchive } from '#server/test/data/archive-files.ts';
import { largeBurger, pickupOrder } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner } from '#server/test/data/restaurant.ts';
import { makeSample, type Sample } from '#server/test/data/sample-input.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { testLog } from '#server/test/servers/log.ts';
import { writeArchive } from './write-archive.ts';

let server: TestApp;
let ours: Sample;
beforeAll(async () => {
  server = await startApp();
  ours = await makeSample(server);
});
afterAll(() => server.close());

/** Writes an archive, and does the work when the rows of a table are asked for the first time. */
async function archiveWhile(table: string, work: () => Promise<void>): Promise<Buffer> {
  const query = Reflect.get(Client.prototype, 'query') as (...given: unknown[]) => unknown;
  let isDone = false;
  Client.prototype.query = function watched(this: Client, ...args: unknown[]) {
    const ask = () => query.apply(this, args);
    const [asked] = args as [string | { text: string }];
    const text = typeof asked === 'string' ? asked : asked.text;
    if (isDone || !text.includes(`from "${table}" where restaurant_id`)) return ask();
    isDone = true;
    return work().then(ask);
  } as never;
  try {
    const pieces: Buffer[] = [];
    for await (const piece of writeArchive(server.db, ours.id, {
      version: '0',
      takenAt: new Date(),
      pictureBucket: undefined,
      log: testLog,
    }))
      pieces.push(piece);
    expect(isDone).toBe(true);
    return Buffer.concat(pieces);
  } finally {
    Client.prototype.query = query as never;
  }
}

/** The sums of lines equal the subtotals, and every order has its lines and its history. */
function expectWhole(zip: Buffer): { orders: string[]; dish: unknown } {
  const { rows } = readWholeArchive(zip);
  const lines = rows('order_lines');
  const orders = rows('orders');
  for (const { id, subtotal_minor } of orders) {
    const own = lines.filter(({ order_id }) => order_id === id);
    expect(own.reduce((sum, { total_minor }) => sum + (total_minor as number), 0)).toBe(subtotal_minor);
    expect(rows('order_status_changes').filter(({ order_id }) => order_id === id).length).toBeGreaterThan(0);
  }
  const ids = orders.map(({ id }) => id as string);
  for (const table of ['order_lines', 'order_line_options', 'order_status_changes'])
    expect(rows(table).filter(({ order_id }) => !ids.includes(order_id as string))).toEqual([]);
  const taken = orders.reduce((sum, { order_number }) => Math.max(sum, order_number as number), 0);
  expect(rows('outlets').map(({ last_order_number }) => last_order_number)).toEqual([taken]);
  return { orders: ids, dish: rows('items').find(({ id }) => id === ours.items.burger)!['name'] };
}

test.each(['outlets', 'items', 'orders', 'order_lines', 'order_status_changes', 'audit_log_entries'])(
  'an order placed and a dish renamed while %s is read are in no table',
  async (table) => {
    const guest = await makeCustomer(server.db, ours.id);
    const owner = await makeOwner(server.db, ours.id);
    let placed = '';
    const before = await transaction(server.db, ours.id, (tx) =>
      tx.selectFrom('items').select('name').where('id', '=', ours.items.burger).executeTakeFirstOrThrow(),
    );
    const zip = await archiveWhile(table, async () => {
      const body = pickupOrder(ours, [largeBurger(ours, 2)], 45.94);
      const { order } = await server.call('POST /order/create-order', { body }, guest.token);
      placed = order._id;
      await server.call(
        'POST /menu/update-items-modifier/:id',
        { params: { id: ours.items.burger }, form: { name: `Renamed while ${table}` } },
        owner.token,
      );
    });
    const { orders, dish } = expectWhole(zip);
    expect(orders).not.toContain(placed);
    expect(dish).toBe(before.name);
    const after = expectWhole(await archiveWhile(table, async () => undefined));
    expect(after.orders).toContain(placed);
    expect(after.dish).toBe(`Renamed while ${table}`);
  },
);

test('a reader who goes away ends the transaction', async () => {
  const pieces = writeArchive(server.db, ours.id, {
    version: '0',
    takenAt: new Date(),
    pictureBucket: undefined,
    log: testLog,
  });
  await pieces.next();
  await pieces.return(undefined);
  const { rows } = await server.pool.query<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
  );
  expect(rows[0]!.open).toBe(0);
});
