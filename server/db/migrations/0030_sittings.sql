-- The guests who share a basket at a table: one sitting of a table at a time, which is gone when it is over.
create table sittings (
  restaurant_id  uuid not null,
  id             uuid not null,
  outlet_id      uuid not null,
  table_id       uuid not null,
  code_version   integer not null,                 -- of the code that it was begun with; another code of the table ends it
  version        integer not null default 1,       -- grows with every change of its lines and names
  rounds         jsonb not null default '[]',      -- its orders: [{ "orderId", "seat" }]
  began_at       timestamptz not null,
  active_at      timestamptz not null,
  primary key (restaurant_id, id),
  unique (restaurant_id, table_id),
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, table_id) references dining_tables (restaurant_id, id) on delete cascade
);

-- The phones of a sitting. Each writes its own row alone.
create table sitting_seats (
  restaurant_id  uuid not null,
  sitting_id     uuid not null,
  number         integer not null,
  key_hash       bytea not null,
  name           text not null,
  lines          jsonb not null default '[]',
  taken          jsonb not null default '[]',      -- ids of lines that were ordered or taken off: a late request does not bring them back
  primary key (restaurant_id, sitting_id, number),
  unique (restaurant_id, sitting_id, key_hash),
  foreign key (restaurant_id, sitting_id) references sittings (restaurant_id, id) on delete cascade
);

do $$
declare
  t text;
begin
  foreach t in array array['sittings', 'sitting_seats'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy of_restaurant on %I using (restaurant_id = (select nullif(current_setting(''app.restaurant_id'', true), '''')::uuid)'
      || ' or (select current_setting(''app.platform'', true)) = ''on'')', t);
  end loop;
end
$$;

create policy of_outlets on sittings as restrictive using (
  (select nullif(current_setting('app.outlet_ids', true), '')) is null
    or outlet_id = any ((select nullif(current_setting('app.outlet_ids', true), '')::uuid[])::uuid[]));
