-- expand: a batch of one order is written by statements of its own
--
-- `write_orders` is one large statement over sets, and most of what a batch of one costs there is its start. It needs no sets: its rows are
-- named by their keys, one after another. `write_single_order` takes the parameters of 0070_rows_of_types.sql with one entry, and answers and
-- writes as `write_orders` does, by the rules of 0016_write_orders.sql; `write-single-order.test.ts` compares the two.
--
-- Each statement sees what was committed before it, but none of the rows that decide changes in between. The restaurant's turn is taken first,
-- and whatever changes what an order is made of appends its event under a share of that turn: it was committed before, or waits. The guest is
-- locked before their orders are counted.
create function write_single_order(
  restaurant_ids uuid[], entries order_entry[], orders order_row[], lines order_line_row[], options order_option_row[], changes order_change_row[],
  out n integer, out outcome text, out given jsonb
)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set lock_timeout = '50ms'
as $$
#variable_conflict use_column
declare
  entry constant order_entry := entries[1];
  filled constant order_row := orders[1];
  has_turn boolean;
  guest_name text;
  guest_phone text;
  is_surplus boolean := false;
  taken jsonb := '{}';
  is_short boolean := false;
  is_locked_elsewhere boolean := false;
  is_sold_out boolean := false;
  number integer;
  prefix text;
  seq bigint;
begin
  if cardinality(entries) <> 1 or filled.id is distinct from entry.id then
    raise 'write_single_order takes one entry, and its order first';
  end if;
  n := entry.n;
  perform set_config('app.restaurant_ids', restaurant_ids::text, true);
  has_turn := pg_try_advisory_xact_lock(hashtextextended('orders of ' || entry.restaurant_id, 0));
  select name, coalesce(phone, '') into guest_name, guest_phone from customers
  where restaurant_id = entry.restaurant_id and id = entry.customer_id and has_turn
  for no key update skip locked;
  perform from restaurants where id = entry.restaurant_id and menu_version = entry.menu_version;
  if not found then
    outcome := 'stale';
    return;
  end if;
  if entry.most_waiting is not null then
    select counted.waiting >= entry.most_waiting or counted.of_day >= entry.most_of_day into is_surplus
    from (
      select
        count(*) filter (
          where status = 'New' and outlet_id = entry.outlet_id and (orders.mode = 'dine-in') = (entry.mode = 'dine-in')
            and (fires_at is null or fired_at is not null)
        ) as waiting,
        count(*) filter (where orders.mode <> 'dine-in' or accepted_at is null) as of_day
      from orders
      where restaurant_id = entry.restaurant_id and customer_id = entry.customer_id and placed_at > entry.placed_at - interval '1 day'
    ) as counted;
  end if;
  if entry.stock <> '{}' then
    select coalesce(jsonb_object_agg(item_id, portions), '{}'), coalesce(bool_or(portions > quantity), false),
      coalesce(bool_or(quantity is null), false), coalesce(bool_or(portions = quantity), false)
    into taken, is_short, is_locked_elsewhere, is_sold_out
    from (
      select items.id as item_id, wanted.value::integer as portions, held.quantity
      from jsonb_each_text(entry.stock) as wanted
      join items on items.restaurant_id = entry.restaurant_id and items.id = wanted.key::uuid
      left join lateral (
        select quantity from items as locked where locked.restaurant_id = entry.restaurant_id and locked.id = wanted.key::uuid and has_turn
        for no key update skip locked
      ) as held on true
      where items.quantity is not null
    ) as portion;
  end if;
  if is_surplus or is_short then
    outcome := 'alone';
    return;
  end if;
  outcome := 'busy';
  if guest_name is null or is_locked_elsewhere then
    return;
  end if;
  select last_order_number + 1, order_prefix into number, prefix from outlets
  where restaurant_id = entry.restaurant_id and id = entry.outlet_id
  for no key update skip locked;
  if not found then
    return;
  end if;
  select event_seq + 1 into seq from restaurant_counters where restaurant_id = entry.restaurant_id
  for no key update skip locked;
  if not found then
    return;
  end if;
  if entry.key is not null then
    insert into idempotency_keys (restaurant_id, customer_id, operation, key, request_hash, answer, created_at)
    values (entry.restaurant_id, entry.customer_id, 'create-order', entry.key, entry.hash, jsonb_build_object('orderId', entry.id),
      entry.placed_at)
    on conflict do nothing;
    if not found then
      outcome := 'alone';
      return;
    end if;
  end if;
  -- Nothing stands against the order any more: everything below is written, or fails together.
  if taken <> '{}' then
    update items set quantity = items.quantity - portion.value::integer
    from jsonb_each_text(taken) as portion
    where restaurant_id = entry.restaurant_id and id = portion.key::uuid;
  end if;
  update outlets set last_order_number = number where restaurant_id = entry.restaurant_id and id = entry.outlet_id;
  insert into orders (
    restaurant_id, id, order_number, is_test, outlet_id, outlet_name, outlet_time_zone, customer_id,
    customer_name, customer_phone, mode, payment_method, platform, delivery_area_id, delivery_area_name,
    address, table_id, table_name, table_area, special_instruction, currency, charge_options, tax_rate_bp,
    tax_inclusive, subtotal_minor, tax_minor, delivery_fee_minor, total_minor, stock_taken, placed_at,
    placed_on, placed_hour, requested_for, fires_at, fired_at, preparation_minutes, promised_at, accept_by,
    status, status_changed_at, status_version, cancel_reason, accepted_at, ready_at, bumps, escalation,
    seen_by, seen_at, printed_at, travel_minutes, order_prefix, language, tip_minor
  )
  values (
    entry.restaurant_id, entry.id, number, filled.is_test, entry.outlet_id, filled.outlet_name, filled.outlet_time_zone, entry.customer_id,
    guest_name, guest_phone, entry.mode, filled.payment_method, filled.platform, filled.delivery_area_id, filled.delivery_area_name,
    filled.address, filled.table_id, filled.table_name, filled.table_area, filled.special_instruction, filled.currency, filled.charge_options,
    filled.tax_rate_bp, filled.tax_inclusive, filled.subtotal_minor, filled.tax_minor, filled.delivery_fee_minor, filled.total_minor, taken,
    entry.placed_at, filled.placed_on, filled.placed_hour, filled.requested_for, filled.fires_at, filled.fired_at, filled.preparation_minutes,
    filled.promised_at, filled.accept_by, filled.status, filled.status_changed_at, filled.status_version, filled.cancel_reason,
    filled.accepted_at, filled.ready_at, filled.bumps, filled.escalation, filled.seen_by, filled.seen_at, filled.printed_at,
    filled.travel_minutes, prefix, filled.language, filled.tip_minor
  );
  insert into order_lines (
    restaurant_id, order_id, line_number, item_id, name, name_translations, quantity, unit_price_minor,
    total_minor, note, guest_name, made_at, recalled_at, allergens, diets
  )
  select
    entry.restaurant_id, entry.id, line.line_number, line.item_id, line.name, line.name_translations, line.quantity, line.unit_price_minor,
    line.total_minor, line.note, line.guest_name, line.made_at, line.recalled_at, line.allergens, line.diets
  from unnest(lines) as line where line.order_id = entry.id;
  if options <> '{}' then
    insert into order_line_options (
      restaurant_id, order_id, line_number, position, modifier_list_id, modifier_list_name, item_id, name,
      name_translations, price_minor, allergens, diets, is_half, depth
    )
    select
      entry.restaurant_id, entry.id, option.line_number, option.position, option.modifier_list_id, option.modifier_list_name, option.item_id,
      option.name, option.name_translations, option.price_minor, option.allergens, option.diets, option.is_half, option.depth
    from unnest(options) as option where option.order_id = entry.id;
  end if;
  insert into order_status_changes (
    restaurant_id, order_id, version, from_status, to_status, reason, is_undo, actor_kind, actor_id,
    actor_name, changed_at
  )
  select
    entry.restaurant_id, entry.id, change.version, change.from_status, change.to_status, change.reason, change.is_undo, change.actor_kind,
    change.actor_id, guest_name, change.changed_at
  from unnest(changes) as change where change.order_id = entry.id;
  update restaurant_counters set event_seq = case when is_sold_out then seq + 1 else seq end where restaurant_id = entry.restaurant_id;
  insert into events (restaurant_id, seq, type, order_id, customer_id, data, happened_at)
  values (entry.restaurant_id, seq, 'order.placed', entry.id, entry.customer_id, '{}', entry.placed_at);
  if is_sold_out then
    insert into events (restaurant_id, seq, type, order_id, customer_id, data, happened_at)
    values (entry.restaurant_id, seq + 1, 'catalogue.changed', null, null, '{}', entry.placed_at);
  end if;
  outcome := 'written';
  given := jsonb_build_object('order_number', number, 'order_prefix', prefix, 'stock_taken', taken, 'customer_name', guest_name,
    'customer_phone', guest_phone);
end
$$;
