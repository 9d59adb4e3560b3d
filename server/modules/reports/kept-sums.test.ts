/**
 * Reports with kept sums against an oracle that adds up all orders (decision 57): over random orders that end, begin
 * again, come late or go, with the sums kept at any time between, and for people of one outlet.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { OrderId, OutletId } from '#contract/base/ids.ts';
import { backUp } from '#server/db/backup/backup.ts';
import { restore } from '#server/db/backup/restore.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { foreignEngine } from '#server/db/engine/engine.ts';
import { readMigrations } from '#server/db/migrate.ts';
import { newId } from '#server/db/new-id.ts';
import { withinOutlets } from '#server/db/outlet-scope.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { eraseGuestFromOrders } from '#server/modules/ordering/erase-guest.ts';
import { listHistory } from '#server/modules/ordering/history/list-history.ts';
import { channelOf } from '#server/modules/ordering/history/history-filters.ts';
import { insertPastOrders } from '#server/test/data/past-orders.ts';
import { addUpOrders } from '#server/test/data/report-oracle.ts';
import { makeReported, type ReportedOrder } from '#server/test/data/reported-orders.ts';
import type { TestRestaurant } from '#server/test/data/restaurant.ts';
import { emptyDatabase, freshDatabase } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { compareSums, findWrongSums } from './check-sums.ts';
import { keepSums } from './keep-sums.ts';
import type { Scope } from './scope.ts';
import { type SoldItem, sumItems } from './sum-items.ts';
import { type Figures, sumSales } from './sum-sales.ts';
import { sumService, type Timing } from './sum-service.ts';

let database: Database;
let made: TestRestaurant;
let orders: ReportedOrder[];
const newYork = newId<OutletId>();

beforeAll(async () => {
  database = await freshDatabase();
  ({ made, orders } = await makeReported(database.db, newYork));
});
afterAll(() => database.close());

/** A generator of numbers from 0 to below `most`, the same in every run. */
let state = 20_261_123;
function any(most: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * most);
}
const oneOf = <T>(list: readonly T[]) => list[any(list.length)]!;

const dayOfYear = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10);

function anyScope(): Scope {
  const first = any(300);
  const to = first + oneOf([0, 6, 40, 100, 365]);
  return {
    restaurantId: made.id,
    from: dayOfYear(first),
    to: dayOfYear(to),
    outletId: oneOf([null, null, newYork, made.outletId]),
  };
}

const year: Scope = { restaurantId: '' as never, from: '2026-01-01', to: '2026-12-31', outletId: null };

/** Both in one snapshot, in one form. */
function readBoth(scope: Scope, db = database.db) {
  return transaction(
    db,
    scope.restaurantId,
    async (tx) => {
      const sales = await sumSales(tx, scope);
      const items = await sumItems(tx, scope);
      const service = await sumService(tx, scope);
      const expected = await addUpOrders(tx, scope);
      const byKey = (rows: readonly [string | number, Figures][]) => {
        const sums: Record<string, number[]> = {};
        for (const [key, { orders: count, net, tax, deliveryFees, tips, discounts, total }] of rows) {
          const figures = [count, net, tax, deliveryFees, tips, discounts, total];
          sums[key] = (sums[key] ?? figures.map(() => 0)).map((sum, index) => sum + figures[index]!);
        }
        return sums;
      };
      const rowsBy = (key: 'day' | 'hour' | 'outlet_id' | 'type' | 'payment' | 'platform' | 'tax_rate_bp') =>
        expected.sums.flatMap((row): [string | number, Figures][] => {
          const { orders: count, tax, fees, tips, discounts, total } = row;
          const net = (total - fees - tips - tax) as Figures['net'];
          return row[key] === null
            ? []
            : [[row[key], { orders: count, net, tax, deliveryFees: fees, tips, total, discounts }]];
        });
      const keyOfAll = ['day', 'hour', 'outlet_id', 'type', 'payment', 'platform', 'tax_rate_bp'] as const;
      const all = expected.sums.find((row) => keyOfAll.every((key) => row[key] === null));
      // The modifier lists of an option are those of now, whatever is kept.
      const sold = (rows: readonly Omit<SoldItem, 'lists'>[]) =>
        rows
          .map(({ id, name, quantity, orders, total }) => ({ id, name, quantity, orders, total }))
          .toSorted((one, other) => (one.id < other.id ? -1 : 1));
      const ended = (kind: string) => {
        const some = expected.endings.filter((ending) => ending.ended === kind);
        return {
          orders: some.reduce((sum, row) => sum + row.orders, 0),
          total: some.reduce((sum, row) => sum + row.total, 0),
        };
      };
      const rounded = ({ orders: count, spans, average, median, ninetieth }: Timing<string>) => ({
        orders: count,
        spans,
        seconds: [average, median, ninetieth].map((seconds) => Math.round(seconds) + 0),
      });
      return {
        kept: {
          total: [sales.total.orders, sales.total.total, sales.subtotal, sales.atWork],
          rejected: sales.rejected,
          cancelled: sales.cancelled,
          days: byKey(sales.days.map((row) => [row.day, row])),
          hours: byKey(sales.hours.map((row) => [row.hour, row])),
          outlets: byKey(sales.outlets.map((row) => [row.outletId, row])),
          types: byKey(sales.types.map((row) => [row.type, row])),
          payments: byKey(sales.payments.map((row) => [row.paymentMethod, row])),
          channels: byKey(sales.channels.map((row) => [row.channel, row])),
          tax: byKey(sales.tax.map((row) => [row.taxRateBp, row])),
          items: sold(items.items),
          options: sold(items.options),
          acceptance: rounded(service.acceptance),
          readiness: rounded(service.readiness),
          endings: service.endings,
        },
        expected: {
          total: [all?.orders ?? 0, all?.total ?? 0, all?.subtotal ?? 0, all?.at_work ?? 0],
          rejected: ended('rejected'),
          cancelled: ended('cancelled'),
          days: byKey(rowsBy('day')),
          hours: byKey(rowsBy('hour')),
          outlets: byKey(rowsBy('outlet_id')),
          types: byKey(rowsBy('type')),
          payments: byKey(rowsBy('payment')),
          channels: byKey(rowsBy('platform').map(([platform, figures]) => [channelOf(String(platform)), figures])),
          tax: byKey(rowsBy('tax_rate_bp')),
          items: sold(expected.items as SoldItem[]),
          options: sold(expected.options as SoldItem[]),
          acceptance: expected.acceptance,
          readiness: expected.readiness,
          endings: expected.endings,
        },
      };
    },
    { isolation: 'repeatable read', readOnly: true, searches: true },
  );
}

async function expectSame(scope: Scope): Promise<void> {
  const { kept, expected } = await readBoth(scope);
  expect(kept, JSON.stringify(scope)).toEqual(expected);
}

/** Moves an order anywhere, as the moves of orders write it: the status is always among the columns written. */
async function moveAny(id: OrderId): Promise<void> {
  const status = oneOf(['New', 'Confirmed', 'Ready', 'Completed', 'Completed', 'Cancelled']);
  const accepted = status === 'New' ? null : `${any(900_000)} milliseconds`;
  const ready = status === 'New' || status === 'Confirmed' ? null : `${any(4_000_000) - 900_000} milliseconds`;
  await transaction(database.db, made.id, (tx) =>
    sql`update orders set status = ${status}, status_version = status_version + 1,
        cancel_reason = ${status === 'Cancelled' ? oneOf(['too_busy', 'other', 'no cheese']) : null},
        accepted_at = placed_at + ${accepted}::interval, promised_at = placed_at + ${accepted}::interval,
        ready_at = placed_at + ${ready}::interval
      where restaurant_id = ${made.id} and id = ${id}`.execute(tx),
  );
}

/** Places orders on days that may be in the sums already, as a clock that jumped back would. */
let number = 10_000;
async function placeAny(): Promise<OrderId[]> {
  const like = oneOf(orders);
  number += 1;
  const placedAt = new Date(Date.UTC(2026, 0, any(330), any(24), any(60), 0, any(1000))).toISOString();
  const order = { ...like, number, placedAt, status: oneOf(['New', 'Ready', 'Completed', 'Cancelled'] as const) };
  const ids = await insertPastOrders(database.db, made, [order]);
  orders.push(...ids.map((id) => ({ ...order, id })));
  return ids;
}

async function removeAny(): Promise<void> {
  const [order] = orders.splice(any(orders.length), 1);
  await platformTransaction(database.db, 'seed', async (tx) => {
    for (const table of ['order_line_options', 'order_lines', 'order_status_changes'] as const) {
      await sql`delete from ${sql.table(table)} where restaurant_id = ${made.id} and order_id = ${order!.id}`.execute(
        tx,
      );
    }
    await sql`delete from orders where restaurant_id = ${made.id} and id = ${order!.id}`.execute(tx);
  });
}

test('reports are those of the orders, whatever happened since their days were summed up', async () => {
  const wholeYear = { ...year, restaurantId: made.id };
  await expectSame(wholeYear);
  for (let round = 0; round < 24; round++) {
    if (round % 3 === 0) await keepSums(database.db, new Date(Date.UTC(2026, 1 + round / 3, any(28))));
    for (let n = 0; n < 12; n++) await moveAny(oneOf(orders).id);
    for (let n = 0; n < 3; n++) await placeAny();
    await removeAny();
    await expectSame(anyScope());
    await withinOutlets([oneOf([newYork, made.outletId])], () => expectSame(anyScope()));
  }
  await keepSums(database.db, new Date('2027-02-01'));
  await expectSame(wholeYear);
  expect(await findWrongSums(database.db)).toEqual([]);
});

test('a month whose last days bring no order is in the sums of the months', async () => {
  const { made: closedOnSundays } = await makeReported(database.db, newId<OutletId>());
  const scope = { ...year, restaurantId: closedOnSundays.id };
  await transaction(database.db, closedOnSundays.id, async (tx) => {
    // Their deletion is a change as well, which would have their days summed up again.
    for (const table of ['orders', 'report_changes'] as const) {
      await sql`delete from ${sql.table(table)}
        where restaurant_id = ${closedOnSundays.id} and placed_on between '2026-05-30' and '2026-06-02'`.execute(tx);
    }
  });
  for (const now of ['2026-05-31', '2026-06-01', '2026-06-05', '2026-06-09']) {
    await keepSums(database.db, new Date(now));
    await expectSame(scope);
  }
  expect(await findWrongSums(database.db)).toEqual([]);
});

test('orders that move while two servers keep the sums are in them or read beside them', async () => {
  const over = new AbortController();
  const keeping = Array.from({ length: 2 }, async () => {
    while (!over.signal.aborted) {
      await keepSums(database.db, new Date('2027-02-01'));
      await turn();
    }
  });
  try {
    for (let round = 0; round < 8; round++) {
      await Promise.all([...Array.from({ length: 6 }, () => moveAny(oneOf(orders).id)), placeAny()]);
      await expectSame({ ...year, restaurantId: made.id });
    }
  } finally {
    over.abort();
    await Promise.all(keeping);
  }
  await keepSums(database.db, new Date('2027-02-01'));
  const left = await transaction(database.db, made.id, (tx) => tx.selectFrom('report_changes').selectAll().execute());
  expect(left).toEqual([]);
  expect(await findWrongSums(database.db)).toEqual([]);
});

test('the ids of kept days contain the same parts as those of the orders', async () => {
  await keepSums(database.db, new Date('2026-09-01'));
  for (let n = 0; n < 5; n++) await moveAny(oneOf(orders).id);
  await placeAny();
  const listed = (outletId: OutletId | null) =>
    orders.filter((o) => !outletId || (o.outletId ?? made.outletId) === outletId);
  for (let round = 0; round < 30; round++) {
    const from = any(30);
    const part = oneOf(orders).id.slice(from, from + 3 + any(6));
    // A number is looked for first.
    if (/^\d+$/.test(part)) continue;
    for (const outletId of [null, newYork]) {
      for (const areTests of [false, true]) {
        const isFound = (order: ReportedOrder) => (order.isTest === true) === areTests && order.id.includes(part);
        const filters = { id: part, ...(areTests && { tests: 'true' as const }) };
        const page = await withinOutlets(outletId === null ? null : [outletId], () =>
          listHistory(database.db, made.id, filters, { sort: '-createdAt', page: 1, size: 'all' }),
        );
        const expected = listed(outletId).filter(isFound);
        expect(page.orders.map(({ id }) => id).toSorted(), part).toEqual(expected.map(({ id }) => id).toSorted());
      }
    }
  }
});

test('an erased guest changes the reasons that staff typed and no other sum, and a restored backup has them', async () => {
  await keepSums(database.db, new Date('2027-02-01'));
  const wholeYear = { ...year, restaurantId: made.id };
  const before = await readBoth(wholeYear);
  await transaction(database.db, made.id, (tx) => eraseGuestFromOrders(tx, made.id, orders[0]!.customerId!));
  await expectSame(wholeYear);
  await keepSums(database.db, new Date('2027-02-01'));
  await expectSame(wholeYear);
  const { kept } = await readBoth(wholeYear);
  expect({ ...kept, endings: [] }).toEqual({ ...before.kept, endings: [] });
  const changes = await transaction(database.db, made.id, (tx) =>
    tx.selectFrom('report_changes').selectAll().execute(),
  );
  expect(changes).toEqual([]);

  const folder = await mkdtemp(join(tmpdir(), 'om-sums-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await backUp(database.target, join(folder, 'sums.omb'), new Date());
  const { target, drop } = await emptyDatabase();
  await restore(target, join(folder, 'sums.omb'), await readMigrations(), testLog);
  const restored = await connect(foreignEngine(target, drop), testLog);
  try {
    expect(await findWrongSums(restored.db)).toEqual([]);
    expect((await readBoth(wholeYear, restored.db)).kept).toEqual(kept);
    // An order that ends there is noted with the others.
    await transaction(restored.db, made.id, (tx) =>
      sql`update orders set status = 'Cancelled' where status = 'Completed' and not is_test`.execute(tx),
    );
    const after = await readBoth(wholeYear, restored.db);
    expect(after.kept).toEqual(after.expected);
    expect(after.kept).not.toEqual(kept);
  } finally {
    await restored.close();
  }
});

test('a sum that is not that of the orders is found', async () => {
  await keepSums(database.db, new Date('2027-02-01'));
  await transaction(database.db, made.id, (tx) =>
    sql`update report_items set quantity = quantity + 1 where (span, starts_on, outlet_id, item_id) = (
        select span, starts_on, outlet_id, item_id from report_items where span = 'day' and starts_on between '2026-02-01' and '2026-02-28' limit 1)`.execute(
      tx,
    ),
  );
  expect(await findWrongSums(database.db)).toEqual([
    { restaurantId: made.id, month: '2026-02', table: 'report_items' },
  ]);
});

test('without time the sums of one restaurant are compared, with time those of all, and both numbers are told', async () => {
  const { rows } = await platformTransaction(database.db, 'administration', (tx) =>
    sql<{ count: number }>`select count(*)::int as count from report_progress`.execute(tx),
  );
  const restaurants = rows[0]!.count;
  expect(restaurants).toBeGreaterThan(1);
  expect(await compareSums(database.db, 0)).toMatchObject({ compared: 1, restaurants });
  expect(await compareSums(database.db, 600_000)).toMatchObject({ compared: restaurants, restaurants });
});
