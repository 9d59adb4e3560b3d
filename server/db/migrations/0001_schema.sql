-- The database, by domain.
--
-- Every table of a restaurant leads its primary key, its foreign keys and its indexes with restaurant_id, so that a distributed
-- PostgreSQL can shard by it, and carries forced row-level security (`add_restaurant_policies`). A few tables belong to no single
-- restaurant, and have none: the people and their sessions, the restaurants themselves, retired addresses, rate counters.
--
-- Amounts are bigint in minor units of the restaurant's currency. Instants are timestamptz, days are dates in the outlet's time
-- zone. Texts in other languages live beside the default one, as a jsonb map from language to text. Rows that can be restored are
-- marked with deleted_at. Ids are UUIDv7, made by the server. A column that closes its set of values does so by a check.

-- Functions ---------------------------------------------------------------------------------------------------------------------

-- Gives a restaurant's table its policies, and forces them on the owner of the table as well. `restaurant_isolation`: a
-- transaction sees the rows of the restaurant that it named, or all rows inside one of the few platform transactions (sign-in,
-- background work). `outlet_scope`, where the table has a column with the id or the ids of outlets: somebody who works at some
-- outlets sees the rows of those alone; ids that are null mean all outlets. Settings are read once per statement, in subqueries.
create function add_restaurant_policies(target regclass, outlet_column name default null) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy restaurant_isolation on %s using ('
    || 'restaurant_id = (select nullif(current_setting(''app.restaurant_id'', true), '''')::uuid)'
    || ' or (select current_setting(''app.platform'', true)) = ''on'')', target);
  if outlet_column is not null then
    execute format(
      'create policy outlet_scope on %s as restrictive using ('
      || '(select nullif(current_setting(''app.outlet_ids'', true), '''')) is null or '
      || case (select atttypid from pg_attribute where attrelid = target and attname = outlet_column)
        when 'uuid[]'::regtype
          then '%2$I is null or %2$I && (select nullif(current_setting(''app.outlet_ids'', true), '''')::uuid[])::uuid[])'
        else '%2$I = any ((select nullif(current_setting(''app.outlet_ids'', true), '''')::uuid[])::uuid[]))' end,
      target, outlet_column);
  end if;
end
$$;

-- The menu version is the number of the last transaction that changed what a restaurant sells or on what terms. Facts kept in
-- memory are good as long as it stands: the statement that writes an order compares it. Portions left and order numbers do not
-- count, since every order changes those.
create function renew_own_menu_version() returns trigger language plpgsql as $$
begin
  new.menu_version := pg_current_xact_id()::text::bigint;
  return new;
end
$$;

create function renew_menu_version() returns trigger language plpgsql as $$
declare
  present constant bigint := pg_current_xact_id()::text::bigint;
begin
  update restaurants set menu_version = present
  where id = coalesce(new.restaurant_id, old.restaurant_id) and menu_version <> present;
  return null;
end
$$;

-- A statement that is about to change the menu locks the restaurant's row before any row of its own: locked last, by
-- renew_menu_version, two changes would wait for each other. Orders and stock never lock it.
create function lock_menu() returns trigger language plpgsql as $$
begin
  perform from restaurants
  where id = nullif(current_setting('app.restaurant_id', true), '')::uuid
  for no key update;
  return null;
end
$$;

-- Makes a table a part of the menu: changes of it, or of the named columns alone, lock the menu and renew its version.
create function add_menu_triggers(target regclass, columns text default null) returns void language plpgsql as $$
begin
  execute format(
    'create trigger lock_menu before insert or delete or update%2$s on %1$s for each statement execute function lock_menu()',
    target, ' of ' || columns);
  execute format(
    'create trigger renew_menu_version after insert or delete or update%2$s on %1$s for each row'
    || ' execute function renew_menu_version()',
    target, ' of ' || columns);
end
$$;

-- A text as it is searched: without case and accents, of Latin, Greek, Cyrillic, Hebrew and Arabic alike.
create function search_key(words text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(words, nfd), '[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]', '', 'g'))
$$;

-- Restaurants -------------------------------------------------------------------------------------------------------------------

create table restaurants (
  id                uuid primary key,
  name              text not null,
  slug              text not null unique,
  country           text not null,                 -- ISO 3166 alpha-2
  currency          text not null,                 -- ISO 4217
  charge_options    text not null default 'once' check (charge_options in ('once', 'each')),
  outlet_band       text not null,                 -- the answer at sign-up: '2 - 5 outlets'
  informer          text not null,                 -- how the owner found the product
  site_token        text not null unique,          -- publishable, read-only: it names the restaurant and grants nothing more
  default_locale    text not null default 'en',
  site_languages    text[] not null default '{en,ar}'
    check (cardinality(site_languages) > 0 and site_languages <@ array['en', 'ar']),
  accent            text not null default '#C2410C',
  logo_hash         text,
  cover_hash        text,
  branded_at        timestamptz,                   -- null: its people never said how it looks, so the accent is the product's own
  code_countries    text[],                        -- ISO 3166 alpha-2: whose numbers get phone codes; null: all
  codes_per_day     integer not null default 1000 check (codes_per_day between 0 and 20000),
  menu_version      bigint not null default 0,
  trial_started_at  timestamptz not null,
  trial_ends_at     timestamptz,
  status            text not null default 'new' check (status in ('new', 'approved', 'cancelled')),
  status_reason     text not null default '',      -- for the owner to read
  status_at         timestamptz,                   -- the platform's last decision
  closed_at         timestamptz,                   -- null: open
  erase_at          timestamptz,                   -- until then it can be opened again
  erasing_since     timestamptz,                   -- from then on there is no way back
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  constraint restaurants_closed_check check (
    (closed_at is null) = (erase_at is null) and coalesce(erase_at >= closed_at + interval '720 hours', true)),
  constraint restaurants_erasing_check check (
    erasing_since is null or (erase_at is not null and erasing_since >= erase_at))
);
create index restaurants_to_erase on restaurants (erase_at) where erase_at is not null;

-- Not add_menu_triggers: the row that holds the version is the one that changes.
create trigger renew_own_menu_version before update of currency, charge_options, status, closed_at on restaurants
  for each row execute function renew_own_menu_version();

create function guard_restaurant_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.erasing_since is null then
      raise exception 'A restaurant goes when it is being erased, and in no other way';
    end if;
    return old;
  end if;
  if old.erasing_since is not null
    and (new.closed_at, new.erase_at, new.erasing_since) is distinct from (old.closed_at, old.erase_at, old.erasing_since) then
    raise exception 'A restaurant that is being erased stays closed';
  end if;
  if old.erasing_since is null and new.erasing_since is not null
    and (old.closed_at is null or (new.closed_at, new.erase_at) is distinct from (old.closed_at, old.erase_at)) then
    raise exception 'A restaurant is closed before it is erased';
  end if;
  return new;
end
$$;
create trigger guard_restaurant_erasure before delete or update of closed_at, erase_at, erasing_since on restaurants
  for each row execute function guard_restaurant_erasure();

-- Every address a restaurant has ever had, the present one included. It stays that restaurant's: links and printed QR codes with
-- an old one lead to the new one for ever. The key is the slug alone, because an address is looked up before anybody knows whose
-- it is; so anybody may read this table, and a restaurant writes for itself alone.
create table restaurant_slugs (
  restaurant_id  uuid not null references restaurants (id) on delete cascade deferrable initially deferred,
  slug           text primary key,
  taken_at       timestamptz not null
);
create index restaurant_slugs_by_restaurant on restaurant_slugs (restaurant_id, taken_at);
select add_restaurant_policies('restaurant_slugs');
create policy public_reading on restaurant_slugs for select using (true);

-- The product claims an address before it gives it to a restaurant; this trigger does it for other writers.
create function claim_slug() returns trigger language plpgsql as $$
begin
  insert into restaurant_slugs (restaurant_id, slug, taken_at) values (new.id, new.slug, new.updated_at) on conflict do nothing;
  if not exists (select from restaurant_slugs where slug = new.slug and restaurant_id = new.id) then
    raise unique_violation using message = 'This address is or was that of another restaurant';
  end if;
  return null;
end
$$;
create trigger claim_slug after insert or update of slug on restaurants
  for each row execute function claim_slug();

-- Addresses of erased restaurants. Nobody else gets them for some time, because printed codes still lead there. The restaurant
-- cannot be told from them.
create table retired_slugs (
  slug_hash  bytea primary key,                    -- SHA-256 of the slug
  free_at    timestamptz not null
);

-- Inserts no row for a retired address; the writer sees that from the number of rows.
create function skip_retired_slug() returns trigger language plpgsql as $$
begin
  if exists (select from retired_slugs where slug_hash = sha256(convert_to(new.slug, 'UTF8'))) then
    return null;
  end if;
  return new;
end
$$;
create trigger skip_retired_slug before insert on restaurant_slugs for each row execute function skip_retired_slug();

-- The issuer of a restaurant's invoices. Rows are added, never changed: a receipt shows the details in force when its order was
-- placed.
create table tax_details (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  valid_from     timestamptz not null,
  legal_name     text not null,
  tax_number     text not null,                    -- empty: not registered
  address        text not null,
  primary key (restaurant_id, valid_from)
);
select add_restaurant_policies('tax_details');

create table pictures (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  hash           text not null,                    -- SHA-256 of the re-encoded original, hex
  content_type   text not null check (content_type in ('image/jpeg', 'image/png')),
  width          integer not null,
  height         integer not null,
  bytes          bytea not null,
  stored_bytes   integer not null,                 -- in all sizes, so that the space a restaurant has left is one cheap sum
  created_at     timestamptz not null,
  primary key (restaurant_id, hash)
);
select add_restaurant_policies('pictures');

create table picture_sizes (
  restaurant_id  uuid not null,
  hash           text not null,
  width          integer not null,                 -- 88, 176, 640 or 1200
  content_type   text not null,
  bytes          bytea not null,
  primary key (restaurant_id, hash, width),
  foreign key (restaurant_id, hash) references pictures (restaurant_id, hash) on delete cascade
);
select add_restaurant_policies('picture_sizes');

-- Accounts ----------------------------------------------------------------------------------------------------------------------

create table users (
  id                uuid primary key,
  user_type         text not null check (user_type in ('merchant', 'admin')),
  email             text not null,
  email_key         text not null unique,          -- normalised: trimmed, NFKC, lower case
  password_hash     text not null,                 -- argon2id, PHC string
  password_version  integer not null default 1,    -- grows with every change: a sign-in that began with another one is refused
  factor_optional   boolean not null default false,   -- the admin of the demo, which is never in production, needs no second factor
  first_name        text not null,
  last_name         text not null,
  country_code      text not null,                 -- dial code as given at sign-up, '+971'
  mobile_number     text not null,
  disabled_at       timestamptz,
  disabled_reason   text not null default '',
  created_at        timestamptz not null,
  updated_at        timestamptz not null
);

-- The newest link to choose a new password that was mailed to a user; asking again replaces it.
create table password_resets (
  user_id     uuid primary key references users (id) on delete cascade,
  token_hash  bytea not null unique,               -- SHA-256 of the token in the link
  created_at  timestamptz not null,
  expires_at  timestamptz not null
);

-- One-time passwords by time (RFC 6238).
create table second_factors (
  user_id       uuid primary key references users (id) on delete cascade,
  sealed        bytea not null,                    -- the shared secret, AES-256-GCM under a key made from SECRET
  last_step     bigint not null default 0,         -- the newest step of 30 s that a code was used for: each is good once
  created_at    timestamptz not null,
  confirmed_at  timestamptz                        -- null: shown, and not proven by a first code yet
);

-- For the day the phone is gone. A code is deleted when it is used.
create table recovery_codes (
  user_id    uuid not null references users (id) on delete cascade,
  code_hash  bytea not null,                       -- HMAC-SHA-256 under a key made from SECRET
  primary key (user_id, code_hash)
);

-- Sign-ins between the password, which was right, and the code of the second factor.
create table sign_in_challenges (
  token_hash        bytea primary key,             -- SHA-256 of the token that the client carries to the second step
  user_id           uuid not null references users (id) on delete cascade,
  password_version  integer not null,              -- the version that was right
  tries             integer not null default 0,
  created_at        timestamptz not null,
  expires_at        timestamptz not null
);
create index sign_in_challenges_by_expiry on sign_in_challenges (expires_at);

create table sessions (
  id              uuid not null default gen_random_uuid(),   -- names it where its owner ends it; the token stays secret
  token_hash      bytea primary key,               -- SHA-256 of the bearer token
  kind            text not null check (kind in ('user', 'customer', 'registration')),
  user_id         uuid references users (id) on delete cascade,
  restaurant_id   uuid references restaurants (id) on delete cascade,
  customer_id     uuid,
  phone           text,                            -- registration: the number just verified
  device          text not null default '',
  lock_minutes    integer check (lock_minutes between 1 and 240),   -- set on a shared tablet; null: one person's session
  acting_user_id  uuid references users (id) on delete set null,    -- null on a shared tablet: it is locked
  support_reason  text,                            -- the admin's, for access that only reads; null: no support access
  created_at      timestamptz not null,
  last_seen_at    timestamptz not null,
  expires_at      timestamptz not null,
  constraint sessions_columns_of_kind_check check (case kind
    when 'user' then user_id is not null and customer_id is null
    when 'customer' then customer_id is not null and restaurant_id is not null
    else phone is not null and restaurant_id is not null end),
  constraint sessions_support_check check (support_reason is null or (kind = 'user' and restaurant_id is not null))
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_customer on sessions (restaurant_id, customer_id);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_for_support on sessions (restaurant_id) where support_reason is not null;

-- Staff -------------------------------------------------------------------------------------------------------------------------

create table memberships (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  user_id        uuid not null references users (id) on delete cascade,
  role           text not null check (role in ('owner', 'manager', 'staff')),
  outlet_ids     uuid[],                           -- null: all outlets, later ones as well
  pin_hash       bytea,                            -- for shared tablets: HMAC-SHA-256 under a key made from SECRET; null: no PIN
  pin_tries      integer not null default 0,       -- wrong ones in a row; at the fifth the password is asked for
  created_at     timestamptz not null,
  primary key (restaurant_id, user_id),
  constraint memberships_outlets_of_owner_check check (outlet_ids is null or role <> 'owner')
);
create index memberships_by_user on memberships (user_id);
select add_restaurant_policies('memberships');

create table invitations (
  restaurant_id    uuid not null references restaurants (id) on delete cascade,
  id               uuid not null,
  email            text not null,
  email_key        text not null,                  -- normalised, as that of a user
  role             text not null check (role in ('owner', 'manager', 'staff')),
  outlet_ids       uuid[],                         -- the outlets of the coming membership
  token_hash       bytea not null unique,          -- SHA-256 of the secret in the mailed link
  invited_by_name  text not null,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  primary key (restaurant_id, id),
  unique (restaurant_id, email_key),
  constraint invitations_outlets_of_owner_check check (outlet_ids is null or role <> 'owner')
);
create index invitations_by_expiry on invitations (expires_at);
select add_restaurant_policies('invitations');

-- The last entry of each restaurant's audit log: entries are numbered and chained under the lock of this row.
create table audit_log_heads (
  restaurant_id  uuid primary key references restaurants (id) on delete cascade,
  number         bigint not null,
  hash           bytea not null
);
select add_restaurant_policies('audit_log_heads');

create table audit_log_entries (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  number         bigint not null,                  -- 1, 2, 3 ... without a gap
  at             timestamptz not null,
  actor_kind     text not null,                    -- owner, manager, staff, admin, system
  actor_id       uuid,
  actor_name     text not null,                    -- the name at that time
  action         text not null,                    -- 'staff.invited', ...
  subject        text not null,                    -- the person or thing it was about, in words
  details        text not null,                    -- JSON: before, after, reason
  request_id     text not null,
  hash           bytea not null,                   -- SHA-256 of the hash before and of this entry
  primary key (restaurant_id, number)
);
select add_restaurant_policies('audit_log_entries');

-- An entry goes with its restaurant alone, also piece by piece while the restaurant is being erased.
create function guard_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from restaurants where id = old.restaurant_id and erasing_since is null) then
    return old;
  end if;
  raise exception 'The audit log of a restaurant is only ever added to';
end
$$;
create trigger guard_audit_log before update or delete on audit_log_entries for each row execute function guard_audit_log();

-- Outlets -----------------------------------------------------------------------------------------------------------------------

create table outlets (
  restaurant_id               uuid not null references restaurants (id) on delete cascade,
  id                          uuid not null,
  name                        text not null,
  name_translations           jsonb not null default '{}',
  name_key                    text not null,       -- lower case, for uniqueness and for addresses
  image_hash                  text,
  time_zone                   text not null,
  email                       text not null,
  phone                       text not null,
  address_location            text,
  address_area                text,
  latitude                    double precision,
  longitude                   double precision,
  is_active                   boolean not null default true,
  tax_rate_bp                 integer not null default 0 check (tax_rate_bp between 0 and 10000),   -- basis points: 500 is 5 %
  tax_inclusive               boolean not null default false,
  takes_same_date             boolean not null default true,    -- whether guests may order for a time today
  takes_next_date             boolean not null default false,   -- and for a time tomorrow
  -- The escalation of an order that nobody accepts: minutes from when the kitchen heard of it.
  escalation_devices_minutes  integer not null default 1 check (escalation_devices_minutes between 1 and 120),
  escalation_mail_minutes     integer default 3 check (escalation_mail_minutes between 1 and 120),   -- null: nobody is mailed
  escalation_mail_to          text,                -- null: the outlet's email
  escalates_by_call           boolean not null default false,   -- whether the outlet's phone is called at all
  escalation_call_minutes     integer not null default 5 check (escalation_call_minutes between 1 and 120),
  auto_reject_minutes         integer check (auto_reject_minutes between 0 and 1440),   -- null: the server's own; 0: never
  refuses_unattended          boolean not null default false,   -- orders are refused while no device is there to ring
  last_order_number           integer not null default 0,
  position                    integer not null default 0,
  created_at                  timestamptz not null,
  updated_at                  timestamptz not null,
  deleted_at                  timestamptz,
  primary key (restaurant_id, id)
);
create unique index outlets_by_name on outlets (restaurant_id, name_key) where deleted_at is null;
select add_restaurant_policies('outlets', 'id');
select add_menu_triggers('outlets', 'name, time_zone, is_active, tax_rate_bp, tax_inclusive, deleted_at, auto_reject_minutes,
  refuses_unattended, takes_same_date, takes_next_date');

-- An outlet has a row for each of the three modes from its first day.
create table outlet_modes (
  restaurant_id        uuid not null,
  outlet_id            uuid not null,
  mode                 text not null check (mode in ('delivery', 'pickup', 'dine-in')),
  accepts_orders       boolean not null default false,
  paused_until         timestamptz,                -- a pause ends by the clock alone: nothing has to run for it
  preparation_minutes  integer not null default 15 check (preparation_minutes between 0 and 1440),
  delivery_minutes     integer not null default 40 check (delivery_minutes between 0 and 1440),
  takes_cash           boolean not null default false,
  takes_card           boolean not null default false,
  opening_hours        jsonb not null,
  primary key (restaurant_id, outlet_id, mode),
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade
);
select add_restaurant_policies('outlet_modes', 'outlet_id');
select add_menu_triggers('outlet_modes');

-- Days on which an outlet is closed, or open at other times than its week says. Both days are included.
create table special_days (
  restaurant_id        uuid not null,
  id                   uuid not null,
  outlet_id            uuid not null,
  mode                 text check (mode in ('delivery', 'pickup', 'dine-in')),   -- null: all modes
  starts_on            date not null,
  ends_on              date not null,
  is_open              boolean not null,
  periods              jsonb not null default '[]',
  reason               text not null,              -- guests see it: 'Eid Al Fitr'
  reason_translations  jsonb not null default '{}',
  created_at           timestamptz not null,
  deleted_at           timestamptz,
  primary key (restaurant_id, id),
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade,
  constraint special_days_ends_on_check check (ends_on >= starts_on)
);
create index special_days_by_outlet on special_days (restaurant_id, outlet_id, starts_on);
select add_restaurant_policies('special_days', 'outlet_id');
select add_menu_triggers('special_days');

create table delivery_areas (
  restaurant_id      uuid not null,
  id                 uuid not null,
  outlet_id          uuid not null,
  name               text not null,
  name_translations  jsonb not null default '{}',
  minimum_minor      bigint not null check (minimum_minor >= 0),
  fee_minor          bigint not null default 0 check (fee_minor >= 0),
  position           integer not null default 0,
  created_at         timestamptz not null,
  deleted_at         timestamptz,
  primary key (restaurant_id, id),
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade
);
create index delivery_areas_by_outlet on delivery_areas (restaurant_id, outlet_id, position);
create unique index delivery_areas_by_name on delivery_areas (restaurant_id, outlet_id, lower(name)) where deleted_at is null;
select add_restaurant_policies('delivery_areas', 'outlet_id');
select add_menu_triggers('delivery_areas');

-- Menu --------------------------------------------------------------------------------------------------------------------------

-- Dishes, and the modifiers that guests choose with them.
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
  external_id               text,                  -- its name in imports
  image_hash                text,
  quantity                  integer check (quantity >= 0),    -- portions left; null: not counted
  low_stock                 integer check (low_stock >= 0),   -- from how many portions on it is marked as low; null: as other items
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
select add_restaurant_policies('items');
select add_menu_triggers('items', 'type, name, name_translations, price_minor, deleted_at');

create table item_inactive_outlets (
  restaurant_id  uuid not null,
  item_id        uuid not null,
  outlet_id      uuid not null,
  primary key (restaurant_id, item_id, outlet_id),
  foreign key (restaurant_id, item_id) references items (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade
);
select add_restaurant_policies('item_inactive_outlets', 'outlet_id');
select add_menu_triggers('item_inactive_outlets');

-- Items that somebody marked as sold out at an outlet, until an instant or (null) until further notice. An item is back by the
-- clock alone: a row that is over counts for nothing. Portions are counted in items.quantity and stay as they are.
create table item_sold_out (
  restaurant_id   uuid not null,
  item_id         uuid not null,
  outlet_id       uuid not null,
  sold_out_until  timestamptz,
  primary key (restaurant_id, item_id, outlet_id),
  foreign key (restaurant_id, item_id) references items (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade
);
select add_restaurant_policies('item_sold_out', 'outlet_id');
select add_menu_triggers('item_sold_out');

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
  external_id                text,                 -- its name in imports
  created_at                 timestamptz not null,
  updated_at                 timestamptz not null,
  deleted_at                 timestamptz,
  primary key (restaurant_id, id)
);
create unique index modifier_lists_by_external_id on modifier_lists (restaurant_id, external_id) where deleted_at is null;
select add_restaurant_policies('modifier_lists');
select add_menu_triggers('modifier_lists');

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
select add_restaurant_policies('modifier_list_items');
select add_menu_triggers('modifier_list_items');

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
select add_restaurant_policies('item_modifier_lists');
select add_menu_triggers('item_modifier_lists');

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
select add_restaurant_policies('menus');
select add_menu_triggers('menus');

create table categories (
  restaurant_id      uuid not null,
  id                 uuid not null,
  menu_id            uuid not null,
  name               text not null,
  name_translations  jsonb not null default '{}',
  position           integer not null default 0,
  external_id        text,                         -- its name in imports
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  deleted_at         timestamptz,
  primary key (restaurant_id, id),
  foreign key (restaurant_id, menu_id) references menus (restaurant_id, id) on delete cascade
);
create index categories_by_menu on categories (restaurant_id, menu_id, position);
create unique index categories_by_external_id on categories (restaurant_id, menu_id, external_id) where deleted_at is null;
select add_restaurant_policies('categories');
select add_menu_triggers('categories');

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
select add_restaurant_policies('category_items');
select add_menu_triggers('category_items');

create table category_inactive_outlets (
  restaurant_id  uuid not null,
  category_id    uuid not null,
  outlet_id      uuid not null,
  primary key (restaurant_id, category_id, outlet_id),
  foreign key (restaurant_id, category_id) references categories (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade
);
select add_restaurant_policies('category_inactive_outlets', 'outlet_id');
select add_menu_triggers('category_inactive_outlets');

-- Imports of menus, and how each is undone.
create table menu_imports (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  id             uuid not null,
  menu_id        uuid not null,
  menu_name      text not null,
  file_name      text not null,
  imported_by    text not null,                    -- the name of a person, as it was then
  counts         jsonb not null,                   -- added, changed and left, as the person was told
  undo           jsonb not null,                   -- the ids it made, and the former state of what it changed
  state_after    text not null,                    -- a digest of all it made and changed: it can be undone only while that holds
  imported_at    timestamptz not null,
  undone_at      timestamptz,
  primary key (restaurant_id, id)
);
create index menu_imports_by_time on menu_imports (restaurant_id, imported_at desc);
select add_restaurant_policies('menu_imports');

-- Customers ---------------------------------------------------------------------------------------------------------------------

create table customers (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  id             uuid not null,
  phone          text not null,                    -- E.164
  name           text not null,
  name_key       text not null generated always as (search_key(name)) stored,
  email          text not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  primary key (restaurant_id, id),
  -- A search reads all customers of the restaurant from this index alone.
  constraint customers_restaurant_id_phone_key unique (restaurant_id, phone) include (id, name_key)
);
select add_restaurant_policies('customers');

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
select add_restaurant_policies('customer_addresses');

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
select add_restaurant_policies('phone_codes');

-- Ordering ----------------------------------------------------------------------------------------------------------------------

-- An order is a snapshot, which later changes of menu, outlet, table or customer never touch.
create table orders (
  -- No foreign key: it would lock the restaurant's row for every order. The statement that writes an order reads that row anyway.
  restaurant_id        uuid not null,
  id                   uuid not null,
  order_number         integer not null,           -- the number people say aloud; unique per outlet, never reused
  is_test              boolean not null default false,
  outlet_id            uuid not null,
  outlet_name          text not null,
  outlet_time_zone     text not null,
  customer_id          uuid,                       -- null: a test order
  customer_name        text not null,
  customer_phone       text not null,
  mode                 text not null check (mode in ('delivery', 'pickup', 'dine-in')),
  payment_method       text not null check (payment_method in ('cash', 'card')),
  platform             text not null default 'OrderManager',
  delivery_area_id     uuid,
  delivery_area_name   text,
  address              jsonb,                      -- {location, floor, instruction, nickName, area}
  table_id             uuid,
  table_name           text,
  table_area           text,
  special_instruction  text not null default '',
  currency             text not null,
  charge_options       text not null check (charge_options in ('once', 'each')),
  tax_rate_bp          integer not null,
  tax_inclusive        boolean not null,
  subtotal_minor       bigint not null check (subtotal_minor >= 0),
  tax_minor            bigint not null check (tax_minor >= 0),
  delivery_fee_minor   bigint check (delivery_fee_minor >= 0),   -- null: no delivery
  total_minor          bigint not null check (total_minor >= 0),
  stock_taken          jsonb not null default '{}',   -- {item id: portions} of counted items, to give back when it is cancelled
  placed_at            timestamptz not null,
  placed_on            date not null,              -- the day on the calendar of the outlet
  placed_hour          integer not null,           -- the hour on its clock, 0 to 23
  requested_for        timestamptz,                -- when the guest wants to have it; null: as soon as possible
  fires_at             timestamptz,                -- scheduled orders: when the kitchen is to begin with it
  fired_at             timestamptz,                -- when the kitchen was told to; null: not yet
  preparation_minutes  integer not null,           -- those of the mode when it was placed
  promised_at          timestamptz,                -- when it will be ready, as the kitchen said
  accept_by            timestamptz,                -- the deadline that the guest was told; null: no end
  status               text not null check (status in ('New', 'Confirmed', 'Ready', 'Completed', 'Cancelled')),
  status_changed_at    timestamptz not null,
  status_version       integer not null default 1,
  cancel_reason        text,
  accepted_at          timestamptz,                -- null: not yet, or taken back. Cancelled without it, an order was rejected
  ready_at             timestamptz,
  bumps                integer not null default 0, -- grows with every bump and recall: with status_version it orders two readings
  escalation           text check (escalation in ('devices', 'mail', 'call')),   -- the last step that was reached
  seen_by              text,
  seen_at              timestamptz,
  printed_at           timestamptz,                -- when a printer last confirmed its ticket
  primary key (restaurant_id, id),
  unique (restaurant_id, outlet_id, order_number),
  constraint orders_customer_id_check check (customer_id is not null or is_test),
  constraint orders_total_check check (
    total_minor = subtotal_minor + case when tax_inclusive then 0 else tax_minor end + coalesce(delivery_fee_minor, 0)),
  constraint orders_fee_of_delivery_check check ((mode = 'delivery') = (delivery_fee_minor is not null)),
  constraint orders_fires_at_check check ((requested_for is null) = (fires_at is null)),
  constraint orders_fired_at_check check (fired_at is null or fires_at is not null)
);
-- The history in its order, with all that it is filtered by: the table itself is read for the rows of a page only.
create index orders_history on orders (restaurant_id, placed_on, placed_at, id)
  include (outlet_id, customer_id, order_number, status, mode, payment_method, platform, is_test);
create index orders_tests on orders (restaurant_id, placed_on, placed_at, id) where is_test;
create index orders_scheduled on orders (restaurant_id, placed_on, placed_at, id) where requested_for is not null;
create index orders_at_tables on orders (restaurant_id, placed_on, placed_at, id) include (table_name, table_area)
  where table_name is not null;
create index orders_by_customer on orders (restaurant_id, customer_id, placed_at desc);
create index orders_live on orders (restaurant_id, placed_at) where status in ('New', 'Confirmed', 'Ready');
create index orders_to_fire on orders (fires_at) where fires_at is not null and fired_at is null and status = 'New';
select add_restaurant_policies('orders', 'outlet_id');

-- Closing a restaurant locks its outlets, and an order takes one before it is written: it is counted then, or it ends here.
create function refuse_order_of_closed_restaurant() returns trigger language plpgsql as $$
begin
  if exists (select from restaurants where id = new.restaurant_id and closed_at is not null) then
    raise exception 'The restaurant is closed' using errcode = 'OM001';
  end if;
  return new;
end
$$;
create trigger refuse_order_of_closed_restaurant before insert or update of status on orders
  for each row when (new.status in ('New', 'Confirmed', 'Ready')) execute function refuse_order_of_closed_restaurant();

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
  guest_name         text not null default '',     -- the guest at the table it is for; empty: nobody said
  made_at            timestamptz,                  -- when the kitchen bumped it; null while it is to be made
  recalled_at        timestamptz,                  -- when it was called back, to be made again
  primary key (restaurant_id, order_id, line_number),
  foreign key (restaurant_id, order_id) references orders (restaurant_id, id) on delete cascade,
  constraint order_lines_made_or_recalled_check check (made_at is null or recalled_at is null)
);
select add_restaurant_policies('order_lines');

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
select add_restaurant_policies('order_line_options');

create table order_status_changes (
  restaurant_id  uuid not null,
  order_id       uuid not null,
  version        integer not null,                 -- equals orders.status_version after the change
  from_status    text check (from_status in ('New', 'Confirmed', 'Ready', 'Completed', 'Cancelled')),   -- null: placed
  to_status      text not null check (to_status in ('New', 'Confirmed', 'Ready', 'Completed', 'Cancelled')),
  reason         text,
  is_undo        boolean not null default false,
  actor_kind     text not null check (actor_kind in ('customer', 'user', 'system')),
  actor_id       uuid,
  actor_name     text not null,
  changed_at     timestamptz not null,
  primary key (restaurant_id, order_id, version),
  foreign key (restaurant_id, order_id) references orders (restaurant_id, id) on delete cascade
);
select add_restaurant_policies('order_status_changes');

-- A request that is sent again gets the first answer. No foreign key, for the reason given at orders.
create table idempotency_keys (
  restaurant_id  uuid not null,
  customer_id    uuid not null,
  operation      text not null,
  key            text not null check (length(key) between 1 and 255),
  request_hash   bytea not null,
  answer         jsonb,                            -- written before the transaction commits
  created_at     timestamptz not null,
  primary key (restaurant_id, customer_id, operation, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
select add_restaurant_policies('idempotency_keys');

-- Kitchen -----------------------------------------------------------------------------------------------------------------------

-- Browsers in which Order Manager is open. A heartbeat changes last_seen_at, which no index holds, and finds room on its page:
-- the row is updated in place.
create table devices (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  id             uuid not null,
  user_id        uuid not null,
  name           text,                             -- given by somebody; null: nobody has
  kind           text not null,                    -- 'Chrome on Android'
  tab            text not null,                    -- the window that speaks for it
  sound          text not null check (sound in ('on', 'off', 'locked')),
  is_visible     boolean not null,
  is_connected   boolean not null,
  outlet_ids     uuid[],                           -- the outlets it rings for; null: all
  last_seen_at   timestamptz not null,
  closed_at      timestamptz,
  primary key (restaurant_id, id)
) with (fillfactor = 50);
select add_restaurant_policies('devices', 'outlet_ids');

-- One row for each thing that will happen to an order unless somebody moves it. The server that does it claims the row.
create table escalation_steps (
  restaurant_id  uuid not null,
  order_id       uuid not null,
  step           text not null check (step in ('devices', 'mail', 'call', 'reject')),
  due_at         timestamptz not null,             -- while a mail or a call is on its way: when it counts as lost
  tries          integer not null default 0,
  done_at        timestamptz,
  outcome        text check (outcome in ('done', 'moved', 'failed')),
  primary key (restaurant_id, order_id, step),
  foreign key (restaurant_id, order_id) references orders (restaurant_id, id) on delete cascade,
  constraint escalation_steps_done_at_check check ((done_at is null) = (outcome is null))
);
create index escalation_steps_due on escalation_steps (due_at) where done_at is null;
create index escalation_steps_by_age on escalation_steps (done_at) where done_at is not null;
select add_restaurant_policies('escalation_steps');

-- Printing ----------------------------------------------------------------------------------------------------------------------

-- Printers fetch their jobs.
create table printers (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  id             uuid not null,
  outlet_id      uuid not null,
  name           text not null,
  kind           text not null check (kind in ('cloudprnt', 'escpos')),
  width          integer not null check (width in (32, 42, 48)),   -- characters in a line
  prints         text not null check (prints in ('arrival', 'acceptance', 'hand')),
  token_hash     bytea not null unique,            -- SHA-256 of the secret in the printer's address
  events_read    bigint not null,                  -- the last event whose order has been looked at for this printer
  mac            text,                             -- in the printer's words
  status_code    integer,                          -- the printer's last: 200, 410 ...
  last_seen_at   timestamptz,
  created_at     timestamptz not null,
  deleted_at     timestamptz,
  primary key (restaurant_id, id),
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade
);
create index printers_by_outlet on printers (restaurant_id, outlet_id);
select add_restaurant_policies('printers', 'outlet_id');

create table print_jobs (
  restaurant_id  uuid not null,
  id             uuid not null,
  printer_id     uuid not null,
  order_id       uuid,                             -- null: a test page
  reason         text not null check (reason in ('order', 'cancelled', 'restored', 'hand', 'test')),
  occasion       text not null,                    -- there is one job for each: 'order', 'cancelled 3' (the order's version), ...
  state          text not null default 'queued'
    check (state in ('queued', 'sent', 'printed', 'failed', 'expired', 'dropped')),
  tries          integer not null default 0,       -- how often the printer has fetched it
  problem        integer,                          -- the printer's code for why it could not
  created_at     timestamptz not null,
  sent_at        timestamptz,
  done_at        timestamptz,
  primary key (restaurant_id, id),
  unique (restaurant_id, printer_id, order_id, occasion),
  foreign key (restaurant_id, printer_id) references printers (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, order_id) references orders (restaurant_id, id) on delete cascade
);
create index print_jobs_waiting on print_jobs (restaurant_id, printer_id, created_at) where state in ('queued', 'sent');
create index print_jobs_by_order on print_jobs (restaurant_id, order_id);
create index print_jobs_by_age on print_jobs (created_at);
select add_restaurant_policies('print_jobs');

-- Dining ------------------------------------------------------------------------------------------------------------------------

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
select add_restaurant_policies('dining_areas', 'outlet_id');
-- An order at a table rests on facts kept in memory, as all orders do: a table that goes, or gets another code, makes them old.
select add_menu_triggers('dining_areas');

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
select add_restaurant_policies('dining_tables', 'outlet_id');
select add_menu_triggers('dining_tables');

-- The guests who share a basket at a table: one session of a table at a time, deleted when it is over.
create table table_sessions (
  restaurant_id     uuid not null,
  id                uuid not null,
  outlet_id         uuid not null,
  table_id          uuid not null,
  code_version      integer not null,              -- the scanned code's; another code of the table ends the session
  version           integer not null default 1,    -- grows with every change of its lines and names
  submitted_orders  jsonb not null default '[]',   -- [{ "orderId", "participant" }], the newest last; participant is a number
  started_at        timestamptz not null,
  last_active_at    timestamptz not null,
  primary key (restaurant_id, id),
  unique (restaurant_id, table_id),
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, table_id) references dining_tables (restaurant_id, id) on delete cascade
);
select add_restaurant_policies('table_sessions', 'outlet_id');

-- The phones of a table session. Each writes its own row alone.
create table table_participants (
  restaurant_id     uuid not null,
  table_session_id  uuid not null,
  number            integer not null,
  key_hash          bytea not null,                -- SHA-256 of the key that the phone made
  name              text not null,
  lines             jsonb not null default '[]',
  removed_line_ids  jsonb not null default '[]',   -- lines that were ordered or removed: a late request does not bring them back
  primary key (restaurant_id, table_session_id, number),
  unique (restaurant_id, table_session_id, key_hash),
  foreign key (restaurant_id, table_session_id) references table_sessions (restaurant_id, id) on delete cascade
);
select add_restaurant_policies('table_participants');

-- Guests at a table who want somebody to come, or to pay. One of a kind is open at a table at a time.
create table service_requests (
  restaurant_id  uuid not null,
  id             uuid not null,
  outlet_id      uuid not null,
  table_id       uuid not null,
  kind           text not null check (kind in ('waiter', 'bill')),
  requested_at   timestamptz not null,
  answered_at    timestamptz,
  answered_by    text,
  primary key (restaurant_id, id),
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, table_id) references dining_tables (restaurant_id, id) on delete cascade
);
create unique index service_requests_open on service_requests (restaurant_id, table_id, kind) where answered_at is null;
select add_restaurant_policies('service_requests', 'outlet_id');

-- Reports -----------------------------------------------------------------------------------------------------------------------

-- How many orders of a day and of a month have come to their end, by all that they are filtered by: totals and the places of pages
-- without reading the orders. Open orders and test orders are not in it. Orders are placed as New, so placing one writes nothing
-- here.
create table order_counts (
  restaurant_id   uuid not null references restaurants (id) on delete cascade,
  span            text not null check (span in ('day', 'month')),
  starts_on       date not null,
  outlet_id       uuid not null,
  mode            text not null check (mode in ('delivery', 'pickup', 'dine-in')),
  payment_method  text not null check (payment_method in ('cash', 'card')),
  status          text not null check (status in ('Completed', 'Cancelled')),
  platform        text not null,
  orders          integer not null check (orders >= 0),
  primary key (restaurant_id, span, starts_on, outlet_id, mode, payment_method, status, platform)
);
select add_restaurant_policies('order_counts', 'outlet_id');

-- Fires at the end of the statement, when the transaction that moves an order holds the restaurant's counter: it never waits for a
-- count.
create function count_order() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status in ('Completed', 'Cancelled') and not old.is_test then
    update order_counts set orders = orders - 1
    where restaurant_id = old.restaurant_id and outlet_id = old.outlet_id and mode = old.mode
      and payment_method = old.payment_method and status = old.status and platform = old.platform
      and (span, starts_on) in (('day', old.placed_on), ('month', date_trunc('month', old.placed_on)::date));
  end if;
  if tg_op <> 'DELETE' and new.status in ('Completed', 'Cancelled') and not new.is_test then
    insert into order_counts as known
    select new.restaurant_id, span, date_trunc(span, new.placed_on)::date, new.outlet_id, new.mode, new.payment_method, new.status,
      new.platform, 1
    from unnest(array['day', 'month']) as span
    on conflict (restaurant_id, span, starts_on, outlet_id, mode, payment_method, status, platform)
      do update set orders = known.orders + 1;
  end if;
  return null;
end
$$;
create trigger count_placed after insert on orders for each row
  when (new.status in ('Completed', 'Cancelled')) execute function count_order();
create trigger count_moved after update of status on orders for each row
  when (old.status in ('Completed', 'Cancelled') or new.status in ('Completed', 'Cancelled')) execute function count_order();
create trigger count_removed after delete on orders for each row
  when (old.status in ('Completed', 'Cancelled')) execute function count_order();

-- Events and plumbing -----------------------------------------------------------------------------------------------------------

-- The hot row of a restaurant: event numbers become visible in order because this row is locked last and held to commit.
create table restaurant_counters (
  restaurant_id  uuid primary key references restaurants (id) on delete cascade,
  event_seq      bigint not null default 0,
  table_number   integer not null default 0        -- the last number given to a table: staff of one outlet do not see all tables
);
select add_restaurant_policies('restaurant_counters');

-- No foreign key, for the reason given at orders.
create table events (
  restaurant_id  uuid not null,
  seq            bigint not null,
  type           text not null,                    -- 'order.placed', 'order.status_changed', 'catalogue.changed', ...
  order_id       uuid,
  customer_id    uuid,
  data           jsonb not null default '{}',
  happened_at    timestamptz not null,
  primary key (restaurant_id, seq)
);
create index events_by_age on events (happened_at);
select add_restaurant_policies('events');

-- Counts of guesses, codes and messages within a window; the key says of what ('signin:account:<hash>').
create table rate_counters (
  key         text primary key,
  count       integer not null check (count >= 0),
  expires_at  timestamptz not null
);
create index rate_counters_by_expiry on rate_counters (expires_at);
