/** A search of the history as SQL conditions. `o` is an order, or a count of orders. */
import { type RawBuilder, sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import { chosenMethodSql, paymentMethodSql } from '#server/modules/payments/paid-at-table.ts';
import type { HistoryDetails, HistorySearch } from './history-filters.ts';

type Condition = RawBuilder<boolean>;

/** Whether an order matches, apart from its day. */
export function orderMatches(restaurantId: RestaurantId, search: HistorySearch): Condition {
  const { id, name, phone, areTests } = search;
  const conditions: Condition[] = [areTests ? sql`o.is_test` : sql`not o.is_test`, countMatches(restaurantId, search)];
  if (id?.kind === 'number') {
    conditions.push(sql`o.order_number::text like ${`${id.isBeginning ? '' : '%'}${id.digits}%`}`);
    if (id.prefix !== undefined) conditions.push(sql`o.order_prefix = ${id.prefix}`);
  }
  conditions.push(...detailsMatch(restaurantId, search.details));
  if (id?.kind === 'id') conditions.push(sql`o.id::text like ${`%${id.part}%`}`);
  if (name === null && phone === null) return allOf(conditions);
  if (areTests) {
    // Test orders have no customer: the tester's name is on the order itself.
    if (name !== null) conditions.push(sql`search_key(o.customer_name) like ${keyPattern(name)}`);
    if (phone !== null) conditions.push(sql`o.customer_phone like ${`%${phone}%`}`);
  } else {
    // Evaluated per order, after all other conditions: rare guests are looked up beforehand, so those left have many
    // orders and few need to be checked.
    conditions.push(
      sql`(select ${customerMatches(search)} from customers where restaurant_id = ${restaurantId} and id = o.customer_id)`,
    );
  }
  return allOf(conditions);
}

/** The conditions that `order_counts` can answer. The text of the SQL is the same for every search. */
export function countMatches(restaurantId: RestaurantId, search: HistorySearch): Condition {
  const { outlet, statuses, modes, payments, platforms, isSold, outletId } = search;
  const parts = platforms?.parts.map((part) => `%${escaped(part)}%`) ?? null;
  return allOf([
    statuses?.includes('Cancelled') === true
      ? // `is true` keeps the planner from an index without days, here that of all cancelled orders.
        sql`(o.status = any(${statuses})) is true`
      : sql`(${statuses}::text[] is null or o.status = any(${statuses}))`,
    sql`(${!isSold} or o.status <> 'Cancelled')`,
    sql`(${outletId}::uuid is null or (o.outlet_id = ${outletId}::uuid) is true)`,
    sql`(${modes}::text[] is null or o.mode = any(${modes}))`,
    sql`(${outlet === null} or (o.outlet_id = any(array(
      select id from outlets where restaurant_id = ${restaurantId} and search_key(name) like ${keyPattern(outlet ?? '')}))) is true)`,
    sql`(${payments}::text[] is null
      or ${chosenMethodSql} = any(${payments}))`,
    sql`(${parts}::text[] is null or (lower(o.platform) like any(${parts})) <> ${platforms?.areOthers ?? false})`,
  ]);
}

/**
 * The interval from the kitchen's notice to the acceptance. A scheduled order may be accepted before it fires, which
 * counts as zero.
 */
export const timeToAccept = sql`o.accepted_at - case when o.fires_at is null then o.placed_at else coalesce(o.fired_at, o.accepted_at) end`;

/** Conditions on what only the order itself has, beyond the counts; the most expensive come last. */
function detailsMatch(restaurantId: RestaurantId, details: HistoryDetails): Condition[] {
  const { table, paidBy, isScheduled: isLater, hour, taxRateBp, ended, reason } = details;
  const { accepted, ready, itemId, optionId } = details;
  const conditions: (Condition | null)[] = [
    // Written for the partial index of orders at tables.
    table === null
      ? null
      : sql`o.table_name is not null and search_key(concat_ws(' ', o.table_name, o.table_area)) like ${keyPattern(table)}`,
    paidBy === null ? null : sql`${paymentMethodSql} = any(${paidBy})`,
    // Two literal conditions, for the partial index of scheduled orders.
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

/**
 * Whether a duration is within a span of minutes, including the first, excluding the second. An unknown duration is
 * not.
 */
export function isBetween(duration: RawBuilder<unknown>, [from, below]: readonly [number | null, number | null]) {
  return allOf([
    sql<boolean>`${duration} is not null`,
    ...(from === null ? [] : [sql<boolean>`${duration} >= ${`${from} minutes`}::interval`]),
    ...(below === null ? [] : [sql<boolean>`${duration} < ${`${below} minutes`}::interval`]),
  ]);
}

/** Whether a day is one of the requested days. */
export function isOnDay({ days: { from, to, part } }: HistorySearch, day: RawBuilder<unknown>): Condition {
  return sql`(${day} between ${from}::date and ${to}::date
    and (${part}::text is null or to_char(${day}, 'YYYY-MM-DD') like ${`%${escaped(part ?? '')}%`}))`;
}

/** Whether a customer matches the requested name and phone. */
export function customerMatches({ name, phone }: HistorySearch): Condition {
  return allOf([
    ...(name === null ? [] : [sql<boolean>`name_key like ${keyPattern(name)}`]),
    ...(phone === null ? [] : [sql<boolean>`phone like ${`%${phone}%`}`]),
  ]);
}

function allOf(conditions: readonly Condition[]): Condition {
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** The pattern of search keys that contain this text; a subquery, so that it is computed once for all rows. */
export function keyPattern(part: string): RawBuilder<string> {
  return sql<string>`(select '%' || search_key(${escaped(part)}) || '%')`;
}

/** Escapes the special characters of a pattern. */
function escaped(part: string): string {
  return part.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
