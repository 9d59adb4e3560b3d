-- Who issues a restaurant's invoices, and where its guests have things brought.

-- Rows are added, never changed: a receipt shows what was in force when its order was placed.
create table tax_details (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  valid_from     timestamptz not null,
  legal_name     text not null,
  tax_number     text not null,                    -- empty: not registered
  address        text not null,
  primary key (restaurant_id, valid_from)
);

create table customer_addresses (
  restaurant_id     uuid not null,
  customer_id       uuid not null,
  id                uuid not null,
  delivery_area_id  uuid not null,                 -- may be gone meanwhile: the address says so then
  area_name         text not null,
  location          text not null,
  floor             text not null,
  instruction       text not null,
  nickname          text not null,
  used_at           timestamptz not null,
  primary key (restaurant_id, customer_id, id),
  foreign key (restaurant_id, customer_id) references customers (restaurant_id, id) on delete cascade
);
-- The same place is saved once, however often it is sent.
create unique index customer_addresses_by_place
  on customer_addresses (restaurant_id, customer_id, delivery_area_id, lower(location), lower(floor), nickname);

do $$
declare
  t text;
begin
  foreach t in array array['tax_details', 'customer_addresses'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy of_restaurant on %I using (restaurant_id = (select nullif(current_setting(''app.restaurant_id'', true), '''')::uuid)'
      || ' or (select current_setting(''app.platform'', true)) = ''on'')', t);
  end loop;
end
$$;
