/**
 * The figures of the reports, added up from all orders for each question, as the reports did before they kept sums: the
 * oracle for what they keep.
 */
import { type RawBuilder, sql } from 'kysely';
import { acceptSpans, type Mode, type PaymentMethod, readySpans, spanNames } from '#contract/base/enumerations.ts';
import type { OutletId } from '#contract/base/ids.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { isBetween, timeToAccept } from '#server/modules/ordering/history/history-conditions.ts';
import type { Scope } from '#server/modules/reports/scope.ts';

/** Whether an order `o` counts; test orders never do. */
function isInScope({ restaurantId, from, to, outletId }: Scope): RawBuilder<boolean> {
  const isOfOutlet = outletId === null ? sql`true` : sql`o.outlet_id = ${outletId}::uuid`;
  return sql<boolean>`o.restaurant_id = ${restaurantId} and o.placed_on between ${from}::date and ${to}::date
    and not o.is_test and ${isOfOutlet}`;
}

interface SoldRow {
  id: string;
  name: string;
  quantity: number;
  orders: number;
  total: MinorUnits;
}

interface TimesRow {
  orders: number;
  average: number;
  median: number;
  ninetieth: number;
  spans: { span: string; orders: number }[];
}

interface EndedRow {
  ended: string;
  reason: string;
  orders: number;
  total: MinorUnits;
}

/** Everything that the reports are made of. Seconds are rounded, as they are on the wire. */
export async function addUpOrders(tx: Tx, scope: Scope) {
  const round = ({ average, median, ninetieth, ...times }: TimesRow) => ({
    ...times,
    seconds: [average, median, ninetieth].map((seconds) => Math.round(seconds) + 0),
  });
  return {
    sums: await sumByAll(tx, scope),
    items: await sumLines(tx, scope),
    options: await sumOptions(tx, scope),
    acceptance: round(await sumTimes(tx, scope, timeToAccept, acceptSpans)),
    readiness: round(await sumTimes(tx, scope, sql`o.ready_at - o.promised_at`, readySpans)),
    endings: await sumEndings(tx, scope),
  };
}

/** The key of a group: one column of each row is set, none for the total. */
interface Group {
  day: string | null;
  hour: number | null;
  outlet_id: OutletId | null;
  type: Mode | null;
  payment: PaymentMethod | null;
  platform: string | null;
  tax_rate_bp: number | null;
}
type Row = Group & {
  orders: number;
  subtotal: MinorUnits;
  tax: MinorUnits;
  fees: MinorUnits;
  tips: MinorUnits;
  discounts: MinorUnits;
  total: MinorUnits;
  at_work: number;
};

/** Groups by day and all keys first, because most orders differ in nothing else, and then in every single way. */
async function sumByAll(tx: Tx, scope: Scope): Promise<Row[]> {
  const isSold = sql`${isInScope(scope)} and o.status <> 'Cancelled'`;
  const { rows } = await sql<Row>`
    with alike as (
      select o.placed_hour as hour, o.outlet_id, o.mode as type, ${payment} as payment, o.platform, o.tax_rate_bp, ${sums}
      from orders as o where ${isSold} group by 1, 2, 3, 4, 5, 6
    )
    select null::date as day, hour, outlet_id, type, payment, platform, tax_rate_bp, sum(orders)::int as orders,
      sum(subtotal)::bigint as subtotal, sum(tax)::bigint as tax, sum(fees)::bigint as fees, sum(tips)::bigint as tips, sum(discounts)::bigint as discounts, sum(total)::bigint as total,
      sum(at_work)::int as at_work
    from alike group by grouping sets ((hour), (outlet_id), (type), (payment), (platform), (tax_rate_bp), ())
    having count(*) > 0
    union all
    select o.placed_on, null, null, null, null, null, null, ${sums} from orders as o where ${isSold} group by 1`.execute(
    tx,
  );
  return rows;
}

const payment = sql`o.payment_method || case o.mode when 'delivery' then ' on delivery' when 'dine-in' then ' at table' else ' on pickup' end`;
const sums = sql`count(*)::int as orders, sum(o.subtotal_minor)::bigint as subtotal, sum(o.tax_minor)::bigint as tax,
  coalesce(sum(o.delivery_fee_minor), 0)::bigint as fees, coalesce(sum(o.tip_minor), 0)::bigint as tips, sum(o.discount_minor)::bigint as discounts, sum(o.total_minor)::bigint as total,
  count(*) filter (where o.status <> 'Completed')::int as at_work`;

async function sumLines(tx: Tx, scope: Scope): Promise<SoldRow[]> {
  const { rows } = await sql<SoldRow>`
    with sold as (
      select line.item_id, line.order_id, max(line.name) as name, sum(line.quantity) as quantity, sum(line.total_minor) as total
      from orders as o join order_lines as line on line.restaurant_id = o.restaurant_id and line.order_id = o.id
      where ${isInScope(scope)} and o.status <> 'Cancelled' group by line.item_id, line.order_id
    )
    ${summedUp(scope)}`.execute(tx);
  return rows;
}

async function sumOptions(tx: Tx, scope: Scope): Promise<SoldRow[]> {
  const { rows } = await sql<SoldRow>`
    with sold as (
      select option.item_id, option.order_id, max(option.name) as name, sum(line.quantity) as quantity,
        sum(option.price_minor * case o.charge_options when 'each' then line.quantity else 1 end) as total
      from orders as o
      join order_line_options as option on option.restaurant_id = o.restaurant_id and option.order_id = o.id
      join order_lines as line on line.restaurant_id = o.restaurant_id and line.order_id = o.id
        and line.line_number = option.line_number
      where ${isInScope(scope)} and o.status <> 'Cancelled' group by option.item_id, option.order_id
    )
    ${summedUp(scope)}`.execute(tx);
  return rows;
}

/** Grouped under present names; a deleted item has the name it was sold by. */
function summedUp({ restaurantId }: Scope) {
  return sql`
    select totals.item_id as id, coalesce(items.name, totals.name) as name, totals.quantity, totals.orders,
      totals.total
    from (
      select item_id, max(name) as name, sum(quantity)::int as quantity, count(*)::int as orders, sum(total)::bigint as total
      from sold group by item_id
    ) as totals
    left join items on items.restaurant_id = ${restaurantId} and items.id = totals.item_id
    order by totals.total desc, totals.quantity desc, 2`;
}

async function sumTimes<Span extends string>(
  tx: Tx,
  scope: Scope,
  duration: RawBuilder<unknown>,
  spans: Record<Span, readonly [number | null, number | null]>,
): Promise<TimesRow> {
  const seconds = sql`extract(epoch from ${duration})::float8`;
  const names = spanNames(spans);
  const counts = names.map((name) => sql`count(*) filter (where ${isBetween(duration, spans[name])})::int`);
  const { rows } = await sql<Omit<TimesRow, 'spans'> & { counts: number[] }>`
    select count(*)::int as orders, coalesce(avg(${seconds}), 0) as average,
      coalesce(percentile_cont(0.5) within group (order by ${seconds}), 0) as median,
      coalesce(percentile_cont(0.9) within group (order by ${seconds}), 0) as ninetieth,
      array[${sql.join(counts)}] as counts
    from orders as o where ${isInScope(scope)} and ${duration} is not null`.execute(tx);
  const { counts: found, ...timing } = rows[0]!;
  return { ...timing, spans: names.map((span, index) => ({ span, orders: found[index]! })) };
}

/** The most frequent reason first. */
async function sumEndings(tx: Tx, scope: Scope): Promise<EndedRow[]> {
  const { rows } = await sql<EndedRow>`
    select case when o.accepted_at is null then 'rejected' else 'cancelled' end as ended, coalesce(o.cancel_reason, '') as reason,
      count(*)::int as orders, sum(o.total_minor)::bigint as total
    from orders as o where ${isInScope(scope)} and o.status = 'Cancelled'
    group by 1, 2 order by orders desc, reason, ended desc`.execute(tx);
  return rows;
}
