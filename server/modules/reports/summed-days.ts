import { sql } from 'kysely';
import { DAY } from '#contract/base/time.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Scope } from './scope.ts';
import { isOfOutlet, type Orders } from './sums-of-orders.ts';

/** A report's days, by where their orders are read. Together they have each order once. */
export interface SummedDays {
  /** The first days of the months that are in the sums as a whole. */
  months: string[];
  /** The other days in the sums. */
  days: string[];
  /** The days of both. */
  allDays: string[];
  /** The orders beside the sums: of days that are not in them, or changed since, and those that have not ended. */
  orders: Orders;
}

/** Finds the sums that hold for the snapshot of this transaction, which needs to be repeatable. */
export async function findSummedDays(tx: Tx, scope: Scope): Promise<SummedDays> {
  const { restaurantId, from, to } = scope;
  const { rows } = await sql<{ summed_to: string; changed: string[] }>`
    select summed_to::text, array(
      select distinct placed_on::text from report_changes
      where restaurant_id = ${restaurantId} and placed_on between ${from}::date and least(${to}::date, summed_to)
    ) as changed
    from report_progress where restaurant_id = ${restaurantId}`.execute(tx);
  const { summed_to: summedTo, changed } = rows[0] ?? { summed_to: dayBefore(from), changed: [] };
  const excluded = new Set(changed);
  const lastDay = summedTo < to ? summedTo : to;
  const allDays = daysBetween(from, lastDay).filter((day) => !excluded.has(day));
  const { months, days } = wholeMonths(allDays);
  return { months, days, allDays, orders: ordersBeside(scope, lastDay < from ? dayBefore(from) : lastDay, changed) };
}

/** Separate parts, so that each is read by its own index. */
function ordersBeside(
  { restaurantId, from, to, outletId }: Scope,
  lastDay: string,
  changed: readonly string[],
): Orders {
  const isCounted = sql`restaurant_id = ${restaurantId} and not is_test
    and (${isOfOutlet(outletId)}) is true`;
  return sql`(
    select * from orders where ${isCounted} and placed_on > ${lastDay}::date and placed_on <= ${to}::date
    union all
    select * from orders where ${isCounted} and placed_on = any(${changed}::date[])
    union all
    select * from orders where ${isCounted} and status in ('New', 'Confirmed', 'Ready')
      and placed_on between ${from}::date and ${lastDay}::date and placed_on <> all(${changed}::date[])
  )`;
}

/** The days from the first to the last. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day);
  return days;
}

/** Separates the months all of whose days are there, as their first days, from the other days. */
function wholeMonths(allDays: readonly string[]): { months: string[]; days: string[] } {
  const byMonth = Map.groupBy(allDays, (day) => day.slice(0, 7));
  const isWhole = (days: readonly string[]) => days.length === Number(lastOfMonth(days[0]!).slice(8));
  const groups = [...byMonth.values()];
  return {
    months: groups.filter(isWhole).map((days) => days[0]!),
    days: groups.filter((days) => !isWhole(days)).flat(),
  };
}

/** The last day of the month of a day. */
export function lastOfMonth(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

const dayAfter = (day: string) => shifted(day, 1);
const dayBefore = (day: string) => shifted(day, -1);

function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}
