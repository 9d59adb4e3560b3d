-- The foundation: accounts, restaurants, what they sell, who orders it, and what happened.
--
-- Every table that a restaurant owns leads its primary key, its foreign keys and its indexes with restaurant_id, so that a
-- distributed PostgreSQL can shard by it, and carries a forced row-level security policy on it (made at the end).
-- Amounts are bigint in minor units of the restaurant's currency. Instants are timestamptz. Texts in other languages
-- live beside the default one as a jsonb map from language to text.

-- People and their sessions belong to no single restaurant -----------------------------------------------------------

create table users (
  id             uuid primary key,
  email          text not null,
  email_key      text not null unique,             -- normalised: trimmed, NFKC, lower case
  password_hash  text not null,                    -- argon2id, PHC string
  first_name     text not null,
  last_name      text not null,
  country_code   text not null,                    -- dial code as given at sign-up, '+971'
  mobile_number  text not null,
  user_type      text not null check (user_type in ('merchant', 'admin')),
  disabled_at    timestamptz,
  created_at     timestamptz not null,
  updated_at     timestamptz not null
);

create table restaurants (
  id               uuid primary key,
  name             text not null,
  slug             text not null unique,
  country          text not null,                  -- ISO 3166 alpha-2
  currency         text not null,                  -- ISO 4217
  outlet_band      text not null,                  -- as answered at sign-up: '2 - 5 outlets'
  informer         text not null,                  -- how the owner found the product
  charge_options   text not null default 'once' check (charge_options in ('once', 'each')),
  default_locale   text not null default 'en',
  accent           text not null default '#C2410C',
  logo_hash        text,
  cover_hash       text,
  site_token       text not null unique,           -- publishable, read-only: it names the restaurant and grants nothing more
  trial_started_at timestamptz not null,
  trial_ends_at    timestamptz,
  created_at       timestamptz not null,
  updated_at       timestamptz not null
);

create table sessions (
  token_hash     bytea primary key,                -- SHA-256 of the bearer token
  kind           text not null check (kind in ('user', 'customer', 'registration')),
  user_id        uuid references users (id) on delete cascade,
  restaurant_id  uuid references restaurants (id) on delete cascade,
  customer_id    uuid,
  phone          text,                             -- registration: the number just verified
  device         text not null default '',
  created_at     timestamptz not null,
  last_seen_at   timestamptz not null,
  expires_at     timestamptz not null,
  check (case kind
    when 'user' then user_id is not null and customer_id is null
    when 'customer' then customer_id is not null and restaurant_id is not null
    else phone is not null and restaurant_id is not null end)
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_customer on sessions (restaurant_id, customer_id);
create index sessions_by_expiry on sessions (expires_at);

-- Counts of guesses, codes and messages within a window; the key says of what ('signin:account:<hash>').
create table rate_counters (
  key         text primary key,
  count       integer not null check (count >= 0),
  expires_at  timestamptz not null
);
create index rate_counters_by_expiry on rate_counters (expires_at);

-- A restaurant and what it sells ------------------------------------------------------------------------------------

create table memberships (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  user_id        uuid not null references users (id) on delete cascade,
  role           text not null check (role in ('owner', 'manager', 'staff')),
  created_at     timestamptz not null,
  primary key (restaurant_id, user_id)
);
create index memberships_by_user on memberships (user_id);

-- The hot row of a restaurant: event numbers become visible in order because this row is locked last and held to commit.
create table restaurant_counters (
  restaurant_id  uuid primary key references restaurants (id) on delete cascade,
  event_seq      bigint not null default 0
);

create table media (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  hash           text not null,                    -- SHA-256 of the re-encoded original, hex
  content_type   text not null check (content_type in ('image/jpeg', 'image/png')),
  width          integer not null,
  height         integer not null,
  bytes          bytea not null,
  created_at     timestamptz not null,
  primary key (restaurant_id, hash)
);

create table media_sizes (
  restaurant_id  uuid not null,
  hash           text not null,
  width          integer not null,                 -- 88, 176, 640 or 1200
  content_type   text not null,
  bytes          bytea not null,
  primary key (restaurant_id, hash, width),
  foreign key (restaurant_id, hash) references media (restaurant_id, hash) on delete cascade
);

create table outlets (
  restaurant_id      uuid not null references restaurants (id) on delete cascade,
  id                 uuid not null,
  name               text not null,
  name_key           text not null,                -- lower case, for uniqueness and for addresses
  image_hash         text,
  time_zone          text not null,
  email              text not null,
  phone              text not null,
  is_active          boolean not null default true,
  tax_rate_bp        integer not null default 0 check (tax_rate_bp between 0 and 10000),
  tax_inclusive      boolean not null default false,
  alert_calls        boolean not null default false,
  takes_same_date    boolean not null default true,
  takes_next_date    boolean not null default false,
  address_location   text,
  address_area       text,
  latitude           double precision,
  longitude          double precision,
  last_order_number  integer not null default 0,
  position           integer not null default 0,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  deleted_at         timestamptz,
  primary key (restaurant_id, id)
);
create unique index outlets_by_name on outlets (restaurant_id, name_key) where deleted_at is null;

create table outlet_modes (
  restaurant_id        uuid not null,
  outlet_id            uuid not null,
  mode                 text not null check (mode in ('delivery', 'pickup', 'dine-in')),
  accepts_orders       boolean not null default false,
  preparation_minutes  integer not null default 15 check (preparation_minutes between 0 and 1440),
  delivery_minutes     integer not null default 40 check (delivery_minutes between 0 and 1440),
  takes_cash           boolean not null default false,
  takes_card           boolean not null default false,
  opening_hours        jsonb not null,
  primary key (restaurant_id, outlet_id, mode),
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade
);

create table delivery_areas (
  restaurant_id     uuid not null,
  id                uuid not null,
  outlet_id         uuid not null,
  name              text not null,
  minimum_minor     bigint not null check (minimum_minor >= 0),
  fee_minor         bigint not null default 0 check (fee_minor >= 0),
  position          integer not null default 0,
  created_at        timestamptz not null,
  deleted_at        timestamptz,
  primary key (restaurant_id, id),
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade
);
create index delivery_areas_by_outlet on delivery_areas (restaurant_id, outlet_id, position);

create table items (
  restaurant_id             uuid not null references restaurants (id) on delete cascade,
  id                        uuid not null,
  type                      text not null check (type in ('item', 'modifier')),
  name                      text not null,
  name_translations         jsonb not null default '{}',
  description               text not null default '',
  description_translations  jsonb not null default '{}',
  price_minor               bigint not null check (price_minor >= 0),
  sku                       text not null,
  external_id               text,                  -- what an import knows it by
  image_hash                text,
  quantity                  integer check (quantity >= 0),   -- null: not counted
  calories                  integer check (calories >= 0),
  allergens                 text[] not null default '{}',
  diets                     text[] not null default '{}',
  created_at                timestamptz not null,
  updated_at                timestamptz not null,
  deleted_at                timestamptz,
  primary key (restaurant_id, id)
);
create index items_by_type on items (restaurant_id, type, created_at);
create unique index items_by_external_id on items (restaurant_id, external_id) where deleted_at is null;

create table item_inactive_outlets (
  restaurant_id  uuid not null,
  item_id        uuid not null,
  outlet_id      uuid not null,
  primary key (restaurant_id, item_id, outlet_id),
  foreign key (restaurant_id, item_id) references items (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade
);

create table modifier_lists (
  restaurant_id              uuid not null references restaurants (id) on delete cascade,
  id                         uuid not null,
  name                       text not null,
  display_name               text not null,
  display_name_translations  jsonb not null default '{}',
  allows_multiple            boolean not null default false,
  min_choices                integer not null default 0 check (min_choices >= 0),
  max_choices                integer not null default 0 check (max_choices >= 0),   -- 0: no upper limit
  is_optional                boolean not null default false,                        -- tells an optional 0/0 list from an old one
  external_id                text,                                                  -- what an import knows it by
  created_at                 timestamptz not null,
  updated_at                 timestamptz not null,
  deleted_at                 timestamptz,
  primary key (restaurant_id, id)
);
create unique index modifier_lists_by_external_id on modifier_lists (restaurant_id, external_id) where deleted_at is null;

create table modifier_list_items (
  restaurant_id     uuid not null,
  modifier_list_id  uuid not null,
  item_id           uuid not null,                 -- an item of type 'modifier'
  position          integer not null default 0,
  primary key (restaurant_id, modifier_list_id, item_id),
  foreign key (restaurant_id, modifier_list_id) references modifier_lists (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, item_id) references items (restaurant_id, id) on delete cascade
);
create index modifier_list_items_by_item on modifier_list_items (restaurant_id, item_id);

create table item_modifier_lists (
  restaurant_id     uuid not null,
  item_id           uuid not null,
  modifier_list_id  uuid not null,
  position          integer not null default 0,
  primary key (restaurant_id, item_id, modifier_list_id),
  foreign key (restaurant_id, item_id) references items (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, modifier_list_id) references modifier_lists (restaurant_id, id) on delete cascade
);
create index item_modifier_lists_by_list on item_modifier_lists (restaurant_id, modifier_list_id);

create table menus (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  id             uuid not null,
  name           text not null,
  calories       integer check (calories >= 0),
  platform       text not null default 'OrderManager',
  notes          text not null default '',
  is_live        boolean not null default false,
  position       integer not null default 0,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  deleted_at     timestamptz,
  primary key (restaurant_id, id)
);

create table categories (
  restaurant_id      uuid not null,
  id                 uuid not null,
  menu_id            uuid not null,
  name               text not null,
  name_translations  jsonb not null default '{}',
  position           integer not null default 0,
  external_id        text,                         -- what an import knows it by
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  deleted_at         timestamptz,
  primary key (restaurant_id, id),
  foreign key (restaurant_id, menu_id) references menus (restaurant_id, id) on delete cascade
);
create index categories_by_menu on categories (restaurant_id, menu_id, position);
create unique index categories_by_external_id on categories (restaurant_id, menu_id, external_id) where deleted_at is null;

create table category_items (
  restaurant_id  uuid not null,
  category_id    uuid not null,
  item_id        uuid not null,
  position       integer not null default 0,
  primary key (restaurant_id, category_id, item_id),
  foreign key (restaurant_id, category_id) references categories (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, item_id) references items (restaurant_id, id) on delete cascade
);
create index category_items_by_item on category_items (restaurant_id, item_id);

create table category_inactive_outlets (
  restaurant_id  uuid not null,
  category_id    uuid not null,
  outlet_id      uuid not null,
  primary key (restaurant_id, category_id, outlet_id),
  foreign key (restaurant_id, category_id) references categories (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade
);

-- Guests --------------------------------------------------------------------------------------------------------------

create table customers (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  id             uuid not null,
  phone          text not null,                    -- E.164
  name           text not null,
  email          text not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  primary key (restaurant_id, id),
  unique (restaurant_id, phone)
);

-- The newest code of a number at a restaurant; asking again replaces it.
create table phone_codes (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  phone          text not null,
  code_hash      bytea not null,                   -- HMAC with the server's secret
  wrong_tries    integer not null default 0,
  used_at        timestamptz,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  primary key (restaurant_id, phone)
);

-- Orders: a snapshot that later changes of menu, outlet or customer never touch ---------------------------------------

create table orders (
  restaurant_id        uuid not null references restaurants (id),
  id                   uuid not null,
  order_number         integer not null,           -- what people say aloud; unique per outlet, never reused
  outlet_id            uuid not null,
  outlet_name          text not null,
  outlet_time_zone     text not null,
  customer_id          uuid not null,
  customer_name        text not null,
  customer_phone       text not null,
  mode                 text not null check (mode in ('delivery', 'pickup', 'dine-in')),
  payment_method       text not null check (payment_method in ('cash', 'card')),
  status               text not null check (status in ('New', 'Confirmed', 'Ready', 'Completed', 'Cancelled')),
  status_changed_at    timestamptz not null,
  status_version       integer not null default 1,
  cancel_reason        text,
  delivery_area_id     uuid,
  delivery_area_name   text,
  address              jsonb,                      -- {location, floor, instruction, nickName, area}
  table_name           text,
  special_instruction  text not null default '',
  platform             text not null default 'OrderManager',
  currency             text not null,
  charge_options       text not null check (charge_options in ('once', 'each')),
  tax_rate_bp          integer not null,
  tax_inclusive        boolean not null,
  subtotal_minor       bigint not null check (subtotal_minor >= 0),
  tax_minor            bigint not null check (tax_minor >= 0),
  delivery_fee_minor   bigint check (delivery_fee_minor >= 0),   -- null: no delivery
  total_minor          bigint not null check (total_minor >= 0),
  requested_for        timestamptz,                -- null: as soon as possible
  preparation_minutes  integer not null,           -- of the mode when ordered
  promised_at          timestamptz,                -- when the kitchen said it would be ready
  stock_taken          jsonb not null default '{}',   -- {item id: portions} of what was counted, to give back when cancelled
  is_test              boolean not null default false,
  placed_at            timestamptz not null,
  primary key (restaurant_id, id),
  unique (restaurant_id, outlet_id, order_number),
  check (total_minor = subtotal_minor + case when tax_inclusive then 0 else tax_minor end + coalesce(delivery_fee_minor, 0)),
  check ((mode = 'delivery') = (delivery_fee_minor is not null))
);
create index orders_newest on orders (restaurant_id, placed_at desc, id desc);
create index orders_live on orders (restaurant_id, placed_at) where status in ('New', 'Confirmed', 'Ready');
create index orders_by_customer on orders (restaurant_id, customer_id, placed_at desc);

create table order_lines (
  restaurant_id      uuid not null,
  order_id           uuid not null,
  line_number        integer not null,
  item_id            uuid not null,
  name               text not null,
  name_translations  jsonb not null default '{}',
  quantity           integer not null check (quantity between 1 and 99),
  unit_price_minor   bigint not null check (unit_price_minor >= 0),
  total_minor        bigint not null check (total_minor >= 0),
  note               text not null default '',
  primary key (restaurant_id, order_id, line_number),
  foreign key (restaurant_id, order_id) references orders (restaurant_id, id) on delete cascade
);

create table order_line_options (
  restaurant_id       uuid not null,
  order_id            uuid not null,
  line_number         integer not null,
  position            integer not null,
  modifier_list_id    uuid not null,
  modifier_list_name  text not null,
  item_id             uuid not null,
  name                text not null,
  name_translations   jsonb not null default '{}',
  price_minor         bigint not null check (price_minor >= 0),
  primary key (restaurant_id, order_id, line_number, position),
  foreign key (restaurant_id, order_id, line_number)
    references order_lines (restaurant_id, order_id, line_number) on delete cascade
);

create table order_status_changes (
  restaurant_id  uuid not null,
  order_id       uuid not null,
  version        integer not null,                 -- equals orders.status_version after the change
  from_status    text,                             -- null: placed
  to_status      text not null,
  reason         text,
  is_undo        boolean not null default false,
  actor_kind     text not null check (actor_kind in ('customer', 'user', 'system')),
  actor_id       uuid,
  actor_name     text not null,
  changed_at     timestamptz not null,
  primary key (restaurant_id, order_id, version),
  foreign key (restaurant_id, order_id) references orders (restaurant_id, id) on delete cascade
);

create table idempotency_keys (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  customer_id    uuid not null,
  operation      text not null,
  key            text not null check (length(key) between 1 and 255),
  request_hash   bytea not null,
  answer         jsonb,                            -- written before the transaction commits
  created_at     timestamptz not null,
  primary key (restaurant_id, customer_id, operation, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table events (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  seq            bigint not null,
  type           text not null,                    -- 'order.placed', 'order.status_changed', 'catalogue.changed', ...
  order_id       uuid,
  customer_id    uuid,
  data           jsonb not null default '{}',
  happened_at    timestamptz not null,
  primary key (restaurant_id, seq)
);
create index events_by_age on events (happened_at);

-- The second wall ------------------------------------------------------------------------------------------------------
-- The application's role sees a row only inside a transaction that has named its restaurant, or inside one of the few
-- listed platform transactions (sign-in, background work). Forced, so that an owner role obeys as well.

do $$
declare
  t text;
begin
  foreach t in array array[
    'memberships', 'restaurant_counters', 'media', 'media_sizes', 'outlets', 'outlet_modes', 'delivery_areas', 'items',
    'item_inactive_outlets', 'modifier_lists', 'modifier_list_items', 'item_modifier_lists', 'menus', 'categories',
    'category_items', 'category_inactive_outlets', 'customers', 'phone_codes', 'orders', 'order_lines',
    'order_line_options', 'order_status_changes', 'idempotency_keys', 'events'
  ] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy of_restaurant on %I using (restaurant_id = nullif(current_setting(''app.restaurant_id'', true), '''')::uuid'
      || ' or current_setting(''app.platform'', true) = ''on'')', t);
  end loop;
end
$$;
