-- Tables that guests order from, and what an order keeps of the table it was placed at (decision 23).

create table dining_areas (
  restaurant_id  uuid not null,
  id             uuid not null,
  outlet_id      uuid not null,
  name           text not null,
  position       integer not null default 0,
  created_at     timestamptz not null,
  deleted_at     timestamptz,
  primary key (restaurant_id, id),
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade
);
create unique index dining_areas_by_name on dining_areas (restaurant_id, outlet_id, lower(name)) where deleted_at is null;

create table dining_tables (
  restaurant_id  uuid not null,
  id             uuid not null,
  outlet_id      uuid not null,
  area_id        uuid,
  name           text not null,
  number         integer not null,                 -- names the table in its code; unique per restaurant, never reused
  code_version   integer not null default 1,       -- a code of another version is void
  coded_at       timestamptz not null,
  position       integer not null default 0,
  created_at     timestamptz not null,
  deleted_at     timestamptz,
  primary key (restaurant_id, id),
  unique (restaurant_id, number),
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, area_id) references dining_areas (restaurant_id, id)
);
create unique index dining_tables_by_name on dining_tables (restaurant_id, outlet_id, lower(name)) where deleted_at is null;

do $$
declare
  t text;
begin
  foreach t in array array['dining_areas', 'dining_tables'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy of_restaurant on %I using (restaurant_id = (select nullif(current_setting(''app.restaurant_id'', true), '''')::uuid)'
      || ' or (select current_setting(''app.platform'', true)) = ''on'')', t);
    -- An order at a table rests on remembered facts, as all orders do: a table that goes, or gets another code, makes them old.
    execute format(
      'create trigger menu_version after insert or update or delete on %I for each row execute function menu_changed()', t);
  end loop;
end
$$;

-- `table_name` has been there from the beginning.
alter table orders add column table_id uuid;
alter table orders add column table_area text;
-- Which guest at the table a line is for; empty: nobody said.
alter table order_lines add column guest_name text not null default '';
