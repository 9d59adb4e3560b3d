-- expand: courier companies, and deliveries that they make: a new table, columns of deliveries, and deliveries without a driver
create table courier_companies (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  id             uuid not null,
  name           text not null,
  api_url        text not null,
  merchant_id    text not null,                    -- the restaurant at the company
  client_id      text not null,
  sealed         bytea not null,                   -- the secret of the client, under a key made from SECRET; empty: removed
  outlet_ids     uuid[],                           -- null: all outlets, later ones as well
  takes_money    boolean not null,                 -- cash and cards at the door
  connected_at   timestamptz not null,
  removed_at     timestamptz,
  primary key (restaurant_id, id)
);
select add_restaurant_policies('courier_companies', 'outlet_ids');

alter table deliveries
  alter column driver_id drop not null,
  add column company_id uuid,
  add column courier_state text check (courier_state in ('asked', 'pending', 'assigned', 'collected', 'delivered', 'cancelled', 'failed')),
  add column courier_fee_minor bigint check (courier_fee_minor >= 0),
  add column courier_minutes integer,
  add column courier_name text,
  add column courier_phone text,
  add column tracking_url text,
  add column courier_problem text check (courier_problem in ('keys_refused', 'not_reached', 'not_cancelled')),
  add column is_ready_told boolean not null default false,
  drop constraint deliveries_proof_check,
  -- The rows that there are satisfy all three, and reading them all would keep orders waiting meanwhile.
  add constraint deliveries_proof_check check (proof in ('code', 'photo', 'name', 'courier')) not valid,
  add constraint deliveries_courier_check check (
    (driver_id is null) = (company_id is not null) and (company_id is null) = (courier_state is null)) not valid,
  add foreign key (restaurant_id, company_id) references courier_companies (restaurant_id, id) not valid;
