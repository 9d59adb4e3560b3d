/** The times of orders, which a median needs all of: by day and outlet as they are, by month packed in a third to a sixth of the bytes. */
import { type RawBuilder, sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import { timeToAccept } from '#server/modules/ordering/history/history-conditions.ts';
import { lastOfMonth } from './summed-days.ts';
import type { Orders } from './sums-of-orders.ts';

export type TimeKind = 'acceptance' | 'readiness';

/** Cancelled orders have these times too. */
const durations: Record<TimeKind, RawBuilder<unknown>> = {
  acceptance: timeToAccept,
  readiness: sql`o.ready_at - o.promised_at`,
};

const bytesOfTime = 6;

/** The columns of `report_times` after its restaurant: milliseconds, signed, the highest byte first. */
export function timesOfOrders(orders: Orders, kind: TimeKind): RawBuilder<unknown> {
  const milliseconds = sql`floor(extract(epoch from ${durations[kind]}) * 1000)::bigint`;
  return sql`
    select ${kind} as kind, o.placed_on as starts_on, o.outlet_id,
      string_agg(${packed(milliseconds)}, '' order by ${milliseconds}) as times
    from ${orders} as o where ${durations[kind]} is not null group by 2, 3`;
}

function packed(milliseconds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`substring(int8send(${milliseconds}) from 3)`;
}

/** Calls `visit` with the milliseconds that `timesOfOrders` has packed, one after the other: a list of a year would take megabytes. */
export function visitTimes(bytes: Buffer, visit: (time: number) => void): void {
  for (let at = 0; at < bytes.length; at += bytesOfTime) visit(bytes.readIntBE(at, bytesOfTime));
}

/**
 * The columns of `report_month_times` for the month that begins on this day, from the times of its days. They are sorted, and of most
 * the gap to the one before is kept: in a byte below 2^7, in two that begin with the bits 10 below 2^14. The byte ff comes before a
 * time as it is, such as the first of an outlet, so that rows can be put together. Of equal times the one with the gap that leads to
 * them comes first.
 */
export function timesOfMonth(restaurantId: RestaurantId, month: string): RawBuilder<unknown> {
  return sql`
    with days as materialized (
      -- With nothing appended they are all in memory, where a part of them costs nothing.
      select kind, outlet_id, times || ''::bytea as times from report_times
      where restaurant_id = ${restaurantId} and kind in ('acceptance', 'readiness')
        and starts_on between ${month}::date and ${lastOfMonth(month)}::date
    ), each as (
      select kind, outlet_id, ('x' || encode(substring(times from n * ${bytesOfTime}::int + 1 for ${bytesOfTime}::int), 'hex'))::bit(48)::bigint as bits
      from days cross join lateral generate_series(0, length(times) / ${bytesOfTime}::int - 1) as n
    ), sorted as (
      select kind, outlet_id, time, time - lag(time) over (partition by kind, outlet_id order by time) as gap
      from each cross join lateral (select case when bits < 1::bigint << 47 then bits else bits - (1::bigint << 48) end as time) as signed
    )
    select ${restaurantId}::uuid as restaurant_id, kind, ${month}::date as starts_on, outlet_id, string_agg(
      case when gap < 1 << 7 then substring(int2send(gap::int2) from 2)
        when gap < 1 << 14 then int2send((gap - (1 << 15))::int2)
        else '\\xff'::bytea || ${packed(sql`time`)} end, '' order by time, gap desc) as times
    from sorted group by kind, outlet_id`;
}

/** The same for what `timesOfMonth` has packed, any number of its rows put together. */
export function visitMonthTimes(bytes: Buffer, visit: (time: number) => void): void {
  let time = 0;
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at]!;
    if (first < 0x80) {
      time += first;
      at += 1;
    } else if (first < 0xff) {
      time += ((first & 0x3f) << 8) | bytes[at + 1]!;
      at += 2;
    } else {
      time = bytes.readIntBE(at + 1, bytesOfTime);
      at += 1 + bytesOfTime;
    }
    visit(time);
  }
}
