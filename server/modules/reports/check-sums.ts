import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction, transaction, type Tx } from '#server/db/transaction.ts';
import { sumsOfDays, sumsOfMonth } from './keep-sums.ts';
import { daysBetween, lastOfMonth } from './summed-days.ts';

/** A month of a restaurant whose sums are not those of its orders, and in which table. */
interface WrongSums {
  restaurantId: RestaurantId;
  /** 'YYYY-MM'. */
  month: string;
  table: string;
}

interface ComparedSums {
  wrong: WrongSums[];
  /** Restaurants whose sums were compared, of those that have some. */
  compared: number;
  restaurants: number;
}

/** Adds up all orders in the sums of the reports once more, a month at a time. */
export async function findWrongSums(db: Db): Promise<WrongSums[]> {
  return (await compareSums(db, Infinity)).wrong;
}

/** The same for so many restaurants as there is time for, at least one, drawn by chance: each run looks at others. */
export async function compareSums(db: Db, withinMs: number): Promise<ComparedSums> {
  const end = performance.now() + withinMs;
  const restaurants = await platformTransaction(
    db,
    'administration',
    (tx) =>
      tx
        .selectFrom('report_progress')
        .select('restaurant_id')
        .orderBy(sql`random()`)
        .execute(),
    { readOnly: true },
  );
  const wrong: WrongSums[] = [];
  let compared = 0;
  for (const { restaurant_id: restaurantId } of restaurants) {
    if (compared > 0 && performance.now() >= end) break;
    wrong.push(...(await compareRestaurant(db, restaurantId)));
    compared += 1;
  }
  return { wrong, compared, restaurants: restaurants.length };
}

async function compareRestaurant(db: Db, restaurantId: RestaurantId): Promise<WrongSums[]> {
  const wrong: WrongSums[] = [];
  for (const month of await transaction(db, restaurantId, (tx) => listMonths(tx, restaurantId), { readOnly: true })) {
    const tables = await transaction(db, restaurantId, (tx) => compareMonth(tx, restaurantId, month), {
      isolation: 'repeatable read',
      readOnly: true,
      searches: true,
      statementTimeoutMs: 120_000,
    });
    wrong.push(...tables.map((table) => ({ restaurantId, month, table })));
  }
  return wrong;
}

/** The months with orders or sums up to the day of the progress. */
async function listMonths(tx: Tx, restaurantId: RestaurantId): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select to_char(month, 'YYYY-MM') as month
    from generate_series(
      least((select min(placed_on) from orders where restaurant_id = ${restaurantId}),
        (select min(starts_on) from report_sums where restaurant_id = ${restaurantId} and span = 'day')),
      (select summed_to from report_progress where restaurant_id = ${restaurantId}) + interval '1 month', interval '1 month') as month
    `.execute(tx);
  return rows.map(({ month }) => month);
}

/** @returns the tables that differ; days that changed since they were summed up are not looked at. */
async function compareMonth(tx: Tx, restaurantId: RestaurantId, month: string): Promise<string[]> {
  const first = `${month}-01`;
  const last = lastOfMonth(first);
  const { rows: progress } = await sql<{ summed_to: string; changed: string[] }>`
    select summed_to::text, array(
      select distinct placed_on::text from report_changes
      where restaurant_id = ${restaurantId} and placed_on between ${first}::date and ${last}::date
    ) as changed
    from report_progress where restaurant_id = ${restaurantId}`.execute(tx);
  const { summed_to: summedTo, changed } = progress[0] ?? { summed_to: '', changed: [] };
  const days = daysBetween(first, last < summedTo ? last : summedTo).filter((day) => !changed.includes(day));
  const isOfDays = sql`restaurant_id = ${restaurantId} and starts_on = any(${days}::date[])`;
  const pairs = [
    ['report_sums', sql`${isOfDays} and span = 'day'`, sumsOfDays(restaurantId, days).report_sums],
    ['report_items', sql`${isOfDays} and span = 'day'`, sumsOfDays(restaurantId, days).report_items],
    ['report_times', isOfDays, sumsOfDays(restaurantId, days).report_times],
  ] as const;
  const ofMonth = sql`restaurant_id = ${restaurantId} and span = 'month' and starts_on = ${first}::date`;
  const months = sumsOfMonth(restaurantId, first);
  const timesOfMonth = sql`restaurant_id = ${restaurantId} and starts_on = ${first}::date`;
  // Without a row its times are read by their days.
  const isKept = sql`exists (select from report_month_times where ${timesOfMonth})`;
  const isWhole = changed.length === 0 && last <= summedTo;
  const monthPairs = isWhole
    ? ([
        ['report_sums', ofMonth, months.report_sums],
        ['report_items', ofMonth, months.report_items],
        [
          'report_month_times',
          timesOfMonth,
          sql`select * from (${months.report_month_times}) as times where ${isKept}`,
        ],
      ] as const)
    : [];
  const wrong = new Set<string>();
  for (const [table, isCompared, expected] of [...pairs, ...monthPairs]) {
    const { rows } = await sql`
      with kept as (select * from ${sql.table(table)} where ${isCompared}), expected as materialized (${expected})
      select from (
        (select * from kept except all select * from expected) union all (select * from expected except all select * from kept)
      ) as different limit 1`.execute(tx);
    if (rows.length > 0) wrong.add(table);
  }
  return [...wrong];
}
