-- Guests at a table who want somebody to come, or to pay. One of a kind is open at a table at a time.
create table table_calls (
  restaurant_id  uuid not null,
  id             uuid not null,
  outlet_id      uuid not null,
  table_id       uuid not null,
  kind           text not null check (kind in ('waiter', 'bill')),
  called_at      timestamptz not null,
  answered_at    timestamptz,
  answered_by    text,
  primary key (restaurant_id, id),
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, table_id) references dining_tables (restaurant_id, id) on delete cascade
);
create unique index table_calls_open on table_calls (restaurant_id, table_id, kind) where answered_at is null;

alter table table_calls enable row level security;
alter table table_calls force row level security;
create policy of_restaurant on table_calls
  using (restaurant_id = (select nullif(current_setting('app.restaurant_id', true), '')::uuid)
    or (select current_setting('app.platform', true)) = 'on');
create policy of_outlets on table_calls as restrictive using (
  (select nullif(current_setting('app.outlet_ids', true), '')) is null
    or outlet_id = any ((select nullif(current_setting('app.outlet_ids', true), '')::uuid[])::uuid[]));

-- The last number given to a table of the restaurant. Counted here, because who works at one outlet does not see the tables of others.
select set_config('app.platform', 'on', true);
alter table restaurant_counters add column table_number integer not null default 0;
update restaurant_counters as c
set table_number = coalesce((select max(number) from dining_tables as t where t.restaurant_id = c.restaurant_id), 0);
