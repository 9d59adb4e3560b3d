-- expand: guests pay online; four new tables, a column of restaurants, and one more value of orders' payment method
--
-- The accounts at gateways through which a restaurant's guests pay or have paid: refunds need the keys that a payment went with.
create table payment_gateways (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  id             uuid not null,                     -- the seal is bound to it; another account is another row
  kind           text not null check (kind in ('stripe', 'tap')),
  sealed         bytea not null,                    -- the secret keys, under a key made from SECRET
  is_test        boolean not null,                  -- no money moves
  key_end        text not null,                     -- by which people tell two keys apart
  connected_at     timestamptz not null,
  disconnected_at  timestamptz,                     -- null: guests pay here
  primary key (restaurant_id, id)
);
create unique index payment_gateways_connected on payment_gateways (restaurant_id) where disconnected_at is null;
select add_restaurant_policies('payment_gateways');

-- Payments of guests at a gateway, and the orders that come of them when the money is held.
create table payments (
  restaurant_id     uuid not null references restaurants (id) on delete cascade,
  id                uuid not null,                  -- also the key of every call to the gateway
  order_id          uuid not null,                  -- the order that is, or would be, written
  outlet_id         uuid not null,
  customer_id       uuid,                           -- null: the guest was erased
  gateway           text not null check (gateway in ('stripe', 'tap')),
  is_test           boolean not null,
  account_id        uuid not null,                  -- the row of payment_gateways that it went with
  gateway_id        text,                           -- the payment's id there; null until the gateway has answered
  url               text,                           -- where the guest pays
  currency          text not null,
  amount_minor      bigint not null check (amount_minor > 0),
  captured_minor    bigint not null default 0 check (captured_minor >= 0),
  refunded_minor    bigint not null default 0 check (refunded_minor between 0 and captured_minor),
  state             text not null check (state in ('begun', 'authorised', 'captured', 'released', 'lapsed')),
  request_key       text,                           -- the guest's Idempotency-Key
  request_hash      bytea not null,
  entry             jsonb,                          -- the order to be written; null once it is, or never will be
  stock_held        jsonb not null default '{}',    -- portions taken for it, by item
  begun_at          timestamptz not null,
  placed_at         timestamptz,                    -- null: no order came of it, or not yet
  version           integer not null default 0,     -- grows with every change
  held_until        timestamptz not null,           -- then the portions are sold again
  primary key (restaurant_id, id),
  constraint payments_once unique (restaurant_id, customer_id, request_key),
  constraint payments_of_orders unique (restaurant_id, order_id),
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, customer_id) references customers (restaurant_id, id) on delete set null (customer_id)
);
create index payments_unpaid on payments (restaurant_id, customer_id) where state in ('begun', 'lapsed');
create index payments_by_state on payments (restaurant_id, state) where state in ('begun', 'authorised');
select add_restaurant_policies('payments', 'outlet_id');

-- The ledger: every movement of money that the gateway has confirmed, once.
create table payment_movements (
  restaurant_id  uuid not null,
  payment_id     uuid not null,
  key            text not null,                     -- the movement, or the id of the refund: none is written twice
  kind           text not null check (kind in ('authorised', 'captured', 'released', 'refunded')),
  amount_minor   bigint not null check (amount_minor >= 0),
  at             timestamptz not null,
  primary key (restaurant_id, payment_id, key),
  foreign key (restaurant_id, payment_id) references payments (restaurant_id, id) on delete cascade
);
select add_restaurant_policies('payment_movements');

-- Money that is to be given back, until the gateway has done so.
create table payment_refunds (
  restaurant_id  uuid not null,
  id             uuid not null,
  payment_id     uuid not null,
  amount_minor   bigint not null check (amount_minor > 0),
  reason         text not null,
  asked_by       uuid,                              -- null: the product, for an order that was cancelled
  asked_by_name  text not null,
  request_key    text,                              -- the person's Idempotency-Key
  asked_at       timestamptz not null,
  done_at        timestamptz,                       -- null: the gateway has not confirmed it
  primary key (restaurant_id, id),
  constraint payment_refunds_once unique (restaurant_id, payment_id, request_key),
  foreign key (restaurant_id, payment_id) references payments (restaurant_id, id) on delete cascade
);
select add_restaurant_policies('payment_refunds');

-- How guests can pay online: null, not at all. Kept with the restaurant because every page of its site says so.
alter table restaurants add column online_payment text check (online_payment in ('test', 'live'));

alter table order_counts
  drop constraint order_counts_payment_method_check,
  add constraint order_counts_payment_method_check check (payment_method in ('cash', 'card', 'online'));
alter table orders
  drop constraint orders_payment_method_check,
  add constraint orders_payment_method_check check (payment_method in ('cash', 'card', 'online')) not valid;
