/** The times of whole months: packed without a loss, and never those of before a day was summed up anew. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutletId } from '#contract/base/ids.ts';
import type { Database } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction } from '#server/db/transaction.ts';
import { makeReported } from '#server/test/data/reported-orders.ts';
import { makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { findWrongSums } from './check-sums.ts';
import { keepSums } from './keep-sums.ts';
import { sumService } from './sum-service.ts';
import { timesOfMonth, visitMonthTimes } from './times-of-orders.ts';

let database: Database;
let made: TestRestaurant;
const newYork = newId<OutletId>();
const afterTheYear = new Date('2027-02-01');

beforeAll(async () => {
  database = await freshDatabase();
  ({ made } = await makeReported(database.db, newYork));
  await keepSums(database.db, afterTheYear);
});
afterAll(() => database.close());

/** Milliseconds as the sums of a day have them. */
function packDay(times: readonly number[]): Buffer {
  const bytes = Buffer.alloc(times.length * 6);
  times.toSorted((one, other) => one - other).forEach((time, index) => bytes.writeIntBE(time, index * 6, 6));
  return bytes;
}

async function packMonth(days: readonly (readonly number[])[]): Promise<Buffer> {
  const { id } = await makeRestaurant(database.db);
  const outletId = newId<OutletId>();
  return transaction(database.db, id, async (tx) => {
    await tx
      .insertInto('report_times')
      .values(
        days.map((times, index) => ({
          restaurant_id: id,
          kind: 'readiness' as const,
          starts_on: `2026-03-${String(index + 1).padStart(2, '0')}`,
          outlet_id: outletId,
          times: packDay(times),
        })),
      )
      .execute();
    const { rows } = await sql<{
      times: Buffer;
    }>`select times from (${timesOfMonth(id, '2026-03-01')}) as month`.execute(tx);
    return rows[0]!.times;
  });
}

function unpack(packed: Buffer): number[] {
  const times: number[] = [];
  visitMonthTimes(packed, (time) => times.push(time));
  return times;
}

test.each<[what: string, days: number[][], bytes: number]>([
  ['one time', [[90_000]], 7],
  ['equal times of two days', [[5, 5], [5]], 7 + 1 + 1],
  ['gaps about a byte', [[0, 127, 255]], 7 + 1 + 2],
  ['gaps about two bytes', [[0, 16_383, 32_767]], 7 + 2 + 7],
  [
    'before and after the promise',
    [
      [-70_000, -1],
      [0, 1],
    ],
    7 + 7 + 1 + 1,
  ],
  ['the longest there are', [[-(2 ** 47), 2 ** 47 - 1]], 7 + 7],
])('%s: all come back as they were', async (_, days, bytes) => {
  const packed = await packMonth(days);
  expect(unpack(packed)).toEqual(days.flat().toSorted((one, other) => one - other));
  expect(packed.length).toBe(bytes);
});

test('a thousand times of an evening come back from two bytes each', async () => {
  let state = 7;
  const any = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most;
  const days = Array.from({ length: 31 }, () => Array.from({ length: 33 }, () => any(3_600_000) - 600_000));
  const packed = await packMonth(days);
  expect(unpack(packed)).toEqual(days.flat().toSorted((one, other) => one - other));
  expect(packed.length).toBeLessThan(1_023 * 2.1);
});

const readService = () =>
  transaction(
    database.db,
    made.id,
    (tx) => sumService(tx, { restaurantId: made.id, from: '2026-01-01', to: '2026-12-31', outletId: null }),
    { isolation: 'repeatable read', readOnly: true },
  );

const monthsKept = () =>
  transaction(database.db, made.id, async (tx) => {
    const { rows } = await sql<{ month: string }>`
      select distinct to_char(starts_on, 'YYYY-MM') as month from report_month_times order by 1`.execute(tx);
    return rows.map(({ month }) => month);
  });

/** The generated orders begin in March. */
const allMonths = Array.from({ length: 10 }, (_, index) => `2026-${String(index + 3).padStart(2, '0')}`);

test('a day that a program of before sums up again takes its month to its days', async () => {
  const before = await readService();
  expect(await monthsKept()).toEqual(allMonths);
  await transaction(database.db, made.id, async (tx) => {
    const isOfDay = sql`restaurant_id = ${made.id} and starts_on = '2026-05-10' and kind = 'acceptance'`;
    const { rows } = await sql<{ times: Buffer; outlet_id: OutletId }>`
      delete from report_times where ${isOfDay} returning times, outlet_id`.execute(tx);
    const { times, outlet_id: outletId } = rows[0]!;
    await tx
      .insertInto('report_times')
      .values({
        restaurant_id: made.id,
        kind: 'acceptance',
        starts_on: '2026-05-10',
        outlet_id: outletId,
        times: Buffer.concat([times, packDay([8 * 3_600_000])]),
      })
      .execute();
  });
  expect(await monthsKept()).toEqual(allMonths.filter((month) => month !== '2026-05'));
  const after = await readService();
  expect(after.acceptance.orders).toBe(before.acceptance.orders + 1);
  expect(after.readiness).toEqual(before.readiness);

  // The day differs from its orders, and the months have none that differs from its days.
  expect(await findWrongSums(database.db)).toEqual([
    { restaurantId: made.id, month: '2026-05', table: 'report_times' },
  ]);
});

test('months without times get them with the next day that is summed up, and the report is the same', async () => {
  const before = await readService();
  await transaction(database.db, made.id, async (tx) => {
    await sql`delete from report_month_times where restaurant_id = ${made.id}`.execute(tx);
    await sql`insert into report_changes (restaurant_id, placed_on, outlet_id) values (${made.id}, '2026-08-03', ${made.outletId})`.execute(
      tx,
    );
  });
  expect(await readService()).toEqual(before);
  await keepSums(database.db, afterTheYear);
  // The month of the day, the last one, and six of the others.
  expect(await monthsKept()).toEqual(allMonths.slice(-8));
  expect(await readService()).toEqual(before);
});

test('times of a month that are not those of its days are found', async () => {
  await transaction(database.db, made.id, (tx) =>
    sql`update report_month_times set times = times || '\\x01' where restaurant_id = ${made.id} and starts_on = '2026-09-01'
      and outlet_id = ${newYork} and kind = 'acceptance'`.execute(tx),
  );
  expect(await findWrongSums(database.db)).toContainEqual({
    restaurantId: made.id,
    month: '2026-09',
    table: 'report_month_times',
  });
});
