/** The orders of `many-fill.ts`, as SQL: whole days of all restaurants, in the sequence of time, with all that is kept of each. */
import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Db } from '#server/db/connect.ts';
import { itemsOfOrders, sumsOfOrders } from '#server/modules/reports/sums-of-orders.ts';
import { timesOfOrders } from '#server/modules/reports/times-of-orders.ts';

/** The days of the year that a batch has; 364 is the present one, and ends when the fill began. */
export function batchSteps(db: Db, from: number, to: number): string[] {
  return [
    'drop table if exists batch',
    pickOrders(from, to),
    'create index on batch (restaurant_id, id)',
    'analyze batch',
    insertOrders,
    insertLines,
    insertOptions,
    insertChanges,
    countOrders,
    ...sumOrders(db),
    'drop table batch',
  ];
}

const now = '(select made_at from bench.settings)';
const summedTo = `((select made_at at time zone 'UTC' from bench.settings)::date - 2)`;

function pickOrders(from: number, to: number): string {
  return `
  create temp table batch as
  with slice as (
    select made_at, ((made_at at time zone 'Asia/Dubai')::date - 364 + ${from})::timestamp at time zone 'Asia/Dubai' as starts,
      least(made_at, ((made_at at time zone 'Asia/Dubai')::date - 364 + ${to})::timestamp at time zone 'Asia/Dubai') as ends
    from bench.settings
  ),
  due as (
    select r.*, orders::bigint * ${from} / 365 as lo, orders::bigint * ${to} / 365 as hi from bench.restaurants as r
  ),
  moment as (
    select due.*, k, made_at, hashint8extended(k, due.n) & 1048575 as h,
      starts + (ends - starts) * ((k - lo + (hashint8extended(k, -due.n) & 65535) / 65536.0) / (hi - lo)) as at
    from due cross join slice cross join generate_series(lo, hi - 1) as k
  ),
  basket as (
    select *, (1 + k % cardinality(outlets))::int as branch, 1 + h % 2 as burgers, (h % 3 <> 0)::int as waters, (h % 4 = 0)::int as specials,
      h % 3 = 1 as is_delivery, (k * 7919 % guests)::int as g,
      at + interval '10 seconds' + h % 400 * interval '1 second' as accepted, at + interval '600 seconds' + h % 1700 * interval '1 second' as made
    from moment
  ),
  priced as (select *, burgers * 1800 + 325 + waters * 550 + specials * 4200 as subtotal, case when is_delivery then 500 end as fee from basket)
  select id as restaurant_id, n, word, g, h, k, burgers, waters, specials, uuidv7(at - clock_timestamp()) as id, outlets[branch] as outlet_id,
    branch, areas[branch] as area_id, (k / cardinality(outlets) + 1)::int as order_number, cardinality(outlets) as branches,
    bench.guest(n, g) as customer_id, bench.guest_name(g) as customer_name, bench.guest_phone(g) as customer_phone,
    case when is_delivery then 'delivery' else 'pickup' end as mode, case when h % 5 = 0 then 'card' else 'cash' end as payment_method,
    (array['OrderManager', 'OrderManager', 'OrderManager', 'Google', 'Facebook', 'WhatsApp'])[(1 + h % 6)::int] as platform,
    subtotal, (subtotal * 5 + 50) / 100 as tax, fee, subtotal + (subtotal * 5 + 50) / 100 + coalesce(fee, 0) as total, at as placed_at,
    (at at time zone 'Asia/Dubai')::date as placed_on, extract(hour from at at time zone 'Asia/Dubai')::int as placed_hour,
    case when is_cancelled then 'Cancelled' when made + interval '10 minutes' < made_at then 'Completed' when made < made_at then 'Ready'
      else 'Confirmed' end as status,
    case when is_cancelled then null else least(accepted, made_at) end as accepted_at,
    case when not is_cancelled and made < made_at then made end as ready_at, made, made_at
  from priced cross join lateral (select h % 17 = 0 and at < made_at - interval '1 hour' as is_cancelled) as ended
  order by at`;
}

const prefixOf = `(select id, order_prefix, name from outlets)`;

const insertOrders = `
  insert into orders (restaurant_id, id, order_number, order_prefix, outlet_id, outlet_name, outlet_time_zone, customer_id, customer_name,
    customer_phone, mode, payment_method, status, status_changed_at, status_version, platform, language, currency, charge_options, tax_rate_bp,
    tax_inclusive, subtotal_minor, tax_minor, delivery_fee_minor, total_minor, delivery_area_id, delivery_area_name, address, stock_taken,
    preparation_minutes, placed_at, placed_on, placed_hour, promised_at, accepted_at, ready_at, cancel_reason, seen_by, seen_at)
  select b.restaurant_id, b.id, order_number, o.order_prefix, outlet_id, o.name, 'Asia/Dubai', customer_id, customer_name, customer_phone,
    mode, payment_method, status, case status when 'Completed' then made + interval '10 minutes' when 'Ready' then made
      when 'Cancelled' then placed_at + interval '3 minutes' else accepted_at end,
    case status when 'Completed' then 4 when 'Ready' then 3 else 2 end, platform, 'en', 'AED', 'once', 500, false, subtotal, tax, fee, total,
    case when fee is not null then area_id end, case when fee is not null then 'Harbour ' || word end,
    case when fee is not null then jsonb_build_object('location', g || ' Palm Street', 'floor', '2', 'instruction', '', 'nickName', 'Home',
      'area', 'Harbour ' || word) end,
    case when specials = 1 then jsonb_build_object(bench.copied((select (pattern #>> '{items,special}')::uuid from bench.settings), n)::text, 1)
      else '{}' end,
    15, placed_at, placed_on, placed_hour, placed_at + interval '20 minutes', accepted_at, ready_at,
    case when status = 'Cancelled' then 'The kitchen is too busy' end, 'Sara', placed_at + interval '5 seconds'
  from batch as b join ${prefixOf} as o on o.id = b.outlet_id order by placed_at`;

const idOf = (path: string) => `(select (pattern #>> '{${path}}')::uuid from bench.settings)`;

const insertLines = `
  insert into order_lines (restaurant_id, order_id, line_number, item_id, name, quantity, unit_price_minor, total_minor)
  select b.restaurant_id, b.id, line.number, bench.copied(line.item, n), line.name || ' ' || word, line.quantity, line.price, line.total
  from batch as b
  cross join (select ${idOf('items,burger')} as burger, ${idOf('items,water')} as water, ${idOf('items,special')} as special) as item
  cross join lateral (values (1, item.burger, 'burger', burgers, 1800, burgers * 1800 + 325), (2, item.water, 'water', waters, 550, 550),
    (2 + waters, item.special, 'special', specials, 4200, 4200)) as line (number, item, name, quantity, price, total)
  where line.quantity > 0 order by placed_at`;

const insertOptions = `
  insert into order_line_options (restaurant_id, order_id, line_number, position, modifier_list_id, modifier_list_name, item_id, name, price_minor)
  select b.restaurant_id, b.id, 1, option.position, bench.copied(option.list, n), option.title || word, bench.copied(option.item, n),
    option.name || ' ' || word, option.price
  from batch as b
  cross join (select ${idOf('lists,size')} as size, ${idOf('lists,extras')} as extras, ${idOf('modifiers,regular')} as regular,
    ${idOf('modifiers,cheese')} as cheese) as known
  cross join lateral (values (0, known.size, 'Choose a size ', known.regular, 'regular', 0), (1, known.extras, 'Add extras ', known.cheese,
    'cheese', 325)) as option (position, list, title, item, name, price)
  order by placed_at`;

const insertChanges = `
  insert into order_status_changes (restaurant_id, order_id, version, from_status, to_status, reason, actor_kind, actor_id, actor_name, changed_at)
  select restaurant_id, id, change.version, change.from_status, change.to_status, change.reason,
    case when change.version = 1 then 'customer' else 'user' end, case when change.version = 1 then customer_id end,
    case when change.version = 1 then customer_name else 'Sara Khan' end, change.at
  from batch cross join lateral (values
    (1, null, 'New', null, placed_at, true),
    (2, 'New', 'Confirmed', null, accepted_at, status <> 'Cancelled'),
    (2, 'New', 'Cancelled', 'The kitchen is too busy', placed_at + interval '3 minutes', status = 'Cancelled'),
    (3, 'Confirmed', 'Ready', null, made, status in ('Ready', 'Completed')),
    (4, 'Ready', 'Completed', null, made + interval '10 minutes', status = 'Completed')
  ) as change (version, from_status, to_status, reason, at, is_there) where is_there order by placed_at`;

const countOrders = `
  insert into order_counts
  select restaurant_id, 'day', placed_on, outlet_id, mode, payment_method, status, platform, count(*)
  from batch where status in ('Completed', 'Cancelled') group by 1, 2, 3, 4, 5, 6, 7, 8`;

/** The product sums up one restaurant at a time. Here an outlet's id says whose it is, and is put into each row afterwards. */
const ended = sql`(
  select o.* from orders as o join batch on batch.restaurant_id = o.restaurant_id and batch.id = o.id
  where o.status in ('Completed', 'Cancelled') and o.placed_on <= ${sql.raw(summedTo)}
)`;

function textOf(db: Db, expression: ReturnType<typeof sumsOfOrders>): string {
  const { sql: text, parameters } = expression.compile(db);
  return text.replaceAll(/\$(\d+)/g, (_, n: string) => `'${String(parameters[Number(n) - 1])}'`);
}

const ownerOf = 'join outlets as owner on owner.id = sums.outlet_id';

/** By the product's own expressions. */
const sumOrders = (db: Db) => [
  `insert into report_sums
  select owner.restaurant_id, 'day', grouped_by, starts_on, outlet_id, value, orders, subtotal_minor, tax_minor, fees_minor, total_minor,
    tips_minor, discounts_minor
  from (${textOf(db, sumsOfOrders(ended))}) as sums ${ownerOf}`,
  ...(['item', 'option'] as const).map(
    (kind) => `insert into report_items
  select owner.restaurant_id, 'day', kind, starts_on, outlet_id, item_id, sums.name, quantity, orders, total_minor
  from (${textOf(db, itemsOfOrders(ended, kind))}) as sums ${ownerOf}`,
  ),
  ...(['acceptance', 'readiness'] as const).map(
    (kind) => `insert into report_times
  select owner.restaurant_id, kind, starts_on, outlet_id, times from (${textOf(db, timesOfOrders(ended, kind))}) as sums ${ownerOf}`,
  ),
  `insert into order_ids
  select restaurant_id, placed_on, outlet_id, count(*), string_agg(id || ' ', '' order by id)
  from batch where status in ('Completed', 'Cancelled') and placed_on <= ${summedTo} group by 1, 2, 3`,
  `insert into report_changes (restaurant_id, placed_on, outlet_id)
  select restaurant_id, placed_on, outlet_id from batch where status in ('Completed', 'Cancelled') and placed_on > ${summedTo}`,
];

/** The events and keys of the last day; older ones are gone. */
export const addRecent = [
  `create temp table recent as
  select restaurant_id, id, customer_id, placed_at from orders
  where placed_on >= (select made_at::date - 2 from bench.settings) and placed_at > ${now} - interval '1 day'`,
  `insert into events (restaurant_id, seq, type, order_id, customer_id, data, happened_at)
  select e.restaurant_id, r.orders * 4 - count(*) over (partition by e.restaurant_id) + row_number() over (partition by e.restaurant_id order by at),
    type, e.order_id, e.customer_id, '{}', at
  from (
    select recent.restaurant_id, recent.id as order_id, recent.customer_id, changed_at as at,
      case when version = 1 then 'order.placed' else 'order.status_changed' end as type
    from recent join order_status_changes as change on change.restaurant_id = recent.restaurant_id and change.order_id = recent.id
  ) as e join bench.restaurants as r on r.id = e.restaurant_id order by at`,
  `insert into idempotency_keys (restaurant_id, customer_id, operation, key, request_hash, answer, created_at)
  select restaurant_id, customer_id, 'create-order', id::text, sha256(uuid_send(id)), jsonb_build_object('orderId', id), placed_at
  from recent order by placed_at`,
  'drop table recent',
];

const monthOfDay = `date_trunc('month', starts_on)::date`;
const isWholeMonth = `(${monthOfDay} + interval '1 month' - interval '1 day')::date <= ${summedTo}`;

export const endSums = [
  `insert into order_counts
  select restaurant_id, 'month', ${monthOfDay}, outlet_id, mode, payment_method, status, platform, sum(orders)
  from order_counts where span = 'day' group by 1, 2, 3, 4, 5, 6, 7, 8`,
  `insert into report_sums
  select restaurant_id, 'month', grouped_by, ${monthOfDay}, outlet_id, value, sum(orders), sum(subtotal_minor), sum(tax_minor), sum(fees_minor),
    sum(total_minor), sum(tips_minor), sum(discounts_minor)
  from report_sums where span = 'day' and grouped_by <> 'day' and ${isWholeMonth} group by 1, 3, 4, 5, 6`,
  `insert into report_items
  select restaurant_id, 'month', kind, ${monthOfDay}, outlet_id, item_id, max(name), sum(quantity), sum(orders), sum(total_minor)
  from report_items where span = 'day' and ${isWholeMonth} group by 1, 3, 4, 5, 6`,
  `insert into report_progress select distinct restaurant_id, ${summedTo} from report_sums`,
];

const heavyIndexes = `'orders_history', 'orders_by_customer', 'orders_completed_of_customers'`;

/** Made again from all rows at the end, in a tenth of the time. */
export const dropIndexes = `
  create table if not exists bench.indexes (name text primary key, definition text not null);
  insert into bench.indexes select indexname, indexdef from pg_indexes
  where schemaname = 'public' and indexname in (${heavyIndexes}) and not exists (select from bench.done where what = 'indexes');
  do $$
  declare
    name text;
  begin
    for name in select i.name from bench.indexes as i where not exists (select from bench.done where what = 'indexes') loop
      execute format('drop index if exists %I', name);
    end loop;
  end
  $$`;

export async function makeIndexes(client: Client): Promise<void> {
  const { rowCount } = await client.query(`select from bench.done where what = 'indexes'`);
  if (rowCount === 1) return;
  const started = performance.now();
  await client.query('begin');
  const { rows } = await client.query<{ definition: string }>('select definition from bench.indexes order by name');
  for (const { definition } of rows) await client.query(definition);
  await client.query(`insert into bench.done values ('indexes')`);
  await client.query('commit');
  console.error(`  indexes: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** The product takes the next numbers from the outlet and the counter. */
export const finish = [
  `update outlets set last_order_number = used.most
  from (select restaurant_id, outlet_id, max(order_number) as most from orders group by 1, 2) as used
  where used.restaurant_id = outlets.restaurant_id and used.outlet_id = outlets.id`,
  `update restaurant_counters set event_seq = r.orders * 4 from bench.restaurants as r where r.id = restaurant_counters.restaurant_id`,
];
