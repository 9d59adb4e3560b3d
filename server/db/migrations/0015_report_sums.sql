-- Reports add up days and months that were summed up before. Orders that have ended are in the sums; those at work, and those of days
-- that are not summed up yet or changed since, are read as they are. Placing an order writes nothing here.

-- Up to which day the orders that have ended are in the sums. No row: none are.
create table report_progress (
  restaurant_id  uuid primary key references restaurants (id) on delete cascade,
  summed_to      date not null
);
select add_restaurant_policies('report_progress');

-- Orders that have ended, or begun again, since their day was summed up. Each change has a row of its own, so that no order waits for
-- another or for the sums. No foreign key, for the reason given at orders.
create table report_changes (
  restaurant_id  uuid not null,
  placed_on      date not null,
  id             uuid not null default gen_random_uuid(),
  outlet_id      uuid not null,
  primary key (restaurant_id, placed_on, id)
);
select add_restaurant_policies('report_changes', 'outlet_id');

-- The sums of one outlet. Each day has every group, each month those of its days but for 'day'. The groups 'rejected' and 'cancelled'
-- have the reason as their value, and are in no other group.
create table report_sums (
  restaurant_id   uuid not null references restaurants (id) on delete cascade,
  span            text not null check (span in ('day', 'month')),
  grouped_by      text not null check (grouped_by in ('day', 'hour', 'type', 'payment', 'platform', 'tax', 'rejected', 'cancelled')),
  starts_on       date not null,
  outlet_id       uuid not null,
  value           text not null,
  orders          integer not null,
  subtotal_minor  bigint not null,
  tax_minor       bigint not null,
  fees_minor      bigint not null,
  total_minor     bigint not null,
  primary key (restaurant_id, span, grouped_by, starts_on, outlet_id, value)
);
select add_restaurant_policies('report_sums', 'outlet_id');

-- Items and options as they were sold by one outlet.
create table report_items (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  span           text not null check (span in ('day', 'month')),
  kind           text not null check (kind in ('item', 'option')),
  starts_on      date not null,
  outlet_id      uuid not null,
  item_id        uuid not null,
  name           text not null,                    -- the last of its names in the alphabet; shown when the item is deleted
  quantity       integer not null,
  orders         integer not null,
  total_minor    bigint not null,
  primary key (restaurant_id, span, kind, starts_on, outlet_id, item_id)
);
select add_restaurant_policies('report_items', 'outlet_id');

-- The times of all orders of a day and an outlet, 6 bytes each: milliseconds, signed, the highest byte first. A median needs them all.
create table report_times (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  kind           text not null check (kind in ('acceptance', 'readiness')),
  starts_on      date not null,
  outlet_id      uuid not null,
  times          bytea not null,
  primary key (restaurant_id, kind, starts_on, outlet_id)
);
alter table report_times alter column times set storage external;
select add_restaurant_policies('report_times', 'outlet_id');

-- The ids of the ended orders of a day and an outlet as text, with a space after each, to search for a part of one: reading texts of
-- a thousand ids takes a tenth of the time of reading a thousand orders.
create table order_ids (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  placed_on      date not null,
  outlet_id      uuid not null,
  orders         integer not null,
  ids            text not null,
  primary key (restaurant_id, placed_on, outlet_id)
);
alter table order_ids alter column ids set storage external;
select add_restaurant_policies('order_ids', 'outlet_id');

-- The trigger of the counts notes the day for the sums, too.
create or replace function count_order() returns trigger language plpgsql as $$
declare
  counted constant orders := coalesce(new, old);
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
  if not counted.is_test then
    insert into report_changes (restaurant_id, placed_on, outlet_id) values (counted.restaurant_id, counted.placed_on, counted.outlet_id);
  end if;
  return null;
end
$$;
