-- What reports are made of, written with the order: its hour on the clock of the outlet, and when it was accepted and ready.

-- This file reads and writes rows of all restaurants.
select set_config('app.platform', 'on', true);

-- As the day beside it: a zone that this engine does not know counts as UTC.
create function hour_in_zone(at timestamptz, zone text) returns integer language plpgsql immutable as $$
begin
  return extract(hour from at at time zone zone);
exception when invalid_parameter_value then
  return extract(hour from at at time zone 'UTC');
end
$$;
alter table orders add column placed_hour integer generated always as (hour_in_zone(placed_at, outlet_time_zone)) stored;
alter table orders alter column placed_hour drop expression;
alter table orders alter column placed_hour set not null;
drop function hour_in_zone(timestamptz, text);

-- Null: not yet, or taken back. Who cancels an order that was never accepted has rejected it.
alter table orders add column accepted_at timestamptz;
alter table orders add column ready_at timestamptz;
update orders as o set accepted_at = moved.accepted_at, ready_at = moved.ready_at
from (
  select restaurant_id, order_id,
    max(changed_at) filter (where from_status = 'New' and to_status = 'Confirmed' and not is_undo) as accepted_at,
    max(changed_at) filter (where from_status = 'Confirmed' and to_status = 'Ready' and not is_undo) as ready_at,
    max(changed_at) filter (where to_status = 'New' and is_undo) as renewed_at
  from order_status_changes group by restaurant_id, order_id
) as moved
where o.restaurant_id = moved.restaurant_id and o.id = moved.order_id
  and moved.accepted_at > coalesce(moved.renewed_at, '-infinity');
update orders as o set ready_at = null
from order_status_changes as change
where change.restaurant_id = o.restaurant_id and change.order_id = o.id and change.is_undo
  and change.from_status = 'Ready' and change.to_status = 'Confirmed' and change.changed_at > o.ready_at;
