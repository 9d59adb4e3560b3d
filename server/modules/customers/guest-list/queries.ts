import { type RawBuilder, sql } from 'kysely';
import type { GuestSort } from '#contract/base/enumerations.ts';
import type { CustomerId, RestaurantId } from '#contract/base/ids.ts';
import type { Currency, MinorUnits } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { guestMatches } from './guest-search.ts';

/** A guest with a number, and the sums of their completed orders. */
export interface GuestRow {
  id: CustomerId;
  name: string;
  phone: string;
  email: string;
  created_at: Date;
  orders: number;
  /** The sum of the orders in the restaurant's present currency, without tips: a tip is no sale. */
  spent: MinorUnits;
  /** The day on the calendar of the outlet; null: no order was completed. */
  last_visit: string | null;
  consented_at: Date | null;
}

/** The guests whom a caller may see. */
export interface GuestScope {
  restaurantId: RestaurantId;
  currency: Currency;
  search: string | undefined;
  /** Only guests with an order at an outlet of the caller: the policies show no other orders. */
  isLimited: boolean;
}

const guestColumns = sql`c.id, c.name, c.phone, c.email, c.created_at, coalesce(s.orders, 0) as orders,
  coalesce(s.spent, 0)::bigint as spent, s.last_visit, consent.given_at as consented_at`;

const sortValues: Record<GuestSort, RawBuilder<unknown>> = {
  name: sql`c.name_key`,
  phone: sql`c.phone`,
  orders: sql`orders`,
  spend: sql`spent`,
  lastVisit: sql`s.last_visit`,
  consent: sql`consented_at`,
};

/**
 * A page of the guests, and how many there are; guests without a value to sort by come last. The sums of all guests are added up from
 * the index `orders_completed_of_customers` alone.
 */
export async function listGuestRows(
  tx: Tx,
  scope: GuestScope,
  page: { sort: GuestSort; isAscending: boolean; offset: number; size: number },
): Promise<{ rows: GuestRow[]; total: number }> {
  const direction = page.isAscending ? sql`asc` : sql`desc`;
  const sums = sql`(select customer_id, ${sumsIn(scope)} from ${completed(scope)} group by customer_id) as s on s.customer_id = c.id`;
  const { rows } = await sql<GuestRow & { total: number }>`
    select ${guestColumns}, count(*) over ()::int as total
    from customers as c left join ${sums} left join ${consentOf(scope)} on consent.customer_id = c.id
    where ${isListed(scope)}
    order by ${sortValues[page.sort]} ${direction} nulls last, c.id
    limit ${page.size} offset ${page.offset}`.execute(tx);
  return { rows, total: rows[0]?.total ?? (await countGuests(tx, scope)) };
}

/** Orders of the busiest restaurants' last days, and read in milliseconds from the index `orders_history` alone. */
const latestOrders = 8000;

/**
 * The same page, last visits first, of all the restaurant's guests: found from its latest orders, whose first day may not be whole and does
 * not count, without adding up those of everybody.
 * @returns null where these orders do not fill the page.
 */
export async function listLatestGuestRows(
  tx: Tx,
  scope: GuestScope,
  { offset, size }: { offset: number; size: number },
): Promise<GuestRow[] | null> {
  const { rows } = await sql<GuestRow>`
    with latest as materialized (
      select customer_id, placed_on, status, is_test from orders where restaurant_id = ${scope.restaurantId}
      order by placed_on desc, placed_at desc, id desc limit ${latestOrders}
    ),
    visits as (
      select customer_id, max(placed_on) as visited_on from latest
      where status = 'Completed' and not is_test and placed_on > (select min(placed_on) from latest)
      group by customer_id
    )
    select ${guestColumns}
    from (
      select c.*, visited_on from visits join customers as c on c.id = customer_id
      where ${isListed(scope)} order by visited_on desc, c.id limit ${size} offset ${offset}
    ) as c
    cross join lateral (select ${sumsIn(scope)} from ${completed(scope)} and customer_id = c.id) as s
    left join ${consentOf(scope)} on consent.customer_id = c.id
    order by visited_on desc, c.id`.execute(tx);
  return rows.length === size ? rows : null;
}

/** The guests after one, by their ids: for whoever reads them all. */
export async function listGuestRowsAfter(
  tx: Tx,
  scope: GuestScope,
  after: CustomerId | null,
  size: number,
): Promise<GuestRow[]> {
  const { rows } = await sql<GuestRow>`
    select ${guestColumns}
    from (
      select * from customers as c where ${isListed(scope)} and (${after}::uuid is null or c.id > ${after}) order by c.id limit ${size}
    ) as c
    cross join lateral (select ${sumsIn(scope)} from ${completed(scope)} and customer_id = c.id) as s
    left join ${consentOf(scope)} on consent.customer_id = c.id
    order by c.id`.execute(tx);
  return rows;
}

/** Null: no guest with a number, or none of the caller's outlets. */
export async function findGuestRow(tx: Tx, scope: GuestScope, id: CustomerId): Promise<GuestRow | null> {
  const { rows } = await sql<GuestRow>`
    select ${guestColumns}
    from customers as c
    cross join lateral (select ${sumsIn(scope)} from ${completed(scope)} and customer_id = c.id) as s
    left join ${consentOf(scope)} on consent.customer_id = c.id
    where ${isListed(scope)} and c.id = ${id}`.execute(tx);
  return rows[0] ?? null;
}

export async function countGuests(tx: Tx, scope: GuestScope): Promise<number> {
  const { rows } = await sql<{ guests: number }>`
    select count(*)::int as guests from customers as c where ${isListed(scope)}`.execute(tx);
  return rows[0]!.guests;
}

function sumsIn({ currency }: GuestScope) {
  return sql`count(*)::int as orders, sum(total_minor - coalesce(tip_minor, 0)) filter (where currency = ${currency}) as spent, max(placed_on) as last_visit`;
}

/** The conditions are those of the index. */
function completed({ restaurantId }: GuestScope) {
  return sql`orders where restaurant_id = ${restaurantId} and status = 'Completed' and not is_test`;
}

function consentOf({ restaurantId }: GuestScope) {
  return sql`(
    select customer_id, given_at from customer_consents where restaurant_id = ${restaurantId} and withdrawn_at is null
  ) as consent`;
}

/** Guests at tables who gave no number are strangers every time; a list of them would say nothing. */
function isListed({ restaurantId, search, isLimited }: GuestScope): RawBuilder<boolean> {
  const isKnownHere = sql<boolean>`exists (
    select from orders where restaurant_id = ${restaurantId} and customer_id = c.id)`;
  return sql<boolean>`c.restaurant_id = ${restaurantId} and c.phone is not null and ${guestMatches(search)}
    and ${isLimited ? isKnownHere : sql<boolean>`true`}`;
}
