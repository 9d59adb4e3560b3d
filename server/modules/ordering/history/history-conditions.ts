/** A search of the history as conditions of SQL. `o` is an order, or a count of orders. */
import { type RawBuilder, sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { HistoryDetails, HistorySearch } from './history-filters.ts';

type Condition = RawBuilder<boolean>;

/** Whether an order fits, but for its day. */
export function fits(restaurantId: RestaurantId, search: HistorySearch): Condition {
  const { id, name, phone, areTests } = search;
  const conditions: Condition[] = [areTests ? sql`o.is_test` : sql`not o.is_test`, fitsCounted(restaurantId, search)];
  if (id?.kind === 'number') {
    conditions.push(sql`o.order_number::text like ${`${id.isBeginning ? '' : '%'}${id.digits}%`}`);
  }
  conditions.push(...fitsDetails(restaurantId, search.details));
  if (id?.kind === 'id') conditions.push(sql`o.id::text like ${`%${id.part}%`}`);
  if (name === null && phone === null) return all(conditions);
  if (areTests) {
    // Whoever tried something out is no guest.
    if (name !== null) conditions.push(sql`search_key(o.customer_name) like ${withKey(name)}`);
    if (phone !== null) conditions.push(sql`o.customer_phone like ${`%${phone}%`}`);
  } else {
    // Asked of each order, after all else: what is not looked up beforehand is what many orders have, so few have to be asked.
    conditions.push(
      sql`(select ${isGuest(search)} from customers where restaurant_id = ${restaurantId} and id = o.customer_id)`,
    );
  }
  return all(conditions);
}

/** The part of it that `order_counts` can answer. Its text is the same for every search. */
export function fitsCounted(restaurantId: RestaurantId, search: HistorySearch): Condition {
  const { outlet, statuses, modes, payments, platforms, isSold, outletId } = search;
  const parts = platforms?.parts.map((part) => `%${escaped(part)}%`) ?? null;
  return all([
    sql`(${statuses}::text[] is null or o.status = any(${statuses}))`,
    sql`(${!isSold} or o.status <> 'Cancelled')`,
    // As below: by the days, not by the outlet.
    sql`(${outletId}::uuid is null or (o.outlet_id = ${outletId}::uuid) is true)`,
    sql`(${modes}::text[] is null or o.mode = any(${modes}))`,
    // `is true` keeps it from being looked up in an index that does not know days.
    sql`(${outlet === null} or (o.outlet_id = any(array(
      select id from outlets where restaurant_id = ${restaurantId} and search_key(name) like ${withKey(outlet ?? '')}))) is true)`,
    sql`(${payments}::text[] is null
      or o.payment_method || case o.mode when 'delivery' then ' on delivery' when 'dine-in' then ' at table' else ' on pickup' end = any(${payments}))`,
    sql`(${parts}::text[] is null or (lower(o.platform) like any(${parts})) <> ${platforms?.areOthers ?? false})`,
  ]);
}

/** From when the kitchen heard of it. What is for later can be accepted before that, which takes no time. */
export const timeToAccept = sql`o.accepted_at - case when o.fires_at is null then o.placed_at else coalesce(o.fired_at, o.accepted_at) end`;

/** What the reports count by, beyond what is counted beforehand. The dearest come last. */
function fitsDetails(restaurantId: RestaurantId, details: HistoryDetails): Condition[] {
  const { table, isLater, hour, taxRateBp, ended, reason, accepted, ready, itemId, optionId } = details;
  const conditions: (Condition | null)[] = [
    // For the index of those at tables.
    table === null
      ? null
      : sql`o.table_name is not null and search_key(concat_ws(' ', o.table_name, o.table_area)) like ${withKey(table)}`,
    // Each written out, for the index of those for later.
    isLater === null ? null : isLater ? sql`o.requested_for is not null` : sql`o.requested_for is null`,
    hour === null ? null : sql`o.placed_hour = ${hour}`,
    taxRateBp === null ? null : sql`o.tax_rate_bp = ${taxRateBp}`,
    ended === null ? null : sql`o.status = 'Cancelled' and (o.accepted_at is null) = ${ended === 'rejected'}`,
    reason === null ? null : sql`o.status = 'Cancelled' and o.cancel_reason = ${reason}`,
    accepted === null ? null : isBetween(timeToAccept, accepted),
    ready === null ? null : isBetween(sql`o.ready_at - o.promised_at`, ready),
    itemId === null
      ? null
      : sql`exists (select from order_lines where restaurant_id = ${restaurantId} and order_id = o.id
          and item_id = ${itemId}::uuid)`,
    optionId === null
      ? null
      : sql`exists (select from order_line_options where restaurant_id = ${restaurantId} and order_id = o.id
          and item_id = ${optionId}::uuid)`,
  ];
  return conditions.filter((condition) => condition !== null);
}

/** Whether a duration is within a span of minutes: from the first, below the second. One that is not known is not. */
export function isBetween(duration: RawBuilder<unknown>, [from, below]: readonly [number | null, number | null]) {
  return all([
    sql<boolean>`${duration} is not null`,
    ...(from === null ? [] : [sql<boolean>`${duration} >= ${`${from} minutes`}::interval`]),
    ...(below === null ? [] : [sql<boolean>`${duration} < ${`${below} minutes`}::interval`]),
  ]);
}

/** Whether a column of days is on one that was asked for. */
export function isOnDay({ days: { from, to, part } }: HistorySearch, day: RawBuilder<unknown>): Condition {
  return sql`(${day} between ${from}::date and ${to}::date
    and (${part}::text is null or to_char(${day}, 'YYYY-MM-DD') like ${`%${escaped(part ?? '')}%`}))`;
}

/** Whether a customer is one whose orders were asked for. */
export function isGuest({ name, phone }: HistorySearch): Condition {
  return all([
    ...(name === null ? [] : [sql<boolean>`name_key like ${withKey(name)}`]),
    ...(phone === null ? [] : [sql<boolean>`phone like ${`%${phone}%`}`]),
  ]);
}

function all(conditions: readonly Condition[]): Condition {
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** The pattern of a text that has this part in its search key; a subquery, so that it is made once for all rows. */
function withKey(part: string): RawBuilder<string> {
  return sql<string>`(select '%' || search_key(${escaped(part)}) || '%')`;
}

/** With nothing in it that a pattern would understand. */
function escaped(part: string): string {
  return part.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
