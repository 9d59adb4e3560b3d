-- expand: the function that writes a batch of orders takes rows of types of its own
--
-- Rows of JSON were read name by name, through a table of names for each of them: a tenth of the statement. The functions with other parameters
-- stay for builds of before. 0016_write_orders.sql and 0068_rows_of_batches.sql describe them; `write-batch.ts` has the same columns.
create type order_entry as (
  n integer, restaurant_id uuid, customer_id uuid, outlet_id uuid, id uuid, mode text, placed_at timestamptz, menu_version bigint, key text,
  hash bytea, stock jsonb, most_waiting integer, most_of_day integer
);
create type order_row as (
  id uuid, is_test boolean, outlet_name text, outlet_time_zone text, payment_method text, platform text, delivery_area_id uuid,
  delivery_area_name text, address jsonb, table_id uuid, table_name text, table_area text, special_instruction text, currency text,
  charge_options text, tax_rate_bp integer, tax_inclusive boolean, subtotal_minor bigint, tax_minor bigint, delivery_fee_minor bigint,
  total_minor bigint, placed_on date, placed_hour integer, requested_for timestamptz, fires_at timestamptz, fired_at timestamptz,
  preparation_minutes integer, promised_at timestamptz, accept_by timestamptz, status text, status_changed_at timestamptz,
  status_version integer, cancel_reason text, accepted_at timestamptz, ready_at timestamptz, bumps integer, escalation text, seen_by text,
  seen_at timestamptz, printed_at timestamptz, travel_minutes integer, language text, tip_minor bigint
);
create type order_line_row as (
  order_id uuid, line_number integer, item_id uuid, name text, name_translations jsonb, quantity integer, unit_price_minor bigint,
  total_minor bigint, note text, guest_name text, made_at timestamptz, recalled_at timestamptz, allergens text[], diets text[]
);
create type order_option_row as (
  order_id uuid, line_number integer, position integer, modifier_list_id uuid, modifier_list_name text, item_id uuid, name text,
  name_translations jsonb, price_minor bigint, allergens text[], diets text[], is_half boolean, depth integer
);
create type order_change_row as (
  order_id uuid, version integer, from_status text, to_status text, reason text, is_undo boolean, actor_kind text, actor_id uuid,
  changed_at timestamptz
);

create function write_orders(
  restaurant_ids uuid[], entries order_entry[], orders order_row[], lines order_line_row[], options order_option_row[], changes order_change_row[]
)
returns table (n integer, outcome text, given jsonb)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set lock_timeout = '50ms'
as $$
#variable_conflict use_column
declare
  turns uuid[];
  guests integer[];
begin
  perform set_config('app.restaurant_ids', restaurant_ids::text, true);
  select array_agg(id) into turns from unnest(restaurant_ids) as id
  where pg_try_advisory_xact_lock(hashtextextended('orders of ' || id, 0));
  -- In a statement of its own: the next one counts what the guests ordered until they were locked.
  select array_agg(entry.n) into guests
  from unnest(entries) as entry
  cross join lateral (
    select from customers where restaurant_id = entry.restaurant_id and id = entry.customer_id
    for no key update skip locked
  ) as guest
  where entry.restaurant_id = any (turns);
  return query
  with entry as materialized (
    select entry.* from unnest(entries) as entry
  ),
  current as materialized (
    select entry.*, row_number() over (partition by entry.restaurant_id, entry.customer_id order by entry.n) - 1 as own_before
    from entry join restaurants on restaurants.id = entry.restaurant_id and restaurants.menu_version = entry.menu_version
  ),
  surplus as (
    -- All orders of the guest in the batch count, also those that will leave it.
    select current.n from current cross join lateral (
      select
        count(*) filter (
          where status = 'New' and outlet_id = current.outlet_id and (orders.mode = 'dine-in') = (current.mode = 'dine-in')
            and (fires_at is null or fired_at is not null)
        ) as waiting,
        count(*) filter (where orders.mode <> 'dine-in' or accepted_at is null) as of_day
      from orders
      where restaurant_id = current.restaurant_id and customer_id = current.customer_id
        and placed_at > current.placed_at - interval '1 day'
    ) as counted
    where current.most_waiting is not null and (counted.waiting + own_before >= most_waiting or counted.of_day + own_before >= most_of_day)
  ),
  portion as materialized (
    select current.n, current.restaurant_id, items.id as item_id, wanted.value::integer as portions, held.quantity,
      sum(wanted.value::integer) over (partition by current.restaurant_id, items.id order by current.n) as portions_until
    from current cross join jsonb_each_text(current.stock) as wanted
    join items on items.restaurant_id = current.restaurant_id and items.id = wanted.key::uuid
    left join lateral (
      select quantity from items as locked where locked.restaurant_id = current.restaurant_id and locked.id = wanted.key::uuid
        and current.restaurant_id = any (turns)
      for no key update skip locked
    ) as held on true
    where items.quantity is not null
  ),
  outlet as materialized (
    select place.restaurant_id, place.outlet_id, held.*
    from (select distinct restaurant_id, outlet_id from current where restaurant_id = any (turns)) as place
    cross join lateral (
      select last_order_number, order_prefix from outlets where restaurant_id = place.restaurant_id and id = place.outlet_id
      for no key update skip locked
    ) as held
  ),
  counter as materialized (
    select place.restaurant_id, held.event_seq
    from (select distinct restaurant_id from outlet) as place
    cross join lateral (
      select event_seq from restaurant_counters where restaurant_id = place.restaurant_id
      for no key update skip locked
    ) as held
  ),
  ready as materialized (
    select current.*, outlet.last_order_number, outlet.order_prefix, counter.event_seq, customers.name, coalesce(customers.phone, '') as phone
    from current
    join outlet on outlet.restaurant_id = current.restaurant_id and outlet.outlet_id = current.outlet_id
    join counter on counter.restaurant_id = current.restaurant_id
    join customers on customers.restaurant_id = current.restaurant_id and customers.id = current.customer_id
    where current.n = any (guests)
      and current.n not in (select portion.n from portion where quantity is null or portions_until > quantity)
      and current.n not in (select surplus.n from surplus)
  ),
  claimed as (
    insert into idempotency_keys (restaurant_id, customer_id, operation, key, request_hash, answer, created_at)
    select restaurant_id, customer_id, 'create-order', key, hash, jsonb_build_object('orderId', id), placed_at
    from ready where key is not null
    on conflict do nothing
    returning (answer ->> 'orderId')::uuid as order_id
  ),
  going as materialized (
    select ready.*,
      row_number() over (partition by restaurant_id, outlet_id order by n) as outlet_rank,
      row_number() over (partition by restaurant_id order by n) as event_rank
    from ready where key is null or id in (select order_id from claimed)
  ),
  taken as (
    update items set quantity = moved.quantity - moved.portions
    from (
      select restaurant_id, item_id, quantity, sum(portions)::integer as portions
      from portion where n in (select n from going) group by 1, 2, 3
    ) as moved
    where items.restaurant_id = moved.restaurant_id and items.id = moved.item_id
    returning items.restaurant_id, items.quantity
  ),
  numbered as (
    update outlets set last_order_number = fresh.last_order_number + fresh.orders
    from (
      select restaurant_id, outlet_id, last_order_number, count(*)::integer as orders from going group by 1, 2, 3
    ) as fresh
    where outlets.restaurant_id = fresh.restaurant_id and outlets.id = fresh.outlet_id
  ),
  written as materialized (
    select going.*, last_order_number + outlet_rank as order_number,
      (select coalesce(jsonb_object_agg(item_id, portions), '{}') from portion where portion.n = going.n) as stock_taken
    from going
  ),
  placed as (
    insert into orders (
      restaurant_id, id, order_number, is_test, outlet_id, outlet_name, outlet_time_zone, customer_id,
      customer_name, customer_phone, mode, payment_method, platform, delivery_area_id, delivery_area_name,
      address, table_id, table_name, table_area, special_instruction, currency, charge_options, tax_rate_bp,
      tax_inclusive, subtotal_minor, tax_minor, delivery_fee_minor, total_minor, stock_taken, placed_at,
      placed_on, placed_hour, requested_for, fires_at, fired_at, preparation_minutes, promised_at, accept_by,
      status, status_changed_at, status_version, cancel_reason, accepted_at, ready_at, bumps, escalation,
      seen_by, seen_at, printed_at, travel_minutes, order_prefix, language, tip_minor
    )
    select
      written.restaurant_id, written.id, written.order_number, filled.is_test, written.outlet_id, filled.outlet_name,
      filled.outlet_time_zone, written.customer_id, written.name, written.phone, written.mode, filled.payment_method,
      filled.platform, filled.delivery_area_id, filled.delivery_area_name, filled.address, filled.table_id,
      filled.table_name, filled.table_area, filled.special_instruction, filled.currency, filled.charge_options,
      filled.tax_rate_bp, filled.tax_inclusive, filled.subtotal_minor, filled.tax_minor, filled.delivery_fee_minor,
      filled.total_minor, written.stock_taken, written.placed_at, filled.placed_on, filled.placed_hour,
      filled.requested_for, filled.fires_at, filled.fired_at, filled.preparation_minutes, filled.promised_at,
      filled.accept_by, filled.status, filled.status_changed_at, filled.status_version, filled.cancel_reason,
      filled.accepted_at, filled.ready_at, filled.bumps, filled.escalation, filled.seen_by, filled.seen_at,
      filled.printed_at, filled.travel_minutes, written.order_prefix, filled.language, filled.tip_minor
    from written join unnest(write_orders.orders) as filled on filled.id = written.id
  ),
  placed_lines as (
    insert into order_lines (
      restaurant_id, order_id, line_number, item_id, name, name_translations, quantity, unit_price_minor,
      total_minor, note, guest_name, made_at, recalled_at, allergens, diets
    )
    select
      written.restaurant_id, written.id, filled.line_number, filled.item_id, filled.name, filled.name_translations,
      filled.quantity, filled.unit_price_minor, filled.total_minor, filled.note, filled.guest_name, filled.made_at,
      filled.recalled_at, filled.allergens, filled.diets
    from written join unnest(lines) as filled on filled.order_id = written.id
  ),
  placed_options as (
    insert into order_line_options (
      restaurant_id, order_id, line_number, position, modifier_list_id, modifier_list_name, item_id, name,
      name_translations, price_minor, allergens, diets, is_half, depth
    )
    select
      written.restaurant_id, written.id, filled.line_number, filled.position, filled.modifier_list_id,
      filled.modifier_list_name, filled.item_id, filled.name, filled.name_translations, filled.price_minor,
      filled.allergens, filled.diets, filled.is_half, filled.depth
    from written join unnest(options) as filled on filled.order_id = written.id
  ),
  begun_history as (
    insert into order_status_changes (
      restaurant_id, order_id, version, from_status, to_status, reason, is_undo, actor_kind, actor_id,
      actor_name, changed_at
    )
    select
      written.restaurant_id, written.id, filled.version, filled.from_status, filled.to_status, filled.reason,
      filled.is_undo, filled.actor_kind, filled.actor_id, written.name, filled.changed_at
    from written join unnest(changes) as filled on filled.order_id = written.id
  ),
  fact as materialized (
    select restaurant_id, event_seq + event_rank as seq, 'order.placed' as type, id as order_id, customer_id, placed_at from written
    union all
    select restaurant_id, max(event_seq + event_rank) + 1, 'catalogue.changed', null, null, max(placed_at) from written
    where restaurant_id in (select restaurant_id from taken where quantity = 0)
    group by 1
  ),
  counted as (
    update restaurant_counters set event_seq = last.seq
    from (select restaurant_id, max(seq) as seq from fact group by 1) as last
    where restaurant_counters.restaurant_id = last.restaurant_id
  ),
  told as (
    insert into events (restaurant_id, seq, type, order_id, customer_id, data, happened_at)
    select restaurant_id, seq, type, order_id, customer_id, '{}', placed_at from fact
  )
  select entry.n, case
      when written.n is not null then 'written'
      when current.n is null then 'stale'
      when ready.n is not null or entry.n in (select portion.n from portion where portions_until > quantity)
        or entry.n in (select surplus.n from surplus) then 'alone'
      else 'busy' end,
    case when written.n is not null then jsonb_build_object('order_number', order_number, 'order_prefix', written.order_prefix,
      'stock_taken', stock_taken, 'customer_name', written.name, 'customer_phone', written.phone) end
  from entry
  left join current on current.n = entry.n
  left join ready on ready.n = entry.n
  left join written on written.n = entry.n;
end
$$;
