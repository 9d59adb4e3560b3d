import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction, transaction, type Tx } from '#server/db/transaction.ts';
import { isConnectionLoss } from '#server/db/unavailable.ts';
import type { Deps } from '#server/deps.ts';
import { keepIds } from '#server/modules/ordering/history/order-ids.ts';
import { daysBetween, lastOfMonth } from './summed-days.ts';
import { itemsOfOrders, type Orders, sumsOfOrders } from './sums-of-orders.ts';
import { timesOfMonth, timesOfOrders } from './times-of-orders.ts';

const firstAfterMs = 60_000;
const everyMs = 10 * 60_000;
/** Days changed since they were summed up that are summed up again in one transaction; of new days, those of a month. */
const daysPerBatch = 31;
const slowSums = { isolation: 'repeatable read', searches: true, statementTimeoutMs: 120_000 } as const;

/**
 * Keeps the sums of the reports: every ten minutes, days that are over are summed up, and those that changed are summed
 * up again, in the elected server of the database. Reports are right without it, and slower.
 */
export function startKeepingSums(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  isElected: () => boolean,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function keepRepeatedly(): Promise<void> {
    for (let waitMs = firstAfterMs; ; waitMs = everyMs) {
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      if (!isElected()) continue;
      const round: Round = {
        isStopping: () => signal.aborted,
        onFailure: (restaurantId, error) =>
          log.warn({ err: error, restaurantId }, 'The sums of a restaurant could not be kept; trying again later'),
      };
      await keepSums(db, clock(), round).catch((error: unknown) =>
        log.warn({ err: error }, 'The sums of the reports could not be kept; trying again later'),
      );
    }
  }

  const running = keepRepeatedly();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}

interface Round {
  /** Asked between two batches. */
  isStopping?: () => boolean;
  /** Told of a restaurant that failed, after which the others have their turn; without it the first failure ends the round. */
  onFailure?: (restaurantId: RestaurantId, error: unknown) => void;
}

/** Sums up all that is due, in batches, each a transaction of its own; between two of them it can be stopped. */
export async function keepSums(db: Db, now: Date, { isStopping, onFailure }: Round = {}): Promise<void> {
  for (const restaurantId of await findDue(db, lastDayOf(now))) {
    await keepSumsOf(db, restaurantId, now, isStopping).catch((error: unknown) => {
      // A database that is away fails for all of them.
      if (onFailure === undefined || isConnectionLoss(error)) throw error;
      onFailure(restaurantId, error);
    });
  }
}

/** Sums up what is due of one restaurant. */
export async function keepSumsOf(
  db: Db,
  restaurantId: RestaurantId,
  now: Date,
  isStopping = () => false,
): Promise<void> {
  const lastDay = lastDayOf(now);
  let isDone = false;
  while (!isDone && !isStopping()) isDone = !(await sumNextDays(db, restaurantId, lastDay));
}

/**
 * Removes the sums of one restaurant, so that the next round makes them anew.
 * @returns false when there are none.
 */
export function forgetSums(db: Db, restaurantId: RestaurantId): Promise<boolean> {
  return transaction(
    db,
    restaurantId,
    async (tx) => {
      const removed = await tx
        .deleteFrom('report_progress')
        .where('restaurant_id', '=', restaurantId)
        .executeTakeFirst();
      for (const table of ['report_sums', 'report_items', 'report_times', 'report_month_times'] as const)
        await tx.deleteFrom(table).where('restaurant_id', '=', restaurantId).execute();
      return removed.numDeletedRows > 0n;
    },
    { statementTimeoutMs: slowSums.statementTimeoutMs },
  );
}

/** The day is over in every time zone. Orders that are placed or end later are noted as changes. */
function lastDayOf(now: Date): string {
  return new Date(now.getTime() - 2 * DAY).toISOString().slice(0, 10);
}

async function findDue(db: Db, lastDay: string): Promise<RestaurantId[]> {
  return platformTransaction(
    db,
    'clean-up',
    async (tx) => {
      const { rows } = await sql<{ id: RestaurantId }>`
        select id from restaurants left join report_progress on restaurant_id = id
        where erasing_since is null and (
          exists (select from report_changes as change
            where change.restaurant_id = restaurants.id and change.placed_on <= summed_to)
          or exists (select from orders
            where orders.restaurant_id = restaurants.id and placed_on > coalesce(summed_to, '-infinity') and placed_on <= ${lastDay}::date)
        )`.execute(tx);
      return rows.map(({ id }) => id);
    },
    { readOnly: true, searches: true, statementTimeoutMs: 60_000 },
  );
}

/**
 * Sums up the next days. The snapshot decides: a change that it does not see stays noted.
 * @returns false when no day is due, or another server is at it.
 */
async function sumNextDays(db: Db, restaurantId: RestaurantId, lastDay: string): Promise<boolean> {
  await transaction(db, restaurantId, (tx) =>
    sql`insert into report_progress select ${restaurantId}, min(placed_on) - 1 from orders
      where restaurant_id = ${restaurantId} having min(placed_on) is not null on conflict do nothing`.execute(tx),
  );
  return transaction(
    db,
    restaurantId,
    async (tx) => {
      const progress = await tx
        .selectFrom('report_progress')
        .select('summed_to')
        .where('restaurant_id', '=', restaurantId)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (progress === undefined) return false;
      const due = await findDueDays(tx, restaurantId, progress.summed_to, lastDay);
      if (due.days.length === 0) return false;
      await sumDays(tx, restaurantId, due.days);
      // The month of the last round may have ended without another order.
      await sumMonths(tx, restaurantId, [progress.summed_to, ...due.days], due.summedTo);
      // Not amid many months: the next ones make their own.
      if (due.summedTo === progress.summed_to || due.summedTo === lastDay)
        await sumTimesOfFormerMonths(tx, restaurantId);
      // Written in any case: another server whose snapshot is older fails and begins again.
      await tx
        .updateTable('report_progress')
        .set({ summed_to: due.summedTo })
        .where('restaurant_id', '=', restaurantId)
        .execute();
      return true;
    },
    slowSums,
  );
}

async function findDueDays(
  tx: Tx,
  restaurantId: RestaurantId,
  summedTo: string,
  lastDay: string,
): Promise<{ days: string[]; summedTo: string }> {
  const { rows } = await sql<{ changed: string[]; next: string | null }>`
    select array(select distinct placed_on::text from report_changes
        where restaurant_id = ${restaurantId} and placed_on <= ${summedTo}::date order by 1 limit ${daysPerBatch}) as changed,
      (select min(placed_on)::text from orders
        where restaurant_id = ${restaurantId} and placed_on > ${summedTo}::date and placed_on <= ${lastDay}::date) as next`.execute(
    tx,
  );
  const { changed, next } = rows[0]!;
  if (changed.length > 0) return { days: changed, summedTo };
  if (next === null) return { days: [], summedTo };
  const end = lastOfMonth(next) < lastDay ? lastOfMonth(next) : lastDay;
  return { days: daysBetween(next, end), summedTo: end };
}

async function sumDays(tx: Tx, restaurantId: RestaurantId, days: readonly string[]): Promise<void> {
  const isOfDays = sql`restaurant_id = ${restaurantId} and starts_on = any(${days}::date[])`;
  const sums = sumsOfDays(restaurantId, days);
  await sql`delete from report_sums where ${isOfDays} and span = 'day'`.execute(tx);
  await sql`insert into report_sums ${sums.report_sums}`.execute(tx);
  await sql`delete from report_items where ${isOfDays} and span = 'day'`.execute(tx);
  await sql`insert into report_items ${sums.report_items}`.execute(tx);
  await sql`delete from report_times where ${isOfDays}`.execute(tx);
  await sql`insert into report_times ${sums.report_times}`.execute(tx);
  await keepIds(tx, restaurantId, days);
  await sql`delete from report_changes where restaurant_id = ${restaurantId} and placed_on = any(${days}::date[])`.execute(
    tx,
  );
}

/** The rows that the tables of the sums have for these days. */
export function sumsOfDays(restaurantId: RestaurantId, days: readonly string[]) {
  const ended: Orders = sql`(
    select * from orders where restaurant_id = ${restaurantId} and placed_on = any(${days}::date[])
      and status in ('Completed', 'Cancelled') and not is_test
  )`;
  const items = (kind: 'item' | 'option') => sql`
    select ${restaurantId}::uuid, 'day', kind, starts_on, outlet_id, item_id, name, quantity, orders, total_minor
    from (${itemsOfOrders(ended, kind)}) as sums`;
  const times = (kind: 'acceptance' | 'readiness') => sql`
    select ${restaurantId}::uuid, kind, starts_on, outlet_id, times from (${timesOfOrders(ended, kind)}) as sums`;
  return {
    report_sums: sql`
      select ${restaurantId}::uuid, 'day', grouped_by, starts_on, outlet_id, value, orders, subtotal_minor, tax_minor, fees_minor,
        total_minor, tips_minor, discounts_minor
      from (${sumsOfOrders(ended)}) as sums`,
    report_items: sql`${items('item')} union all ${items('option')}`,
    report_times: sql`${times('acceptance')} union all ${times('readiness')}`,
  };
}

/** Adds up the days of these days' months that are in the sums as a whole. */
async function sumMonths(tx: Tx, restaurantId: RestaurantId, days: readonly string[], summedTo: string): Promise<void> {
  const months = new Set(days.map((day) => `${day.slice(0, 7)}-01`));
  for (const month of months) {
    if (lastOfMonth(month) > summedTo) continue;
    const sums = sumsOfMonth(restaurantId, month);
    for (const table of ['report_sums', 'report_items'] as const) {
      await sql`delete from ${sql.table(table)}
        where restaurant_id = ${restaurantId} and span = 'month' and starts_on = ${month}::date`.execute(tx);
      await sql`insert into ${sql.table(table)} ${sums[table]}`.execute(tx);
    }
    await sumTimes(tx, restaurantId, month);
  }
}

async function sumTimes(tx: Tx, restaurantId: RestaurantId, month: string): Promise<void> {
  await sql`delete from report_month_times where restaurant_id = ${restaurantId} and starts_on = ${month}::date`.execute(
    tx,
  );
  await sql`insert into report_month_times ${sumsOfMonth(restaurantId, month).report_month_times}`.execute(tx);
}

/** Months are summed up without their times by programs that do not know those. */
const formerMonthsPerBatch = 6;

async function sumTimesOfFormerMonths(tx: Tx, restaurantId: RestaurantId): Promise<void> {
  const { rows } = await sql<{ month: string }>`
    select month.starts_on::text as month
    from (select distinct starts_on from report_sums where restaurant_id = ${restaurantId} and span = 'month') as month
    where not exists (select from report_month_times as times
        where times.restaurant_id = ${restaurantId} and times.starts_on = month.starts_on)
      and exists (select from report_times as times
        where times.restaurant_id = ${restaurantId} and times.kind in ('acceptance', 'readiness')
          and times.starts_on between month.starts_on and (month.starts_on + interval '1 month' - interval '1 day')::date)
    order by 1 desc limit ${formerMonthsPerBatch}`.execute(tx);
  for (const { month } of rows) await sumTimes(tx, restaurantId, month);
}

/** The rows that the tables of the sums have for the month that begins on this day, from those of its days. */
export function sumsOfMonth(restaurantId: RestaurantId, month: string) {
  const isOfItsDays = sql`restaurant_id = ${restaurantId} and span = 'day'
    and starts_on between ${month}::date and ${lastOfMonth(month)}::date`;
  return {
    report_sums: sql`
      select restaurant_id, 'month' as span, grouped_by, ${month}::date as starts_on, outlet_id, value, sum(orders)::int,
        sum(subtotal_minor)::bigint, sum(tax_minor)::bigint, sum(fees_minor)::bigint, sum(total_minor)::bigint,
        sum(tips_minor)::bigint, sum(discounts_minor)::bigint
      from report_sums where ${isOfItsDays} and grouped_by <> 'day' group by 1, 3, 5, 6`,
    report_items: sql`
      select restaurant_id, 'month' as span, kind, ${month}::date as starts_on, outlet_id, item_id, max(name), sum(quantity)::int,
        sum(orders)::int, sum(total_minor)::bigint
      from report_items where ${isOfItsDays} group by 1, 3, 5, 6`,
    report_month_times: timesOfMonth(restaurantId, month),
  };
}
