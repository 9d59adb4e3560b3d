-- expand: drivers who take orders out: four new tables, a kind of session and its column
create table drivers (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  id             uuid not null,
  name           text not null,
  phone          text not null,
  outlet_ids     uuid[],                           -- null: all outlets, later ones as well
  token_hash     bytea unique,                     -- SHA-256 of the secret in the driver's link; null: removed
  code_hash      bytea not null,                   -- HMAC-SHA-256 under a key made from SECRET
  code_tries     integer not null default 0,       -- wrong ones in a row; at the fifth a new code is needed
  created_at     timestamptz not null,
  removed_at     timestamptz,
  primary key (restaurant_id, id),
  constraint drivers_removed_check check ((token_hash is null) = (removed_at is not null))
);
select add_restaurant_policies('drivers', 'outlet_ids');

-- Each time that a driver takes an order is a row; of one order at most one has no end.
create table deliveries (
  restaurant_id  uuid not null,
  id             uuid not null,
  order_id       uuid not null,
  outlet_id      uuid not null,
  driver_id      uuid not null,
  driver_name    text not null,                    -- the name at that time
  code           text not null,                    -- four digits that the guest reads to the driver
  code_tries     integer not null default 0,       -- wrong ones in a row
  taken_at       timestamptz not null,
  left_at        timestamptz,
  ended_at       timestamptz,                      -- null: the order is with the driver, as long as it is live
  outcome        text check (outcome in ('delivered', 'failed', 'given_back')),
  reason         text,                             -- why it failed: a code, or the driver's words
  proof          text check (proof in ('code', 'photo', 'name')),
  proof_name     text,                             -- the name of the person who took the order at the door
  changes        integer not null default 1,       -- counts in the version of the order
  primary key (restaurant_id, id),
  foreign key (restaurant_id, order_id) references orders (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, driver_id) references drivers (restaurant_id, id),
  constraint deliveries_end_check check ((ended_at is null) = (outcome is null)),
  constraint deliveries_proof_of_end_check check ((proof is null) = (outcome is distinct from 'delivered'))
);
create unique index deliveries_without_end on deliveries (restaurant_id, order_id) where ended_at is null;
create index deliveries_of_order on deliveries (restaurant_id, order_id, taken_at);
create index deliveries_of_driver on deliveries (restaurant_id, driver_id, taken_at);
create index deliveries_by_end on deliveries (ended_at) where proof_name is not null;
select add_restaurant_policies('deliveries', 'outlet_id');

create table delivery_photos (
  restaurant_id  uuid not null,
  delivery_id    uuid not null,
  content_type   text not null check (content_type in ('image/jpeg', 'image/png')),
  bytes          bytea not null,                   -- decoded and encoded again by the server
  created_at     timestamptz not null,
  primary key (restaurant_id, delivery_id),
  foreign key (restaurant_id, delivery_id) references deliveries (restaurant_id, id) on delete cascade
);
create index delivery_photos_by_age on delivery_photos (created_at);
select add_restaurant_policies('delivery_photos');

-- The last place of a driver who is out, and no other.
create table driver_positions (
  restaurant_id  uuid not null,
  driver_id      uuid not null,
  latitude       double precision not null,
  longitude      double precision not null,
  measured_at    timestamptz not null,
  primary key (restaurant_id, driver_id),
  foreign key (restaurant_id, driver_id) references drivers (restaurant_id, id) on delete cascade
);
select add_restaurant_policies('driver_positions');

alter table sessions add column driver_id uuid;
alter table sessions
  drop constraint sessions_kind_check,
  add constraint sessions_kind_check check (kind in ('user', 'customer', 'registration', 'driver')),
  drop constraint sessions_columns_of_kind_check,
  add constraint sessions_columns_of_kind_check check (case kind
    when 'user' then user_id is not null and customer_id is null
    when 'customer' then customer_id is not null and restaurant_id is not null
    when 'driver' then driver_id is not null and restaurant_id is not null and user_id is null and customer_id is null
    else phone is not null and restaurant_id is not null end);
create index sessions_by_driver on sessions (restaurant_id, driver_id) where driver_id is not null;
