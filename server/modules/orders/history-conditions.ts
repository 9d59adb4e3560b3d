/** A search of the history as conditions of SQL. `o` is an order, or a count of orders. */
import { type RawBuilder, sql } from 'kysely';
import type { RestaurantId } from '#contract/ids.ts';
import type { HistorySearch } from './history-filters.ts';

type Condition = RawBuilder<boolean>;

/** Whether an order fits, but for its day. */
export function fits(restaurantId: RestaurantId, search: HistorySearch): Condition {
  const { id, name, phone, areTests } = search;
  const conditions: Condition[] = [areTests ? sql`o.is_test` : sql`not o.is_test`, fitsCounted(restaurantId, search)];
  if (id?.kind === 'number') {
    conditions.push(sql`o.order_number::text like ${`${id.isBeginning ? '' : '%'}${id.digits}%`}`);
  }
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
  const { outlet, statuses, modes, payments, platforms } = search;
  const parts = platforms?.parts.map((part) => `%${escaped(part)}%`) ?? null;
  return all([
    sql`(${statuses}::text[] is null or o.status = any(${statuses}))`,
    sql`(${modes}::text[] is null or o.mode = any(${modes}))`,
    // `is true` keeps it from being looked up in an index that does not know days.
    sql`(${outlet === null} or (o.outlet_id = any(array(
      select id from outlets where restaurant_id = ${restaurantId} and search_key(name) like ${withKey(outlet ?? '')}))) is true)`,
    sql`(${payments}::text[] is null
      or o.payment_method || case o.mode when 'delivery' then ' on delivery' else ' on pickup' end = any(${payments}))`,
    sql`(${parts}::text[] is null or (lower(o.platform) like any(${parts})) <> ${platforms?.areOthers ?? false})`,
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
