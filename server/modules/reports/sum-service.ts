import { sql } from 'kysely';
import {
  type AcceptSpan,
  acceptSpans,
  type Ending,
  type ReadySpan,
  readySpans,
  spanNames,
} from '#contract/base/enumerations.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import { MINUTE } from '#contract/base/time.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Scope } from './scope.ts';
import { findSummedDays, type SummedDays } from './summed-days.ts';
import { endedGroups, isOfOutlet, keptSums, sumsOfOrders } from './sums-of-orders.ts';
import { type TimeKind, timesOfOrders, visitMonthTimes, visitTimes } from './times-of-orders.ts';

export interface Service {
  acceptance: Timing<AcceptSpan>;
  readiness: Timing<ReadySpan>;
  endings: { ended: Ending; reason: string; orders: number; total: MinorUnits }[];
}

/** Milliseconds. */
const SECOND = 1000;

/** Seconds; 0 without orders. */
export interface Timing<Span extends string> {
  orders: number;
  average: number;
  median: number;
  ninetieth: number;
  spans: { span: Span; orders: number }[];
}

/** The time to accept, the kept promises, and the reasons of cancellations. */
export async function sumService(tx: Tx, scope: Scope): Promise<Service> {
  const summed = await findSummedDays(tx, scope);
  const [acceptance, readiness, endings] = await Promise.all([
    readTimes(tx, scope, summed, 'acceptance'),
    readTimes(tx, scope, summed, 'readiness'),
    readEndings(tx, scope, summed),
  ]);
  return {
    acceptance: timingOf(acceptance, acceptSpans),
    readiness: timingOf(readiness, readySpans),
    endings,
  };
}

/** Visits the milliseconds of each order, in no order, and the same ones each time. */
type Times = (visit: (time: number) => void) => void;

/** A month without times of its own, or with none, is read by its days. */
async function readTimes(tx: Tx, scope: Scope, { months, days, orders }: SummedDays, kind: TimeKind): Promise<Times> {
  const { restaurantId, outletId } = scope;
  const isOfKind = sql`restaurant_id = ${restaurantId} and kind = ${kind}`;
  // Base64 has two thirds of the bytes that binary data usually has on its way.
  const { rows } = await sql<{ ofMonths: string | null; others: string | null }>`
    with found as materialized (
      select starts_on, outlet_id, times from report_month_times where ${isOfKind} and starts_on = any(${months}::date[])
    ), unfound as materialized (
      select month from unnest(${months}::date[]) as month where month not in (select starts_on from found)
    )
    select (select encode(string_agg(times, ''), 'base64') from found where ${isOfOutlet(outletId)}) as "ofMonths",
      (select encode(string_agg(times, ''), 'base64') from (
        select times from report_times where ${isOfKind} and ${isOfOutlet(outletId)} and starts_on = any(${days}::date[] || array(
          select day::date from unfound, generate_series(month, month + interval '1 month' - interval '1 day', interval '1 day') as day))
        union all
        select times from (${timesOfOrders(orders, kind)}) as beside
      ) as each) as others`.execute(tx);
  const [ofMonths, others] = [rows[0]!.ofMonths, rows[0]!.others].map((text) => Buffer.from(text ?? '', 'base64'));
  return (visit) => {
    visitMonthTimes(ofMonths!, visit);
    visitTimes(others!, visit);
  };
}

/**
 * Counts the times by the second, which finds the place of a median, and sorts only those of its second: sorting all
 * times of a year takes ten times as long, and the server answers nobody meanwhile.
 */
function timingOf<Span extends string>(
  times: Times,
  spans: Record<Span, readonly [number | null, number | null]>,
): Timing<Span> {
  const counts = new Uint32Array(secondsCounted);
  let orders = 0;
  let sum = 0;
  times((time) => {
    orders += 1;
    sum += time;
    counts[countedSecond(time)]! += 1;
  });

  /** The second with the time at this place of all times in their order, and how many times are before it. */
  function secondAt(place: number): { second: number; before: number } {
    let second = 0;
    let before = 0;
    while (before + counts[second]! <= place) before += counts[second++]!;
    return { second, before };
  }

  const shares = [0.5, 0.9] as const;
  const places = shares.flatMap((share) => [Math.floor(share * (orders - 1)), Math.ceil(share * (orders - 1))]);
  const sorted = new Map<number, number[]>();
  if (orders > 0) for (const place of places) sorted.set(secondAt(place).second, []);
  times((time) => sorted.get(countedSecond(time))?.push(time));
  for (const ofSecond of sorted.values()) ofSecond.sort((one, other) => one - other);

  function timeAt(place: number): number {
    const { second, before } = secondAt(place);
    return sorted.get(second)![place - before]!;
  }

  /** Seconds that this share of the orders stays below, between two orders where it falls there; 0 without orders. */
  function percentile(share: (typeof shares)[number]): number {
    if (orders === 0) return 0;
    const place = share * (orders - 1);
    const [before, after] = [timeAt(Math.floor(place)), timeAt(Math.ceil(place))];
    return (before + (after - before) * (place - Math.floor(place))) / SECOND;
  }

  const firstSecond = (minutes: number | null, otherwise: number) =>
    minutes === null ? otherwise : countedSecond(minutes * MINUTE);
  return {
    orders,
    average: orders === 0 ? 0 : sum / orders / SECOND,
    median: percentile(0.5),
    ninetieth: percentile(0.9),
    spans: spanNames(spans).map((span) => {
      const [from, below] = spans[span];
      const ofSpan = counts.subarray(firstSecond(from, 0), firstSecond(below, secondsCounted));
      return { span, orders: ofSpan.reduce((all, some) => all + some, 0) };
    }),
  };
}

/** The seconds of nine hours before and after zero; the first and the last are those of all times beyond. */
const secondsCounted = 2 ** 16;

function countedSecond(time: number): number {
  return Math.min(secondsCounted - 1, Math.max(0, Math.floor(time / SECOND) + secondsCounted / 2));
}

/** The most frequent reason first. */
async function readEndings(tx: Tx, scope: Scope, { months, days, orders }: SummedDays): Promise<Service['endings']> {
  const kept = keptSums(scope);
  const { rows } = await sql<Service['endings'][number]>`
    select grouped_by as ended, value as reason, sum(orders)::int as orders, sum(total_minor)::bigint as total
    from (
      ${kept('day', endedGroups, days)} union all ${kept('month', endedGroups, months)}
      union all ${sumsOfOrders(orders)}
    ) as ended
    where grouped_by = any(${endedGroups}) group by 1, 2 order by orders desc, reason, ended desc`.execute(tx);
  return rows;
}
