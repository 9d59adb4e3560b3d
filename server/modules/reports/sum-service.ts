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
import {
  endedGroups,
  isOfOutlet,
  keptSums,
  sumsOfOrders,
  type TimeKind,
  timesOfOrders,
  unpackTimes,
} from './sums-of-orders.ts';

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

/** Milliseconds of each order, in no order. */
async function readTimes(tx: Tx, scope: Scope, { allDays, orders }: SummedDays, kind: TimeKind): Promise<Float64Array> {
  const { restaurantId, outletId } = scope;
  // Base64 has two thirds of the bytes that binary data usually has on its way.
  const { rows } = await sql<{ times: string | null }>`
    select encode(string_agg(times, ''), 'base64') as times from (
      select times from report_times where restaurant_id = ${restaurantId} and kind = ${kind}
        and starts_on = any(${allDays}::date[]) and ${isOfOutlet(outletId)}
      union all
      select times from (${timesOfOrders(orders, kind)}) as beside
    ) as days`.execute(tx);
  return unpackTimes(Buffer.from(rows[0]!.times ?? '', 'base64'));
}

function timingOf<Span extends string>(
  times: Float64Array,
  spans: Record<Span, readonly [number | null, number | null]>,
): Timing<Span> {
  const orders = times.length;
  const inSpan = ([from, below]: readonly [number | null, number | null]) => {
    const [first, end] = [(from ?? -Infinity) * MINUTE, (below ?? Infinity) * MINUTE];
    let count = 0;
    for (const time of times) if (time >= first && time < end) count += 1;
    return count;
  };
  return {
    orders,
    average: orders === 0 ? 0 : times.reduce((sum, time) => sum + time, 0) / orders / SECOND,
    median: percentile(times, 0.5) / SECOND,
    ninetieth: percentile(times, 0.9) / SECOND,
    spans: spanNames(spans).map((span) => ({ span, orders: inSpan(spans[span]) })),
  };
}

/** The time that this share of the orders stays below, between two orders where it falls there; 0 without orders. */
function percentile(times: Float64Array, share: number): number {
  if (times.length === 0) return 0;
  const place = share * (times.length - 1);
  const before = select(times, Math.floor(place));
  const after = select(times, Math.ceil(place));
  return before + (after - before) * (place - Math.floor(place));
}

/**
 * The time that would stand at this place of the sorted list. Moves the times about, but sorts only around the place:
 * sorting a year of half a million orders takes ten times as long.
 */
function select(times: Float64Array, place: number): number {
  let [first, last] = [0, times.length - 1];
  while (first < last) {
    const pivot = times[(first + last) >>> 1]!;
    let [low, high] = [first, last];
    while (low <= high) {
      while (times[low]! < pivot) low += 1;
      while (times[high]! > pivot) high -= 1;
      if (low > high) break;
      [times[low], times[high]] = [times[high]!, times[low]!];
      low += 1;
      high -= 1;
    }
    if (place <= high) last = high;
    else if (place >= low) first = low;
    else break;
  }
  return times[place]!;
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
