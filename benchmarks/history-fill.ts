/** A restaurant's last two years, written by the database itself: a million orders in about a minute. */
import { Client } from 'pg';
import type { Target } from '#server/db/engine/engine.ts';
import type { TestRestaurant } from '#server/test/data/restaurant.ts';

export const ordersInHistory = 1_000_000;
export const guestsInHistory = 200_000;
const ordersOfOthers = 1_000;

/** Fills `restaurant`, with five outlets, and the others with a little. Orders have a line and a change each. */
export async function fillHistory(
  target: Target,
  restaurant: TestRestaurant,
  others: readonly TestRestaurant[],
): Promise<void> {
  const client = new Client({ ...target, application_name: 'order-manager bench' });
  await client.connect();
  try {
    await client.query(`select set_config('app.platform', 'on', false)`);
    await client.query('begin');
    await client.query(makeId);
    // What they would write one by one is written at the end.
    await client.query('alter table orders disable trigger user');
    for (const other of others) await fill(client, other, ordersOfOthers, ordersOfOthers / 5);
    await fill(client, restaurant, ordersInHistory, guestsInHistory);
    await client.query('alter table orders enable trigger user');
    await client.query(countOrders);
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

async function fill(client: Client, { id, outletId }: TestRestaurant, orders: number, guests: number): Promise<void> {
  await client.query(addBranches, [id, outletId]);
  await client.query(addGuests, [id, guests]);
  await client.query(addOrders, [id, orders, guests]);
}

/** As the product makes them, of an instant and a number instead of chance. */
const makeId = `
  create function pg_temp.id_at(at timestamptz, n bigint) returns uuid language sql immutable as $$
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8'
      || substr(md5(n::text), 4, 15))::uuid
  $$`;

const addBranches = `
  insert into outlets (restaurant_id, id, name, name_key, time_zone, email, phone, created_at, updated_at, last_order_number)
  select restaurant_id, pg_temp.id_at(now(), n), 'Branch ' || n, 'branch ' || n, time_zone, email, phone, now(), now(), 1000000
  from outlets, generate_series(1, 4) as n where restaurant_id = $1 and id = $2`;

const addGuests = `
  insert into customers (restaurant_id, id, phone, name, email, created_at, updated_at)
  select $1, pg_temp.id_at(now() - n * interval '1 minute', n), '+97150' || lpad((n::bigint * 7919 % 10000000)::text, 7, '0'),
    (array['Sara', 'Omar', 'Layla', 'José', 'Mohammed', 'Fatima', 'Chen', 'Priya', 'John', 'Zoë', 'Ahmed', 'Noor', 'Hassan',
      'Maria', 'Ivan', 'Müller', 'Aisha', 'Yusuf', 'Kate', 'Liam'])[1 + n % 20] || ' ' ||
    (array['Khan', 'Haddad', 'Smith', 'García', 'Ali', 'Rahman', 'Wang', 'Patel', 'Brown', 'Novak', 'Farouk', 'Lopez', 'Singh',
      'Kim', 'Costa', 'Weber', 'Osman'])[1 + n % 17] || ' ' || substr(md5(n::text), 1, 3),
    'guest@example.com', now(), now()
  from generate_series(1, $2::int) as n`;

const addOrders = `
  with guests as (
    select row_number() over (order by id) - 1 as place, id, name, phone from customers where restaurant_id = $1
  ),
  branches as (
    select row_number() over (order by id) - 1 as place, id, name, time_zone from outlets where restaurant_id = $1
  ),
  placed as (
    insert into orders (restaurant_id, id, order_number, outlet_id, outlet_name, outlet_time_zone, customer_id, customer_name,
      customer_phone, mode, payment_method, status, status_changed_at, platform, currency, charge_options, tax_rate_bp, tax_inclusive,
      subtotal_minor, tax_minor, delivery_fee_minor, total_minor, preparation_minutes, placed_at, placed_on, placed_hour,
      promised_at, accepted_at, ready_at)
    select $1, pg_temp.id_at(at, n), n / 5 + 1, branch.id, branch.name, branch.time_zone, guest.id, guest.name, guest.phone,
      case when n % 3 = 0 then 'delivery' else 'pickup' end, case when n % 4 = 0 then 'card' else 'cash' end,
      case when n % 17 = 0 then 'Cancelled' else 'Completed' end, at,
      (array['OrderManager', 'OrderManager', 'OrderManager', 'Google', 'Facebook', 'WhatsApp'])[1 + n % 6], 'AED', 'once', 500, false,
      4000 + n * 37 % 20000, 200, case when n % 3 = 0 then 500 end,
      4200 + n * 37 % 20000 + case when n % 3 = 0 then 500 else 0 end, 20, at, (at at time zone branch.time_zone)::date,
      extract(hour from at at time zone branch.time_zone), at + interval '22 minutes', at + n % 400 * interval '1 second',
      at + n % 1800 * interval '1 second'
    from (
      select n, now() - (($2::int - n) * (interval '730 days' / $2::int)) as at from generate_series(0, $2::int - 1) as n
    ) as series
    join guests as guest on guest.place = n * 104729::bigint % $3::int
    join branches as branch on branch.place = n % 5
    order by n
    returning restaurant_id, id, total_minor, customer_name, customer_id, placed_at
  ),
  lines as (
    insert into order_lines (restaurant_id, order_id, line_number, item_id, name, quantity, unit_price_minor, total_minor)
    select restaurant_id, id, 1, pg_temp.id_at('2024-01-01', total_minor % 60), 'Chicken shawarma', 1, total_minor, total_minor
    from placed
  )
  insert into order_status_changes (restaurant_id, order_id, version, to_status, actor_kind, actor_id, actor_name, changed_at)
  select restaurant_id, id, 1, 'New', 'customer', customer_id, customer_name, placed_at from placed`;

const countOrders = `
  insert into order_counts
  select restaurant_id, span, date_trunc(span, placed_on)::date, outlet_id, mode, payment_method, status, platform, count(*)
  from orders, unnest(array['day', 'month']) as span where status in ('Completed', 'Cancelled') and not is_test
  group by 1, 2, 3, 4, 5, 6, 7, 8`;
