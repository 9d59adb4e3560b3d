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

/**
 * Counts the times by the second, which finds the place of a median, and sorts only those of its second: sorting all
 * times of a year takes ten times as long, and the server answers nobody meanwhile.
 */
function timingOf<Span extends string>(
  times: Float64Array,
  spans: Record<Span, readonly [number | null, number | null]>,
): Timing<Span> {
  const orders = times.length;
  const counts = new Uint32Array(secondsCounted);
  let sum = 0;
  for (let index = 0; index < orders; index++) {
    const time = times[index]!;
    sum += time;
    counts[countedSecond(time)]! += 1;
  }

  const sorted = new Map<number, number[]>();

  function sortSecond(second: number): number[] {
    const ofSecond: number[] = [];
    for (let index = 0; index < orders; index++) {
      if (countedSecond(times[index]!) === second) ofSecond.push(times[index]!);
    }
    return ofSecond.toSorted((one, other) => one - other);
  }

  /** The time at this place of all times in their order. */
  function timeAt(place: number): number {
    let second = 0;
    let before = 0;
    while (before + counts[second]! <= place) before += counts[second++]!;
    const ofSecond = sorted.get(second) ?? sortSecond(second);
    sorted.set(second, ofSecond);
    return ofSecond[place - before]!;
  }

  /** Seconds that this share of the orders stays below, between two orders where it falls there; 0 without orders. */
  function percentile(share: number): number {
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
