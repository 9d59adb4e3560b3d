-- What it takes to set up an outlet: special days, a row for every mode, area names that are there once.

-- This file writes rows of all restaurants.
select set_config('app.platform', 'on', true);

-- Days on which an outlet is closed, or open at other times than its week says. Both days are included.
create table special_days (
  restaurant_id  uuid not null,
  id             uuid not null,
  outlet_id      uuid not null,
  mode           text check (mode in ('delivery', 'pickup', 'dine-in')),   -- null: all modes
  starts_on      date not null,
  ends_on        date not null check (ends_on >= starts_on),
  is_open        boolean not null,
  periods        jsonb not null default '[]',
  reason         text not null,                    -- guests see it: 'Eid Al Fitr'
  created_at     timestamptz not null,
  deleted_at     timestamptz,
  primary key (restaurant_id, id),
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade
);
create index special_days_by_outlet on special_days (restaurant_id, outlet_id, starts_on);

alter table special_days enable row level security;
alter table special_days force row level security;
create policy of_restaurant on special_days
  using (restaurant_id = (select nullif(current_setting('app.restaurant_id', true), '')::uuid)
    or (select current_setting('app.platform', true)) = 'on');

create trigger menu_version after insert or update or delete on special_days
  for each row execute function menu_changed();

-- An outlet has a row for every mode from its first day.
insert into outlet_modes (restaurant_id, outlet_id, mode, opening_hours)
select restaurant_id, id, 'dine-in',
  (select jsonb_agg(jsonb_build_object('day', day, 'open', true, 'periods', '[{"start": "", "end": ""}]'::jsonb) order by place)
    from unnest(array['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])
      with ordinality as days (day, place))
from outlets
on conflict do nothing;

-- The areas of an outlet are told apart by name.
update delivery_areas set name = name || ' (' || place || ')'
from (
  select restaurant_id as r, id as i, row_number() over (partition by restaurant_id, outlet_id, lower(name) order by position, id) as place
  from delivery_areas where deleted_at is null
) numbered
where restaurant_id = r and id = i and place > 1;
create unique index delivery_areas_by_name on delivery_areas (restaurant_id, outlet_id, lower(name)) where deleted_at is null;
