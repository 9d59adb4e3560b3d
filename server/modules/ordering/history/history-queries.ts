import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { HistorySort } from '#contract/base/enumerations.ts';
import type { CustomerId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { HistorySearch } from './history-filters.ts';
import { orderMatches, countMatches, customerMatches, isOnDay } from './history-conditions.ts';

/** The facts of an order in the history. */
export type ListedOrder = Pick<
  Selectable<Schema['orders']>,
  | 'id'
  | 'order_number'
  | 'order_prefix'
  | 'outlet_id'
  | 'outlet_name'
  | 'outlet_time_zone'
  | 'customer_name'
  | 'customer_phone'
  | 'mode'
  | 'payment_method'
  | 'status'
  | 'cancel_reason'
  | 'delivery_area_name'
  | 'table_name'
  | 'table_area'
  | 'subtotal_minor'
  | 'tax_rate_bp'
  | 'tax_inclusive'
  | 'tax_minor'
  | 'delivery_fee_minor'
  | 'tip_minor'
  | 'discount_minor'
  | 'total_minor'
  | 'currency'
  | 'platform'
  | 'is_test'
  | 'placed_on'
  | 'placed_at'
  | 'requested_for'
>;

const listedColumns = sql`o.id, o.order_number, o.order_prefix, o.outlet_id, o.outlet_name, o.outlet_time_zone, o.customer_name, o.customer_phone,
  o.mode, o.payment_method, o.status, o.cancel_reason, o.delivery_area_name, o.table_name, o.table_area, o.subtotal_minor, o.tax_rate_bp, o.tax_inclusive,
  o.tax_minor, o.delivery_fee_minor, o.tip_minor, o.discount_minor, o.total_minor, o.currency, o.platform, o.is_test, o.placed_on, o.placed_at,
  o.requested_for`;

/**
 * A day or a month on the outlets' calendars with two counts of orders: those that match apart from the text, and all.
 */
export interface Span {
  /** The first day and the last. */
  from: string;
  to: string;
  fitting: number;
  orders: number;
}

/** The days or months with matching orders, newest first. Orders are counted beforehand, except those still live. */
export async function countSpans(
  tx: Tx,
  restaurantId: RestaurantId,
  search: HistorySearch,
  span: 'day' | 'month',
): Promise<Span[]> {
  const facets = sql`outlet_id, mode, payment_method, status, platform`;
  const startsOn = sql`date_trunc(${span}, placed_on)::date as starts_on`;
  const counted = search.areTests
    ? sql`select ${startsOn}, ${facets}, 1 as orders from orders
          where restaurant_id = ${restaurantId} and is_test and ${isOnDay(search, sql`placed_on`)}`
    : sql`select starts_on, ${facets}, orders from order_counts
          where restaurant_id = ${restaurantId} and span = ${span} and ${isOnDay(search, sql`starts_on`)}
          union all
          select ${startsOn}, ${facets}, 1 from orders
          where restaurant_id = ${restaurantId} and status in ('New', 'Confirmed', 'Ready') and not is_test
            and ${isOnDay(search, sql`placed_on`)}`;
  const { rows } = await sql<Span>`
    select starts_on as from, (starts_on + ${`1 ${span}`}::interval - interval '1 day')::date as to,
      coalesce(sum(orders) filter (where ${countMatches(restaurantId, search)}), 0)::int as fitting, sum(orders)::int as orders
    from (${counted}) as o group by starts_on order by starts_on desc`.execute(tx);
  return rows.filter(({ fitting }) => fitting > 0);
}

/** The orders to search: a range of days, some days, or a condition. */
type SearchedRange = { from: string; to: string } | { days: readonly string[] } | { condition: RawBuilder<boolean> };

/** The sort order, and `offset` and `size` in the matches. */
export interface PageRequest {
  sort: HistorySort;
  isAscending: boolean;
  offset: number;
  size: number;
}

/** The ids picked from the matching orders there, and the number of matches, counted up to `most`. */
export async function pickIds(
  tx: Tx,
  restaurantId: RestaurantId,
  search: HistorySearch,
  place: SearchedRange,
  { sort, isAscending, offset, size }: PageRequest,
  most: number | null = null,
): Promise<{ ids: OrderId[]; total: number }> {
  const direction = isAscending ? sql`asc` : sql`desc`;
  const order =
    sort === 'createdAt'
      ? sql`placed_on ${direction}, placed_at ${direction}, id ${direction}`
      : sql`value ${direction}, placed_on desc, placed_at desc, id desc`;
  const { rows } = await sql<{ ids: OrderId[]; total: number }>`
    with matched as materialized (
      select o.id, o.placed_on, o.placed_at, ${sortValues[sort]} as value
      from orders as o where ${isInRange(restaurantId, search, place)} and ${orderMatches(restaurantId, search)}
      limit ${most}
    )
    select (select count(*)::int from matched) as total,
      array(select id from matched order by ${order} limit ${size} offset ${offset}) as ids`.execute(tx);
  return rows[0]!;
}

const sortValues: Record<HistorySort, RawBuilder<unknown>> = {
  createdAt: sql`null`,
  id: sql`o.order_number`,
  customer: sql`lower(o.customer_name)`,
  phone: sql`o.customer_phone`,
  outlet: sql`lower(o.outlet_name)`,
  type: sql`o.mode`,
  paymentMethod: sql`o.payment_method || o.mode`,
  status: sql`o.status`,
  total: sql`o.total_minor`,
  platform: sql`lower(o.platform)`,
};

function isInRange(restaurantId: RestaurantId, search: HistorySearch, place: SearchedRange): RawBuilder<boolean> {
  const isThere =
    'condition' in place
      ? sql`${place.condition} and ${isOnDay(search, sql`o.placed_on`)}`
      : 'days' in place
        ? sql`o.placed_on = any(${place.days}::date[])`
        : sql`o.placed_on between ${place.from}::date and ${place.to}::date and ${isOnDay(search, sql`o.placed_on`)}`;
  return sql<boolean>`o.restaurant_id = ${restaurantId} and ${isThere}`;
}

/**
 * The newest matching orders of these days, found by reading one after the other: `size` at most, after the given one.
 * The walk down an index stops when it has enough, so its cost is the number of orders read.
 */
export async function scanIds(
  tx: Tx,
  restaurantId: RestaurantId,
  search: HistorySearch,
  { from, to }: { from: string; to: string },
  { after, size }: { after: ListedOrder | null; size: number },
): Promise<OrderId[]> {
  const isAfter =
    after === null
      ? sql`true`
      : sql`(o.placed_on, o.placed_at, o.id) < (${after.placed_on}::date, ${after.placed_at}::timestamptz, ${after.id}::uuid)`;
  const { rows } = await sql<{ id: OrderId }>`
    select o.id from orders as o
    where ${isInRange(restaurantId, search, { from, to })} and ${isAfter} and ${orderMatches(restaurantId, search)}
    order by o.placed_on desc, o.placed_at desc, o.id desc limit ${size}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The orders with these ids, in their order. */
export async function readListed(tx: Tx, restaurantId: RestaurantId, ids: readonly OrderId[]): Promise<ListedOrder[]> {
  const { rows } = await sql<ListedOrder>`
    select ${listedColumns} from unnest(${ids}::uuid[]) with ordinality as picked (id, place)
    join orders as o on o.restaurant_id = ${restaurantId} and o.id = picked.id
    order by place`.execute(tx);
  return rows;
}

/** The guests with a name or a phone; null when there are more than `most`. */
export async function findGuests(
  tx: Tx,
  restaurantId: RestaurantId,
  search: HistorySearch,
  most: number,
): Promise<CustomerId[] | null> {
  const { rows } = await sql<{ id: CustomerId }>`
    select id from customers where restaurant_id = ${restaurantId} and ${customerMatches(search)} limit ${most + 1}`.execute(
    tx,
  );
  return rows.length > most ? null : rows.map(({ id }) => id);
}

/** The highest order number of each outlet, deleted ones included. */
export async function listLastNumbers(tx: Tx, restaurantId: RestaurantId): Promise<number[]> {
  const outlets = await tx
    .selectFrom('outlets')
    .select('last_order_number as last')
    .where('restaurant_id', '=', restaurantId)
    .execute();
  return outlets.map(({ last }) => last);
}
