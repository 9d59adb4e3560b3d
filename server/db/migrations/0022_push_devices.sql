-- expand: devices that are reached by push, in two new tables
--
-- The pair of keys by which push services recognize this installation, in one row. Subscriptions are bound to it.
create table push_keys (
  is_only     boolean primary key default true check (is_only),
  sealed      bytea not null,                      -- the private key, under a key made from SECRET
  created_at  timestamptz not null
);

-- Browsers in which somebody allowed that they are told of new orders. Whoever logs out there, is logged out by somebody or leaves the
-- restaurant takes the row along. A session that is over by itself is taken off the row before it is deleted.
create table push_devices (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  id             uuid not null,
  user_id        uuid not null,
  session_hash   bytea references sessions (token_hash) on delete cascade,
  device_id      uuid,                             -- its row in devices, which is short-lived
  name           text,                             -- given by somebody; null: nobody has
  kind           text not null,                    -- 'Chrome on Android'
  endpoint_hash  bytea not null,                   -- SHA-256 of the address at the push service
  sealed         bytea not null,                   -- address and keys of the browser, under a key made from SECRET
  outlet_ids     uuid[],                           -- the outlets whose orders it is told of; null: all
  created_at     timestamptz not null,
  sent_at        timestamptz,                      -- when the push service last accepted a message for it
  primary key (restaurant_id, id),
  unique (restaurant_id, endpoint_hash),
  foreign key (restaurant_id, user_id) references memberships (restaurant_id, user_id) on delete cascade
);
create index push_devices_by_session on push_devices (session_hash);
create index push_devices_by_user on push_devices (restaurant_id, user_id);
select add_restaurant_policies('push_devices', 'outlet_ids');
