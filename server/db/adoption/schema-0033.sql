-- The schema that the 33 migrations before the squash have left (migrations-0033.ts), written down from its catalogue: a backup of
-- such a database is restored into it, and adopt-0033.sql then turns it into the schema of today. Nobody edits this file.

create function search_key(words text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(words, nfd), '[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]', '', 'g'))
$$;

create function closing_in_order() returns trigger language plpgsql as $$
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

create function menu_changed() returns trigger language plpgsql as $$
declare
  present constant bigint := pg_current_xact_id()::text::bigint;
begin
  update restaurants set menu_version = present
  where id = coalesce(new.restaurant_id, old.restaurant_id) and menu_version <> present;
  return null;
end
$$;

create function menu_first() returns trigger language plpgsql as $$
begin
  perform from restaurants
  where id = nullif(current_setting('app.restaurant_id', true), '')::uuid
  for no key update;
  return null;
end
$$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from restaurants where id = old.restaurant_id and erasing_since is null) then
    return old;
  end if;
  raise exception 'The record of a restaurant is only ever added to';
end
$$;

create function refuse_order_of_closed() returns trigger language plpgsql as $$
begin
  if exists (select from restaurants where id = new.restaurant_id and closed_at is not null) then
    raise exception 'The restaurant is closed' using errcode = 'OM001';
  end if;
  return new;
end
$$;

create function slug_is_own() returns trigger language plpgsql as $$
begin
  insert into restaurant_slugs (restaurant_id, slug, taken_at) values (new.id, new.slug, new.updated_at) on conflict do nothing;
  if not exists (select from restaurant_slugs where slug = new.slug and restaurant_id = new.id) then
    raise unique_violation using message = 'This address is or was that of another restaurant';
  end if;
  return null;
end
$$;

create function slug_is_retired() returns trigger language plpgsql as $$
begin
  if exists (select from retired_slugs where slug_hash = sha256(convert_to(new.slug, 'UTF8'))) then
    return null;
  end if;
  return new;
end
$$;

create function terms_changed() returns trigger language plpgsql as $$
begin
  new.menu_version := pg_current_xact_id()::text::bigint;
  return new;
end
$$;

create table events (
  restaurant_id uuid not null,
  seq bigint not null,
  type text not null,
  order_id uuid,
  customer_id uuid,
  data jsonb not null default '{}',
  happened_at timestamptz not null,
  constraint events_pkey primary key (restaurant_id, seq)
);
create index events_by_age on events (happened_at);

create table idempotency_keys (
  restaurant_id uuid not null,
  customer_id uuid not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (restaurant_id, customer_id, operation, key),
  constraint idempotency_keys_key_check check (length(key) >= 1 AND length(key) <= 255)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table orders (
  restaurant_id uuid not null,
  id uuid not null,
  order_number integer not null,
  outlet_id uuid not null,
  outlet_name text not null,
  outlet_time_zone text not null,
  customer_id uuid,
  customer_name text not null,
  customer_phone text not null,
  mode text not null,
  payment_method text not null,
  status text not null,
  status_changed_at timestamptz not null,
  status_version integer not null default 1,
  cancel_reason text,
  delivery_area_id uuid,
  delivery_area_name text,
  address jsonb,
  table_name text,
  special_instruction text not null default '',
  platform text not null default 'OrderManager',
  currency text not null,
  charge_options text not null,
  tax_rate_bp integer not null,
  tax_inclusive boolean not null,
  subtotal_minor bigint not null,
  tax_minor bigint not null,
  delivery_fee_minor bigint,
  total_minor bigint not null,
  requested_for timestamptz,
  preparation_minutes integer not null,
  promised_at timestamptz,
  stock_taken jsonb not null default '{}',
  is_test boolean not null default false,
  placed_at timestamptz not null,
  printed_at timestamptz,
  placed_on date not null,
  accept_by timestamptz,
  escalation text,
  seen_by text,
  seen_at timestamptz,
  bumps integer not null default 0,
  placed_hour integer not null,
  accepted_at timestamptz,
  ready_at timestamptz,
  table_id uuid,
  table_area text,
  fires_at timestamptz,
  fired_at timestamptz,
  constraint orders_pkey primary key (restaurant_id, id),
  constraint orders_restaurant_id_outlet_id_order_number_key unique (restaurant_id, outlet_id, order_number),
  constraint orders_charge_options_check check (charge_options = ANY (ARRAY['once'::text, 'each'::text])),
  constraint orders_check check (total_minor = (subtotal_minor + CASE WHEN tax_inclusive THEN 0::bigint ELSE tax_minor END + COALESCE(delivery_fee_minor, 0::bigint))),
  constraint orders_check1 check ((mode = 'delivery'::text) = (delivery_fee_minor IS NOT NULL)),
  constraint orders_delivery_fee_minor_check check (delivery_fee_minor >= 0),
  constraint orders_escalation_check check (escalation = ANY (ARRAY['devices'::text, 'mail'::text, 'call'::text])),
  constraint orders_fired_if_it_fires check (fired_at IS NULL OR fires_at IS NOT NULL),
  constraint orders_fires_for_a_time check ((requested_for IS NULL) = (fires_at IS NULL)),
  constraint orders_guest check (customer_id IS NOT NULL OR is_test),
  constraint orders_mode_check check (mode = ANY (ARRAY['delivery'::text, 'pickup'::text, 'dine-in'::text])),
  constraint orders_payment_method_check check (payment_method = ANY (ARRAY['cash'::text, 'card'::text])),
  constraint orders_status_check check (status = ANY (ARRAY['New'::text, 'Confirmed'::text, 'Ready'::text, 'Completed'::text, 'Cancelled'::text])),
  constraint orders_subtotal_minor_check check (subtotal_minor >= 0),
  constraint orders_tax_minor_check check (tax_minor >= 0),
  constraint orders_total_minor_check check (total_minor >= 0)
);
create index orders_at_tables on orders (restaurant_id, placed_on, placed_at, id) include (table_name, table_area) where (table_name IS NOT NULL);
create index orders_by_customer on orders (restaurant_id, customer_id, placed_at DESC);
create index orders_history on orders (restaurant_id, placed_on, placed_at, id) include (outlet_id, customer_id, order_number, status, mode, payment_method, platform, is_test);
create index orders_later on orders (restaurant_id, placed_on, placed_at, id) where (requested_for IS NOT NULL);
create index orders_live on orders (restaurant_id, placed_at) where (status = ANY (ARRAY['New'::text, 'Confirmed'::text, 'Ready'::text]));
create index orders_tests on orders (restaurant_id, placed_on, placed_at, id) where is_test;
create index orders_to_fire on orders (fires_at) where ((fires_at IS NOT NULL) AND (fired_at IS NULL) AND (status = 'New'::text));

create table alarm_steps (
  restaurant_id uuid not null,
  order_id uuid not null,
  step text not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  done_at timestamptz,
  outcome text,
  constraint alarm_steps_pkey primary key (restaurant_id, order_id, step),
  constraint alarm_steps_restaurant_id_order_id_fkey foreign key (restaurant_id, order_id) references orders(restaurant_id, id) on delete cascade,
  constraint alarm_steps_check check ((done_at IS NULL) = (outcome IS NULL)),
  constraint alarm_steps_outcome_check check (outcome = ANY (ARRAY['done'::text, 'moved'::text, 'failed'::text])),
  constraint alarm_steps_step_check check (step = ANY (ARRAY['devices'::text, 'mail'::text, 'call'::text, 'reject'::text]))
);
create index alarm_steps_by_age on alarm_steps (done_at) where (done_at IS NOT NULL);
create index alarm_steps_due on alarm_steps (due_at) where (done_at IS NULL);

create table order_lines (
  restaurant_id uuid not null,
  order_id uuid not null,
  line_number integer not null,
  item_id uuid not null,
  name text not null,
  name_translations jsonb not null default '{}',
  quantity integer not null,
  unit_price_minor bigint not null,
  total_minor bigint not null,
  note text not null default '',
  made_at timestamptz,
  recalled_at timestamptz,
  guest_name text not null default '',
  constraint order_lines_pkey primary key (restaurant_id, order_id, line_number),
  constraint order_lines_restaurant_id_order_id_fkey foreign key (restaurant_id, order_id) references orders(restaurant_id, id) on delete cascade,
  constraint order_lines_made_or_recalled check (made_at IS NULL OR recalled_at IS NULL),
  constraint order_lines_quantity_check check (quantity >= 1 AND quantity <= 99),
  constraint order_lines_total_minor_check check (total_minor >= 0),
  constraint order_lines_unit_price_minor_check check (unit_price_minor >= 0)
);

create table order_line_options (
  restaurant_id uuid not null,
  order_id uuid not null,
  line_number integer not null,
  position integer not null,
  modifier_list_id uuid not null,
  modifier_list_name text not null,
  item_id uuid not null,
  name text not null,
  name_translations jsonb not null default '{}',
  price_minor bigint not null,
  constraint order_line_options_pkey primary key (restaurant_id, order_id, line_number, "position"),
  constraint order_line_options_restaurant_id_order_id_line_number_fkey foreign key (restaurant_id, order_id, line_number) references order_lines(restaurant_id, order_id, line_number) on delete cascade,
  constraint order_line_options_price_minor_check check (price_minor >= 0)
);

create table order_status_changes (
  restaurant_id uuid not null,
  order_id uuid not null,
  version integer not null,
  from_status text,
  to_status text not null,
  reason text,
  is_undo boolean not null default false,
  actor_kind text not null,
  actor_id uuid,
  actor_name text not null,
  changed_at timestamptz not null,
  constraint order_status_changes_pkey primary key (restaurant_id, order_id, version),
  constraint order_status_changes_restaurant_id_order_id_fkey foreign key (restaurant_id, order_id) references orders(restaurant_id, id) on delete cascade,
  constraint order_status_changes_actor_kind_check check (actor_kind = ANY (ARRAY['customer'::text, 'user'::text, 'system'::text]))
);

create table rate_counters (
  key text not null,
  count integer not null,
  expires_at timestamptz not null,
  constraint rate_counters_pkey primary key (key),
  constraint rate_counters_count_check check (count >= 0)
);
create index rate_counters_by_expiry on rate_counters (expires_at);

create table restaurants (
  id uuid not null,
  name text not null,
  slug text not null,
  country text not null,
  currency text not null,
  outlet_band text not null,
  informer text not null,
  charge_options text not null default 'once',
  default_locale text not null default 'en',
  accent text not null default '#C2410C',
  logo_hash text,
  cover_hash text,
  site_token text not null,
  trial_started_at timestamptz not null,
  trial_ends_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  menu_version bigint not null default 0,
  code_countries text[],
  codes_per_day integer not null default 1000,
  branded_at timestamptz,
  status text not null default 'new',
  status_reason text not null default '',
  status_at timestamptz,
  site_languages text[] not null default '{en,ar}',
  closed_at timestamptz,
  erase_at timestamptz,
  erasing_since timestamptz,
  constraint restaurants_pkey primary key (id),
  constraint restaurants_site_token_key unique (site_token),
  constraint restaurants_slug_key unique (slug),
  constraint restaurants_charge_options_check check (charge_options = ANY (ARRAY['once'::text, 'each'::text])),
  constraint restaurants_closed_for_a_time check ((closed_at IS NULL) = (erase_at IS NULL) AND COALESCE(erase_at >= (closed_at + '720:00:00'::interval), true)),
  constraint restaurants_codes_per_day_check check (codes_per_day >= 0 AND codes_per_day <= 20000),
  constraint restaurants_erased_when_due check (erasing_since IS NULL OR erase_at IS NOT NULL AND erasing_since >= erase_at),
  constraint restaurants_site_languages_check check (cardinality(site_languages) > 0 AND site_languages <@ ARRAY['en'::text, 'ar'::text]),
  constraint restaurants_status_check check (status = ANY (ARRAY['new'::text, 'approved'::text, 'cancelled'::text]))
);
create index restaurants_to_erase on restaurants (erase_at) where (erase_at IS NOT NULL);

create table audit_entries (
  restaurant_id uuid not null,
  number bigint not null,
  at timestamptz not null,
  actor_kind text not null,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  subject text not null,
  details text not null,
  request_id text not null,
  hash bytea not null,
  constraint audit_entries_pkey primary key (restaurant_id, number),
  constraint audit_entries_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade
);

create table audit_heads (
  restaurant_id uuid not null,
  number bigint not null,
  hash bytea not null,
  constraint audit_heads_pkey primary key (restaurant_id),
  constraint audit_heads_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade
);

create table customers (
  restaurant_id uuid not null,
  id uuid not null,
  phone text not null,
  name text not null,
  email text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name_key text not null generated always as (search_key(name)) stored,
  constraint customers_pkey primary key (restaurant_id, id),
  constraint customers_phone unique (restaurant_id, phone) include (id, name_key),
  constraint customers_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade
);

create table customer_addresses (
  restaurant_id uuid not null,
  customer_id uuid not null,
  id uuid not null,
  delivery_area_id uuid not null,
  area_name text not null,
  location text not null,
  floor text not null,
  instruction text not null,
  nickname text not null,
  used_at timestamptz not null,
  constraint customer_addresses_pkey primary key (restaurant_id, customer_id, id),
  constraint customer_addresses_restaurant_id_customer_id_fkey foreign key (restaurant_id, customer_id) references customers(restaurant_id, id) on delete cascade
);
create unique index customer_addresses_by_place on customer_addresses (restaurant_id, customer_id, delivery_area_id, lower(location), lower(floor), nickname);

create table devices (
  restaurant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text,
  kind text not null,
  tab text not null,
  sound text not null,
  is_visible boolean not null,
  is_connected boolean not null,
  outlet_ids uuid[],
  last_seen_at timestamptz not null,
  closed_at timestamptz,
  constraint devices_pkey primary key (restaurant_id, id),
  constraint devices_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade,
  constraint devices_sound_check check (sound = ANY (ARRAY['on'::text, 'off'::text, 'locked'::text]))
) with (fillfactor=50);

create table invitations (
  restaurant_id uuid not null,
  id uuid not null,
  email text not null,
  email_key text not null,
  role text not null,
  token_hash bytea not null,
  invited_by_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  outlet_ids uuid[],
  constraint invitations_pkey primary key (restaurant_id, id),
  constraint invitations_restaurant_id_email_key_key unique (restaurant_id, email_key),
  constraint invitations_token_hash_key unique (token_hash),
  constraint invitations_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade,
  constraint invitations_check check (outlet_ids IS NULL OR role <> 'owner'::text),
  constraint invitations_role_check check (role = ANY (ARRAY['owner'::text, 'manager'::text, 'staff'::text]))
);
create index invitations_by_expiry on invitations (expires_at);

create table items (
  restaurant_id uuid not null,
  id uuid not null,
  type text not null,
  name text not null,
  name_translations jsonb not null default '{}',
  description text not null default '',
  description_translations jsonb not null default '{}',
  price_minor bigint not null,
  sku text not null,
  external_id text,
  image_hash text,
  quantity integer,
  calories integer,
  allergens text[] not null default '{}',
  diets text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  low_stock integer,
  constraint items_pkey primary key (restaurant_id, id),
  constraint items_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade,
  constraint items_calories_check check (calories >= 0),
  constraint items_low_stock_check check (low_stock >= 0),
  constraint items_price_minor_check check (price_minor >= 0),
  constraint items_quantity_check check (quantity >= 0),
  constraint items_type_check check (type = ANY (ARRAY['item'::text, 'modifier'::text]))
);
create index items_by_type on items (restaurant_id, type, created_at);
create unique index items_by_external_id on items (restaurant_id, external_id) where (deleted_at IS NULL);

create table media (
  restaurant_id uuid not null,
  hash text not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  created_at timestamptz not null,
  kept_bytes integer not null,
  constraint media_pkey primary key (restaurant_id, hash),
  constraint media_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade,
  constraint media_content_type_check check (content_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text]))
);

create table media_sizes (
  restaurant_id uuid not null,
  hash text not null,
  width integer not null,
  content_type text not null,
  bytes bytea not null,
  constraint media_sizes_pkey primary key (restaurant_id, hash, width),
  constraint media_sizes_restaurant_id_hash_fkey foreign key (restaurant_id, hash) references media(restaurant_id, hash) on delete cascade
);

create table menu_imports (
  restaurant_id uuid not null,
  id uuid not null,
  menu_id uuid not null,
  menu_name text not null,
  file_name text not null,
  imported_by text not null,
  counts jsonb not null,
  undo jsonb not null,
  state_after text not null,
  imported_at timestamptz not null,
  undone_at timestamptz,
  constraint menu_imports_pkey primary key (restaurant_id, id),
  constraint menu_imports_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade
);
create index menu_imports_by_time on menu_imports (restaurant_id, imported_at DESC);

create table menus (
  restaurant_id uuid not null,
  id uuid not null,
  name text not null,
  calories integer,
  platform text not null default 'OrderManager',
  notes text not null default '',
  is_live boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint menus_pkey primary key (restaurant_id, id),
  constraint menus_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade,
  constraint menus_calories_check check (calories >= 0)
);

create table categories (
  restaurant_id uuid not null,
  id uuid not null,
  menu_id uuid not null,
  name text not null,
  name_translations jsonb not null default '{}',
  position integer not null default 0,
  external_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint categories_pkey primary key (restaurant_id, id),
  constraint categories_restaurant_id_menu_id_fkey foreign key (restaurant_id, menu_id) references menus(restaurant_id, id) on delete cascade
);
create index categories_by_menu on categories (restaurant_id, menu_id, "position");
create unique index categories_by_external_id on categories (restaurant_id, menu_id, external_id) where (deleted_at IS NULL);

create table category_items (
  restaurant_id uuid not null,
  category_id uuid not null,
  item_id uuid not null,
  position integer not null default 0,
  constraint category_items_pkey primary key (restaurant_id, category_id, item_id),
  constraint category_items_restaurant_id_category_id_fkey foreign key (restaurant_id, category_id) references categories(restaurant_id, id) on delete cascade,
  constraint category_items_restaurant_id_item_id_fkey foreign key (restaurant_id, item_id) references items(restaurant_id, id) on delete cascade
);
create index category_items_by_item on category_items (restaurant_id, item_id);

create table modifier_lists (
  restaurant_id uuid not null,
  id uuid not null,
  name text not null,
  display_name text not null,
  display_name_translations jsonb not null default '{}',
  allows_multiple boolean not null default false,
  min_choices integer not null default 0,
  max_choices integer not null default 0,
  is_optional boolean not null default false,
  external_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint modifier_lists_pkey primary key (restaurant_id, id),
  constraint modifier_lists_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade,
  constraint modifier_lists_max_choices_check check (max_choices >= 0),
  constraint modifier_lists_min_choices_check check (min_choices >= 0)
);
create unique index modifier_lists_by_external_id on modifier_lists (restaurant_id, external_id) where (deleted_at IS NULL);

create table item_modifier_lists (
  restaurant_id uuid not null,
  item_id uuid not null,
  modifier_list_id uuid not null,
  position integer not null default 0,
  constraint item_modifier_lists_pkey primary key (restaurant_id, item_id, modifier_list_id),
  constraint item_modifier_lists_restaurant_id_item_id_fkey foreign key (restaurant_id, item_id) references items(restaurant_id, id) on delete cascade,
  constraint item_modifier_lists_restaurant_id_modifier_list_id_fkey foreign key (restaurant_id, modifier_list_id) references modifier_lists(restaurant_id, id) on delete cascade
);
create index item_modifier_lists_by_list on item_modifier_lists (restaurant_id, modifier_list_id);

create table modifier_list_items (
  restaurant_id uuid not null,
  modifier_list_id uuid not null,
  item_id uuid not null,
  position integer not null default 0,
  constraint modifier_list_items_pkey primary key (restaurant_id, modifier_list_id, item_id),
  constraint modifier_list_items_restaurant_id_item_id_fkey foreign key (restaurant_id, item_id) references items(restaurant_id, id) on delete cascade,
  constraint modifier_list_items_restaurant_id_modifier_list_id_fkey foreign key (restaurant_id, modifier_list_id) references modifier_lists(restaurant_id, id) on delete cascade
);
create index modifier_list_items_by_item on modifier_list_items (restaurant_id, item_id);

create table order_counts (
  restaurant_id uuid not null,
  span text not null,
  starts_on date not null,
  outlet_id uuid not null,
  mode text not null,
  payment_method text not null,
  status text not null,
  platform text not null,
  orders integer not null,
  constraint order_counts_pkey primary key (restaurant_id, span, starts_on, outlet_id, mode, payment_method, status, platform),
  constraint order_counts_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade,
  constraint order_counts_orders_check check (orders >= 0),
  constraint order_counts_span_check check (span = ANY (ARRAY['day'::text, 'month'::text])),
  constraint order_counts_status_check check (status = ANY (ARRAY['Completed'::text, 'Cancelled'::text]))
);

create table outlets (
  restaurant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text not null,
  image_hash text,
  time_zone text not null,
  email text not null,
  phone text not null,
  is_active boolean not null default true,
  tax_rate_bp integer not null default 0,
  tax_inclusive boolean not null default false,
  alert_calls boolean not null default false,
  takes_same_date boolean not null default true,
  takes_next_date boolean not null default false,
  address_location text,
  address_area text,
  latitude double precision,
  longitude double precision,
  last_order_number integer not null default 0,
  position integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  alarm_devices_minutes integer not null default 1,
  alarm_mail_minutes integer default 3,
  alarm_mail_to text,
  alarm_call_minutes integer not null default 5,
  reject_minutes integer,
  refuses_unwatched boolean not null default false,
  name_translations jsonb not null default '{}',
  constraint outlets_pkey primary key (restaurant_id, id),
  constraint outlets_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade,
  constraint outlets_alarm_call_minutes_check check (alarm_call_minutes >= 1 AND alarm_call_minutes <= 120),
  constraint outlets_alarm_devices_minutes_check check (alarm_devices_minutes >= 1 AND alarm_devices_minutes <= 120),
  constraint outlets_alarm_mail_minutes_check check (alarm_mail_minutes >= 1 AND alarm_mail_minutes <= 120),
  constraint outlets_reject_minutes_check check (reject_minutes >= 0 AND reject_minutes <= 1440),
  constraint outlets_tax_rate_bp_check check (tax_rate_bp >= 0 AND tax_rate_bp <= 10000)
);
create unique index outlets_by_name on outlets (restaurant_id, name_key) where (deleted_at IS NULL);

create table category_inactive_outlets (
  restaurant_id uuid not null,
  category_id uuid not null,
  outlet_id uuid not null,
  constraint category_inactive_outlets_pkey primary key (restaurant_id, category_id, outlet_id),
  constraint category_inactive_outlets_restaurant_id_category_id_fkey foreign key (restaurant_id, category_id) references categories(restaurant_id, id) on delete cascade,
  constraint category_inactive_outlets_restaurant_id_outlet_id_fkey foreign key (restaurant_id, outlet_id) references outlets(restaurant_id, id) on delete cascade
);

create table delivery_areas (
  restaurant_id uuid not null,
  id uuid not null,
  outlet_id uuid not null,
  name text not null,
  minimum_minor bigint not null,
  fee_minor bigint not null default 0,
  position integer not null default 0,
  created_at timestamptz not null,
  deleted_at timestamptz,
  name_translations jsonb not null default '{}',
  constraint delivery_areas_pkey primary key (restaurant_id, id),
  constraint delivery_areas_restaurant_id_outlet_id_fkey foreign key (restaurant_id, outlet_id) references outlets(restaurant_id, id) on delete cascade,
  constraint delivery_areas_fee_minor_check check (fee_minor >= 0),
  constraint delivery_areas_minimum_minor_check check (minimum_minor >= 0)
);
create index delivery_areas_by_outlet on delivery_areas (restaurant_id, outlet_id, "position");
create unique index delivery_areas_by_name on delivery_areas (restaurant_id, outlet_id, lower(name)) where (deleted_at IS NULL);

create table dining_areas (
  restaurant_id uuid not null,
  id uuid not null,
  outlet_id uuid not null,
  name text not null,
  position integer not null default 0,
  created_at timestamptz not null,
  deleted_at timestamptz,
  constraint dining_areas_pkey primary key (restaurant_id, id),
  constraint dining_areas_restaurant_id_outlet_id_fkey foreign key (restaurant_id, outlet_id) references outlets(restaurant_id, id) on delete cascade
);
create unique index dining_areas_by_name on dining_areas (restaurant_id, outlet_id, lower(name)) where (deleted_at IS NULL);

create table dining_tables (
  restaurant_id uuid not null,
  id uuid not null,
  outlet_id uuid not null,
  area_id uuid,
  name text not null,
  number integer not null,
  code_version integer not null default 1,
  coded_at timestamptz not null,
  position integer not null default 0,
  created_at timestamptz not null,
  deleted_at timestamptz,
  constraint dining_tables_pkey primary key (restaurant_id, id),
  constraint dining_tables_restaurant_id_number_key unique (restaurant_id, number),
  constraint dining_tables_restaurant_id_area_id_fkey foreign key (restaurant_id, area_id) references dining_areas(restaurant_id, id),
  constraint dining_tables_restaurant_id_outlet_id_fkey foreign key (restaurant_id, outlet_id) references outlets(restaurant_id, id) on delete cascade
);
create unique index dining_tables_by_name on dining_tables (restaurant_id, outlet_id, lower(name)) where (deleted_at IS NULL);

create table item_inactive_outlets (
  restaurant_id uuid not null,
  item_id uuid not null,
  outlet_id uuid not null,
  constraint item_inactive_outlets_pkey primary key (restaurant_id, item_id, outlet_id),
  constraint item_inactive_outlets_restaurant_id_item_id_fkey foreign key (restaurant_id, item_id) references items(restaurant_id, id) on delete cascade,
  constraint item_inactive_outlets_restaurant_id_outlet_id_fkey foreign key (restaurant_id, outlet_id) references outlets(restaurant_id, id) on delete cascade
);

create table item_sold_out (
  restaurant_id uuid not null,
  item_id uuid not null,
  outlet_id uuid not null,
  sold_out_until timestamptz,
  constraint item_sold_out_pkey primary key (restaurant_id, item_id, outlet_id),
  constraint item_sold_out_restaurant_id_item_id_fkey foreign key (restaurant_id, item_id) references items(restaurant_id, id) on delete cascade,
  constraint item_sold_out_restaurant_id_outlet_id_fkey foreign key (restaurant_id, outlet_id) references outlets(restaurant_id, id) on delete cascade
);

create table outlet_modes (
  restaurant_id uuid not null,
  outlet_id uuid not null,
  mode text not null,
  accepts_orders boolean not null default false,
  preparation_minutes integer not null default 15,
  delivery_minutes integer not null default 40,
  takes_cash boolean not null default false,
  takes_card boolean not null default false,
  opening_hours jsonb not null,
  paused_until timestamptz,
  constraint outlet_modes_pkey primary key (restaurant_id, outlet_id, mode),
  constraint outlet_modes_restaurant_id_outlet_id_fkey foreign key (restaurant_id, outlet_id) references outlets(restaurant_id, id) on delete cascade,
  constraint outlet_modes_delivery_minutes_check check (delivery_minutes >= 0 AND delivery_minutes <= 1440),
  constraint outlet_modes_mode_check check (mode = ANY (ARRAY['delivery'::text, 'pickup'::text, 'dine-in'::text])),
  constraint outlet_modes_preparation_minutes_check check (preparation_minutes >= 0 AND preparation_minutes <= 1440)
);

create table phone_codes (
  restaurant_id uuid not null,
  phone text not null,
  code_hash bytea not null,
  wrong_tries integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint phone_codes_pkey primary key (restaurant_id, phone),
  constraint phone_codes_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade
);

create table printers (
  restaurant_id uuid not null,
  id uuid not null,
  outlet_id uuid not null,
  name text not null,
  kind text not null,
  width integer not null,
  prints text not null,
  token_hash bytea not null,
  events_read bigint not null,
  mac text,
  status_code integer,
  last_seen_at timestamptz,
  created_at timestamptz not null,
  deleted_at timestamptz,
  constraint printers_pkey primary key (restaurant_id, id),
  constraint printers_token_hash_key unique (token_hash),
  constraint printers_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade,
  constraint printers_restaurant_id_outlet_id_fkey foreign key (restaurant_id, outlet_id) references outlets(restaurant_id, id) on delete cascade,
  constraint printers_kind_check check (kind = ANY (ARRAY['cloudprnt'::text, 'escpos'::text])),
  constraint printers_prints_check check (prints = ANY (ARRAY['arrival'::text, 'acceptance'::text, 'hand'::text])),
  constraint printers_width_check check (width = ANY (ARRAY[32, 42, 48]))
);
create index printers_by_outlet on printers (restaurant_id, outlet_id);

create table print_jobs (
  restaurant_id uuid not null,
  id uuid not null,
  printer_id uuid not null,
  order_id uuid,
  reason text not null,
  occasion text not null,
  state text not null default 'queued',
  tries integer not null default 0,
  sent_at timestamptz,
  problem integer,
  created_at timestamptz not null,
  done_at timestamptz,
  constraint print_jobs_pkey primary key (restaurant_id, id),
  constraint print_jobs_restaurant_id_printer_id_order_id_occasion_key unique (restaurant_id, printer_id, order_id, occasion),
  constraint print_jobs_restaurant_id_order_id_fkey foreign key (restaurant_id, order_id) references orders(restaurant_id, id) on delete cascade,
  constraint print_jobs_restaurant_id_printer_id_fkey foreign key (restaurant_id, printer_id) references printers(restaurant_id, id) on delete cascade,
  constraint print_jobs_reason_check check (reason = ANY (ARRAY['order'::text, 'cancelled'::text, 'restored'::text, 'hand'::text, 'test'::text])),
  constraint print_jobs_state_check check (state = ANY (ARRAY['queued'::text, 'sent'::text, 'printed'::text, 'failed'::text, 'expired'::text, 'dropped'::text]))
);
create index print_jobs_by_age on print_jobs (created_at);
create index print_jobs_by_order on print_jobs (restaurant_id, order_id);
create index print_jobs_waiting on print_jobs (restaurant_id, printer_id, created_at) where (state = ANY (ARRAY['queued'::text, 'sent'::text]));

create table restaurant_counters (
  restaurant_id uuid not null,
  event_seq bigint not null default 0,
  table_number integer not null default 0,
  constraint restaurant_counters_pkey primary key (restaurant_id),
  constraint restaurant_counters_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade
);

create table restaurant_slugs (
  restaurant_id uuid not null,
  slug text not null,
  taken_at timestamptz not null,
  constraint restaurant_slugs_pkey primary key (slug),
  constraint restaurant_slugs_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade deferrable initially deferred
);
create index restaurant_slugs_by_restaurant on restaurant_slugs (restaurant_id, taken_at);

create table retired_slugs (
  slug_hash bytea not null,
  free_at timestamptz not null,
  constraint retired_slugs_pkey primary key (slug_hash)
);

create table sittings (
  restaurant_id uuid not null,
  id uuid not null,
  outlet_id uuid not null,
  table_id uuid not null,
  code_version integer not null,
  version integer not null default 1,
  rounds jsonb not null default '[]',
  began_at timestamptz not null,
  active_at timestamptz not null,
  constraint sittings_pkey primary key (restaurant_id, id),
  constraint sittings_restaurant_id_table_id_key unique (restaurant_id, table_id),
  constraint sittings_restaurant_id_outlet_id_fkey foreign key (restaurant_id, outlet_id) references outlets(restaurant_id, id) on delete cascade,
  constraint sittings_restaurant_id_table_id_fkey foreign key (restaurant_id, table_id) references dining_tables(restaurant_id, id) on delete cascade
);

create table sitting_seats (
  restaurant_id uuid not null,
  sitting_id uuid not null,
  number integer not null,
  key_hash bytea not null,
  name text not null,
  lines jsonb not null default '[]',
  taken jsonb not null default '[]',
  constraint sitting_seats_pkey primary key (restaurant_id, sitting_id, number),
  constraint sitting_seats_restaurant_id_sitting_id_key_hash_key unique (restaurant_id, sitting_id, key_hash),
  constraint sitting_seats_restaurant_id_sitting_id_fkey foreign key (restaurant_id, sitting_id) references sittings(restaurant_id, id) on delete cascade
);

create table special_days (
  restaurant_id uuid not null,
  id uuid not null,
  outlet_id uuid not null,
  mode text,
  starts_on date not null,
  ends_on date not null,
  is_open boolean not null,
  periods jsonb not null default '[]',
  reason text not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  reason_translations jsonb not null default '{}',
  constraint special_days_pkey primary key (restaurant_id, id),
  constraint special_days_restaurant_id_outlet_id_fkey foreign key (restaurant_id, outlet_id) references outlets(restaurant_id, id) on delete cascade,
  constraint special_days_check check (ends_on >= starts_on),
  constraint special_days_mode_check check (mode = ANY (ARRAY['delivery'::text, 'pickup'::text, 'dine-in'::text]))
);
create index special_days_by_outlet on special_days (restaurant_id, outlet_id, starts_on);

create table table_calls (
  restaurant_id uuid not null,
  id uuid not null,
  outlet_id uuid not null,
  table_id uuid not null,
  kind text not null,
  called_at timestamptz not null,
  answered_at timestamptz,
  answered_by text,
  constraint table_calls_pkey primary key (restaurant_id, id),
  constraint table_calls_restaurant_id_outlet_id_fkey foreign key (restaurant_id, outlet_id) references outlets(restaurant_id, id) on delete cascade,
  constraint table_calls_restaurant_id_table_id_fkey foreign key (restaurant_id, table_id) references dining_tables(restaurant_id, id) on delete cascade,
  constraint table_calls_kind_check check (kind = ANY (ARRAY['waiter'::text, 'bill'::text]))
);
create unique index table_calls_open on table_calls (restaurant_id, table_id, kind) where (answered_at IS NULL);

create table tax_details (
  restaurant_id uuid not null,
  valid_from timestamptz not null,
  legal_name text not null,
  tax_number text not null,
  address text not null,
  constraint tax_details_pkey primary key (restaurant_id, valid_from),
  constraint tax_details_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade
);

create table users (
  id uuid not null,
  email text not null,
  email_key text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  country_code text not null,
  mobile_number text not null,
  user_type text not null,
  disabled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  password_version integer not null default 1,
  disabled_reason text not null default '',
  factor_optional boolean not null default false,
  constraint users_pkey primary key (id),
  constraint users_email_key_key unique (email_key),
  constraint users_user_type_check check (user_type = ANY (ARRAY['merchant'::text, 'admin'::text]))
);

create table memberships (
  restaurant_id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamptz not null,
  outlet_ids uuid[],
  pin_hash bytea,
  pin_tries integer not null default 0,
  constraint memberships_pkey primary key (restaurant_id, user_id),
  constraint memberships_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade,
  constraint memberships_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint memberships_check check (outlet_ids IS NULL OR role <> 'owner'::text),
  constraint memberships_role_check check (role = ANY (ARRAY['owner'::text, 'manager'::text, 'staff'::text]))
);
create index memberships_by_user on memberships (user_id);

create table password_resets (
  user_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint password_resets_pkey primary key (user_id),
  constraint password_resets_token_hash_key unique (token_hash),
  constraint password_resets_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey primary key (user_id, code_hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table second_factors (
  user_id uuid not null,
  sealed bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  constraint second_factors_pkey primary key (user_id),
  constraint second_factors_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table sessions (
  token_hash bytea not null,
  kind text not null,
  user_id uuid,
  restaurant_id uuid,
  customer_id uuid,
  phone text,
  device text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  id uuid not null default gen_random_uuid(),
  lock_minutes integer,
  acting_user_id uuid,
  support_reason text,
  constraint sessions_pkey primary key (token_hash),
  constraint sessions_acting_user_id_fkey foreign key (acting_user_id) references users(id) on delete set null,
  constraint sessions_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade,
  constraint sessions_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint sessions_check check ( CASE kind WHEN 'user'::text THEN user_id IS NOT NULL AND customer_id IS NULL WHEN 'customer'::text THEN customer_id IS NOT NULL AND restaurant_id IS NOT NULL ELSE phone IS NOT NULL AND restaurant_id IS NOT NULL END),
  constraint sessions_check1 check (support_reason IS NULL OR kind = 'user'::text AND restaurant_id IS NOT NULL),
  constraint sessions_kind_check check (kind = ANY (ARRAY['user'::text, 'customer'::text, 'registration'::text])),
  constraint sessions_lock_minutes_check check (lock_minutes >= 1 AND lock_minutes <= 240)
);
create index sessions_by_customer on sessions (restaurant_id, customer_id);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_user on sessions (user_id);
create index sessions_of_support on sessions (restaurant_id) where (support_reason IS NOT NULL);

create table sign_in_challenges (
  token_hash bytea not null,
  user_id uuid not null,
  password_version integer not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sign_in_challenges_pkey primary key (token_hash),
  constraint sign_in_challenges_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index sign_in_challenges_by_expiry on sign_in_challenges (expires_at);

create trigger audit_entries_stay before delete or update on audit_entries for each row execute function refuse_change();
create trigger menu_first before insert or delete or update on categories for each statement execute function menu_first();
create trigger menu_version after insert or delete or update on categories for each row execute function menu_changed();
create trigger menu_first before insert or delete or update on category_inactive_outlets for each statement execute function menu_first();
create trigger menu_version after insert or delete or update on category_inactive_outlets for each row execute function menu_changed();
create trigger menu_first before insert or delete or update on category_items for each statement execute function menu_first();
create trigger menu_version after insert or delete or update on category_items for each row execute function menu_changed();
create trigger menu_first before insert or delete or update on delivery_areas for each statement execute function menu_first();
create trigger menu_version after insert or delete or update on delivery_areas for each row execute function menu_changed();
create trigger menu_first before insert or delete or update on dining_areas for each statement execute function menu_first();
create trigger menu_version after insert or delete or update on dining_areas for each row execute function menu_changed();
create trigger menu_first before insert or delete or update on dining_tables for each statement execute function menu_first();
create trigger menu_version after insert or delete or update on dining_tables for each row execute function menu_changed();
create trigger menu_first before insert or delete or update on item_inactive_outlets for each statement execute function menu_first();
create trigger menu_version after insert or delete or update on item_inactive_outlets for each row execute function menu_changed();
create trigger menu_first before insert or delete or update on item_modifier_lists for each statement execute function menu_first();
create trigger menu_version after insert or delete or update on item_modifier_lists for each row execute function menu_changed();
create trigger menu_first before insert or delete or update on item_sold_out for each statement execute function menu_first();
create trigger menu_version after insert or delete or update on item_sold_out for each row execute function menu_changed();
create trigger menu_first before insert or delete or update of type, name, name_translations, price_minor, deleted_at on items for each statement execute function menu_first();
create trigger menu_version after insert or delete or update of type, name, name_translations, price_minor, deleted_at on items for each row execute function menu_changed();
create trigger menu_first before insert or delete or update on menus for each statement execute function menu_first();
create trigger menu_version after insert or delete or update on menus for each row execute function menu_changed();
create trigger menu_first before insert or delete or update on modifier_list_items for each statement execute function menu_first();
create trigger menu_version after insert or delete or update on modifier_list_items for each row execute function menu_changed();
create trigger menu_first before insert or delete or update on modifier_lists for each statement execute function menu_first();
create trigger menu_version after insert or delete or update on modifier_lists for each row execute function menu_changed();
create trigger count_moved after update of status on orders for each row when ((old.status = ANY (ARRAY['Completed'::text, 'Cancelled'::text])) OR (new.status = ANY (ARRAY['Completed'::text, 'Cancelled'::text]))) execute function count_order();
create trigger count_placed after insert on orders for each row when (new.status = ANY (ARRAY['Completed'::text, 'Cancelled'::text])) execute function count_order();
create trigger count_removed after delete on orders for each row when (old.status = ANY (ARRAY['Completed'::text, 'Cancelled'::text])) execute function count_order();
create trigger not_of_closed before insert or update of status on orders for each row when (new.status = ANY (ARRAY['New'::text, 'Confirmed'::text, 'Ready'::text])) execute function refuse_order_of_closed();
create trigger menu_first before insert or delete or update on outlet_modes for each statement execute function menu_first();
create trigger menu_version after insert or delete or update on outlet_modes for each row execute function menu_changed();
create trigger menu_first before insert or delete or update of name, time_zone, is_active, tax_rate_bp, tax_inclusive, deleted_at, reject_minutes, refuses_unwatched, takes_same_date, takes_next_date on outlets for each statement execute function menu_first();
create trigger menu_version after insert or delete or update of name, time_zone, is_active, tax_rate_bp, tax_inclusive, deleted_at, reject_minutes, refuses_unwatched, takes_same_date, takes_next_date on outlets for each row execute function menu_changed();
create trigger slug_is_retired before insert on restaurant_slugs for each row execute function slug_is_retired();
create trigger closing_in_order before delete or update of closed_at, erase_at, erasing_since on restaurants for each row execute function closing_in_order();
create trigger menu_version before update of currency, charge_options, status, closed_at on restaurants for each row execute function terms_changed();
create trigger slug_is_own after insert or update of slug on restaurants for each row execute function slug_is_own();
create trigger menu_first before insert or delete or update on special_days for each statement execute function menu_first();
create trigger menu_version after insert or delete or update on special_days for each row execute function menu_changed();

do $$
declare
  t text;
begin
  foreach t in array array[
    'alarm_steps', 'audit_entries', 'audit_heads', 'categories', 'category_inactive_outlets', 'category_items',
    'customer_addresses', 'customers', 'delivery_areas', 'devices', 'dining_areas', 'dining_tables', 'events',
    'idempotency_keys', 'invitations', 'item_inactive_outlets', 'item_modifier_lists', 'item_sold_out', 'items', 'media',
    'media_sizes', 'memberships', 'menu_imports', 'menus', 'modifier_list_items', 'modifier_lists', 'order_counts',
    'order_line_options', 'order_lines', 'order_status_changes', 'orders', 'outlet_modes', 'outlets', 'phone_codes',
    'print_jobs', 'printers', 'restaurant_counters', 'restaurant_slugs', 'sitting_seats', 'sittings', 'special_days',
    'table_calls', 'tax_details'
  ] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy of_restaurant on %I using (restaurant_id = (select nullif(current_setting(''app.restaurant_id'', true), '''')::uuid)'
      || ' or (select current_setting(''app.platform'', true)) = ''on'')', t);
  end loop;
  foreach t in array array[
    'category_inactive_outlets', 'delivery_areas', 'dining_areas', 'dining_tables', 'item_inactive_outlets',
    'item_sold_out', 'order_counts', 'orders', 'outlet_modes', 'outlets', 'printers', 'sittings', 'special_days',
    'table_calls'
  ] loop
    execute format(
      'create policy of_outlets on %I as restrictive using ((select nullif(current_setting(''app.outlet_ids'', true), '''')) is null'
      || ' or %I = any ((select nullif(current_setting(''app.outlet_ids'', true), '''')::uuid[])::uuid[]))',
      t, case t when 'outlets' then 'id' else 'outlet_id' end);
  end loop;
end
$$;
create policy of_outlets on devices as restrictive using (
  (select nullif(current_setting('app.outlet_ids', true), '')) is null or outlet_ids is null
  or outlet_ids && (select nullif(current_setting('app.outlet_ids', true), '')::uuid[])::uuid[]
);
create policy anybody_reads on restaurant_slugs for select using (true);
