/** The restaurants, people and guests of `many-fill.ts`, as SQL. */
import type { Client } from 'pg';

/** Beside the product's tables, in a schema that no backup reads. */
export const bookkeeping = `
  create schema if not exists bench;
  create table if not exists bench.settings (size jsonb not null, pattern jsonb not null, made_at timestamptz not null);
  create table if not exists bench.done (what text primary key);
  create table if not exists bench.restaurants (n integer primary key, id uuid not null, word text not null, orders integer not null,
    guests integer not null, outlets uuid[] not null, areas uuid[] not null);
  create or replace function bench.made(seed text) returns uuid language sql immutable parallel safe as $$
    select overlay(overlay(md5(seed) placing '7' from 13) placing '8' from 17)::uuid
  $$;
  -- The counterpart in restaurant n of an id of the pattern.
  create or replace function bench.copied(id uuid, n integer) returns uuid language sql immutable parallel safe as $$
    select bench.made(id::text || n)
  $$;
  create or replace function bench.guest(n integer, g integer) returns uuid language sql immutable parallel safe as $$
    select bench.made('guest ' || n || ' ' || g)
  $$;
  create or replace function bench.guest_name(g integer) returns text language sql immutable parallel safe as $$
    select (array['Sara', 'Omar', 'Layla', 'José', 'Mohammed', 'Fatima', 'Chen', 'Priya', 'John', 'Zoë', 'Ahmed', 'Noor', 'Hassan',
        'Maria', 'Ivan', 'Müller', 'Aisha', 'Yusuf', 'Kate', 'Liam'])[1 + g % 20] || ' ' ||
      (array['Khan', 'Haddad', 'Smith', 'García', 'Ali', 'Rahman', 'Wang', 'Patel', 'Brown', 'Novak', 'Farouk', 'Lopez', 'Singh',
        'Kim', 'Costa', 'Weber', 'Osman'])[1 + g % 17]
  $$;
  create or replace function bench.guest_phone(g integer) returns text language sql immutable parallel safe as $$
    select '+9715' || lpad((g::bigint * 7919 % 90000000)::text, 8, '0')
  $$;
  -- Has the length of the product's tokens.
  create or replace function bench.token(kind text, n integer, g integer) returns text language sql immutable parallel safe as $$
    select rpad(kind || '-' || n || '-' || g || '-', 43, 'x')
  $$;`;

/** A menu of 43 dishes in place of three. */
export const moreDishes = `
  with pattern as (select * from items where restaurant_id = $1 and name like 'water %'),
  dishes as (
    insert into items
    select filled.* from pattern cross join generate_series(1, 40) as n cross join lateral jsonb_populate_record(null::items,
      to_jsonb(pattern) || jsonb_build_object('id', gen_random_uuid(), 'name', 'Dish ' || n || ' ' || $3::text, 'sku', 'dish-' || n,
        'price_minor', 900 + n * 75)) as filled
    returning restaurant_id, id
  )
  insert into category_items (restaurant_id, category_id, item_id, position)
  select restaurant_id, $2, id, 1 + row_number() over () from dishes`;

/** The share of the restaurant of rank n is 1/n. */
export const planRestaurants = `
  insert into bench.restaurants
  with size as (
    select (size ->> 'restaurants')::int as restaurants, (size ->> 'orders')::bigint as orders, (size ->> 'guests')::bigint as guests,
      (pattern ->> 'outletId')::uuid as outlet, (pattern ->> 'areaId')::uuid as area, (pattern ->> 'id')::uuid as pattern
    from bench.settings
  ),
  share as (
    select n, sum(1.0 / n) over (order by n) / sum(1.0 / n) over () as upto, (sum(1.0 / n) over (order by n) - 1.0 / n) / sum(1.0 / n) over () as after
    from size, generate_series(1, restaurants) as n
  )
  select n, bench.copied(pattern, n), 'word' || substr(md5('word ' || n), 1, 12),
    floor(upto * orders) - floor(after * orders), greatest(2, floor(upto * guests) - floor(after * guests)),
    array[bench.copied(outlet, n)], array[bench.copied(area, n)]
  from share, size order by n`;

interface Column {
  table: string;
  name: string;
  type: string;
}

const notCopied = new Set(['sessions', 'audit_log_heads', 'audit_log_entries', 'jobs']);

/** Copies all rows of the pattern: each id becomes another one, the same in every table, and its word that of the restaurant. */
export async function copyRows(client: Client, from: number, to: number): Promise<void> {
  const { rows } = await client.query<Column>(`
    select c.table_name as table, c.column_name as name, c.data_type as type from information_schema.columns as c
    where c.table_schema = 'public' and c.is_generated = 'NEVER'
      and (c.table_name = 'restaurants' or exists (select from information_schema.columns as owner
        where owner.table_schema = 'public' and owner.table_name = c.table_name and owner.column_name = 'restaurant_id'))
    order by 1, c.ordinal_position`);
  for (const [table, columns] of Map.groupBy(rows, (row) => row.table)) {
    if (notCopied.has(table)) continue;
    await client.query(copyOf(table, columns), [from, to]);
  }
}

function copyOf(table: string, columns: readonly Column[]): string {
  const owner = table === 'restaurants' ? 'id' : 'restaurant_id';
  const values = columns.map(({ name, type }) => {
    if (table === 'restaurants' && name === 'site_token') return `'site_' || md5(r.word)`;
    if (table === 'restaurants' && name === 'created_at')
      return `source.created_at - interval '400 days' + r.n * interval '1 minute'`;
    if (type === 'uuid') return `bench.copied(source.${name}, r.n)`;
    if (type === 'text') return `replace(source.${name}, canary, r.word)`;
    if (type === 'jsonb') return `replace(source.${name}::text, canary, r.word)::jsonb`;
    if (type === 'bytea') return `sha256(source.${name} || int4send(r.n))`;
    return `source.${name}`;
  });
  return `
    insert into ${table} (${columns.map(({ name }) => name).join(', ')})
    select ${values.join(', ')}
    from (select pattern ->> 'canary' as canary, (pattern ->> 'id')::uuid as id from bench.settings) as pattern
    join ${table} as source on source.${owner} = pattern.id cross join bench.restaurants as r
    where r.n > $1 and r.n <= $2 order by r.n`;
}

/** The people of the copied memberships, with the pattern's password, and a session of each owner. */
export const addUsers = `
  insert into users
  select filled.* from bench.restaurants as r
  cross join (select users.*, role from bench.settings join memberships on restaurant_id = (pattern ->> 'id')::uuid
    join users on users.id = user_id) as source
  cross join lateral (select bench.copied(source.id, r.n) as id, role || r.n || '@many.test' as email) as own
  cross join lateral jsonb_populate_record(null::users, to_jsonb(source) || jsonb_build_object('id', own.id, 'email', own.email,
    'email_key', own.email, 'first_name', bench.guest_name(r.n), 'last_name', 'of ' || r.word,
    'created_at', source.created_at - interval '400 days' + r.n * interval '1 minute')) as filled
  order by r.n`;

/** One restaurant of a hundred has five outlets, in place of one. The product's trigger gives them prefixes. */
export const addBranches = `
  do $do$
  declare
    r record;
  begin
    for r in select bench.restaurants.* from bench.restaurants where n <= (select ceil(count(*) / 100.0) from bench.restaurants) order by n loop
      for b in 1..4 loop
        insert into outlets select filled.* from outlets as source cross join lateral jsonb_populate_record(source, jsonb_build_object(
          'id', bench.copied(r.outlets[1], -b), 'name', 'Branch ' || b || ' ' || r.word, 'name_key', 'branch ' || b || ' ' || r.word,
          'order_prefix', '', 'position', b)) as filled
        where source.restaurant_id = r.id and source.id = r.outlets[1];
        insert into outlet_modes select filled.* from outlet_modes as source cross join lateral jsonb_populate_record(source,
          jsonb_build_object('outlet_id', bench.copied(r.outlets[1], -b))) as filled
        where source.restaurant_id = r.id and source.outlet_id = r.outlets[1];
        insert into delivery_areas select filled.* from delivery_areas as source cross join lateral jsonb_populate_record(source,
          jsonb_build_object('id', bench.copied(r.areas[1], -b), 'outlet_id', bench.copied(r.outlets[1], -b))) as filled
        where source.restaurant_id = r.id and source.outlet_id = r.outlets[1];
      end loop;
      update bench.restaurants set outlets = outlets || array(select bench.copied(r.outlets[1], -b) from generate_series(1, 4) as b),
        areas = areas || array(select bench.copied(r.areas[1], -b) from generate_series(1, 4) as b)
      where n = r.n;
    end loop;
  end
  $do$`;

/** One guest of three has an address, one of five a session: those that nobody used for thirty days are gone. */
export const addGuests = [
  `insert into customers (restaurant_id, id, phone, name, email, created_at, updated_at)
  select r.id, bench.guest(r.n, g), bench.guest_phone(g), bench.guest_name(g), 'guest' || g || '@many.test', at, at
  from bench.restaurants as r cross join generate_series(0, r.guests - 1) as g
  cross join lateral (select made_at - interval '1 year' * (1 - g::float8 / r.guests) as at from bench.settings) as began
  where r.n > $1 and r.n <= $2`,
  `insert into customer_addresses (restaurant_id, customer_id, id, delivery_area_id, area_name, location, floor, instruction, nickname, used_at)
  select r.id, bench.guest(r.n, g), bench.made('address ' || r.n || ' ' || g), r.areas[1], 'Harbour ' || r.word, g || ' Palm Street', '2', '',
    'Home', made_at
  from bench.settings, bench.restaurants as r cross join generate_series(0, r.guests - 1, 3) as g where r.n > $1 and r.n <= $2`,
  `insert into sessions (token_hash, kind, restaurant_id, customer_id, device, created_at, last_seen_at, expires_at)
  select sha256(convert_to(bench.token('guest', r.n, g), 'UTF8')), 'customer', r.id, bench.guest(r.n, g), 'Safari on iPhone', made_at, made_at,
    made_at + interval '30 days' - g % 29 * interval '1 day'
  from bench.settings, bench.restaurants as r cross join generate_series(0, r.guests - 1, 5) as g where r.n > $1 and r.n <= $2`,
];
