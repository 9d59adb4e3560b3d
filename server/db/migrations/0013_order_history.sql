-- Order history: any page, filter and search of a restaurant with a million orders (docs/decisions/0012-order-history.md).

-- This file reads and writes rows of all restaurants.
select set_config('app.platform', 'on', true);

-- The day on the calendar of the outlet, written with the order. A zone that this engine does not know counts as UTC.
create function day_in_zone(at timestamptz, zone text) returns date language plpgsql immutable as $$
begin
  return (at at time zone zone)::date;
exception when invalid_parameter_value then
  return (at at time zone 'UTC')::date;
end
$$;
alter table orders add column placed_on date generated always as (day_in_zone(placed_at, outlet_time_zone)) stored;
alter table orders alter column placed_on drop expression;
alter table orders alter column placed_on set not null;
drop function day_in_zone(timestamptz, text);

-- The order of the history, with all that it is filtered by: the table itself is read for the rows of a page only.
create index orders_history on orders (restaurant_id, placed_on, placed_at, id)
  include (outlet_id, customer_id, order_number, status, mode, payment_method, platform, is_test);
drop index orders_newest;
create index orders_tests on orders (restaurant_id, placed_on, placed_at, id) where is_test;

-- How many orders of a day and of a month have come to their end, by all that they are filtered by: totals and the places of pages
-- without reading the orders. Those still at work, and test orders, are not in it. Orders are placed as New, so placing one
-- writes nothing here.
create table order_counts (
  restaurant_id   uuid not null references restaurants (id) on delete cascade,
  span            text not null check (span in ('day', 'month')),
  starts_on       date not null,
  outlet_id       uuid not null,
  mode            text not null,
  payment_method  text not null,
  status          text not null check (status in ('Completed', 'Cancelled')),
  platform        text not null,
  orders          integer not null check (orders >= 0),
  primary key (restaurant_id, span, starts_on, outlet_id, mode, payment_method, status, platform)
);
alter table order_counts enable row level security;
alter table order_counts force row level security;
create policy of_restaurant on order_counts
  using (restaurant_id = (select nullif(current_setting('app.restaurant_id', true), '')::uuid)
    or (select current_setting('app.platform', true)) = 'on');

insert into order_counts
select restaurant_id, span, date_trunc(span, placed_on)::date, outlet_id, mode, payment_method, status, platform, count(*)
from orders, unnest(array['day', 'month']) as span where status in ('Completed', 'Cancelled') and not is_test
group by 1, 2, 3, 4, 5, 6, 7, 8;

-- Fires at the end of the statement, when whoever moves an order holds the restaurant's counter: its counts are never waited for.
create function count_order() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status in ('Completed', 'Cancelled') and not old.is_test then
    update order_counts set orders = orders - 1
    where restaurant_id = old.restaurant_id and outlet_id = old.outlet_id and mode = old.mode
      and payment_method = old.payment_method and status = old.status and platform = old.platform
      and (span, starts_on) in (('day', old.placed_on), ('month', date_trunc('month', old.placed_on)::date));
  end if;
  if tg_op <> 'DELETE' and new.status in ('Completed', 'Cancelled') and not new.is_test then
    insert into order_counts as known
    select new.restaurant_id, span, date_trunc(span, new.placed_on)::date, new.outlet_id, new.mode, new.payment_method, new.status,
      new.platform, 1
    from unnest(array['day', 'month']) as span
    on conflict (restaurant_id, span, starts_on, outlet_id, mode, payment_method, status, platform)
      do update set orders = known.orders + 1;
  end if;
  return null;
end
$$;
create trigger count_placed after insert on orders for each row
  when (new.status in ('Completed', 'Cancelled')) execute function count_order();
create trigger count_moved after update of status on orders for each row
  when (old.status in ('Completed', 'Cancelled') or new.status in ('Completed', 'Cancelled')) execute function count_order();
create trigger count_removed after delete on orders for each row
  when (old.status in ('Completed', 'Cancelled')) execute function count_order();

-- A text as it is searched: without case and accents, of Latin, Greek, Cyrillic, Hebrew and Arabic alike.
create function search_key(words text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(words, nfd), '[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]', '', 'g'))
$$;
alter table customers add column name_key text not null generated always as (search_key(name)) stored;
-- A search reads all customers of the restaurant from this index alone.
alter table customers drop constraint customers_restaurant_id_phone_key;
alter table customers add constraint customers_phone unique (restaurant_id, phone) include (id, name_key);
