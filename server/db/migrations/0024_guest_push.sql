-- expand: browsers in which guests are told of their orders by push, in a new table
--
-- The browser in which a guest last allowed it. It goes with the session in which they did, however that ends, and with the guest.
create table guest_push_devices (
  restaurant_id  uuid not null,
  customer_id    uuid not null,
  session_hash   bytea not null references sessions (token_hash) on delete cascade,
  endpoint_hash  bytea not null,                   -- SHA-256 of the address at the push service
  sealed         bytea not null,                   -- address and keys of the browser, under a key made from SECRET
  created_at     timestamptz not null,
  primary key (restaurant_id, customer_id),
  foreign key (restaurant_id, customer_id) references customers (restaurant_id, id) on delete cascade
);
create index guest_push_devices_by_session on guest_push_devices (session_hash);
select add_restaurant_policies('guest_push_devices');
