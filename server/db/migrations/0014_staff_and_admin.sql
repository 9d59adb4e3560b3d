-- Who works in a restaurant, what the platform says of it, and a record of who did what.

alter table restaurants
  add column status         text not null default 'new' check (status in ('new', 'approved', 'cancelled')),
  add column status_reason  text not null default '',   -- what its owner reads
  add column status_at      timestamptz;                -- when the platform decided last

-- Whether it takes orders is a part of what it sells.
drop trigger menu_version on restaurants;
create trigger menu_version before update of currency, charge_options, status on restaurants
  for each row execute function terms_changed();

alter table users add column disabled_reason text not null default '';

create table invitations (
  restaurant_id    uuid not null references restaurants (id) on delete cascade,
  id               uuid not null,
  email            text not null,
  email_key        text not null,                        -- normalised, as that of a user
  role             text not null check (role in ('owner', 'manager', 'staff')),
  token_hash       bytea not null unique,                -- SHA-256 of the secret in the mailed link
  invited_by_name  text not null,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  primary key (restaurant_id, id),
  unique (restaurant_id, email_key)
);
create index invitations_by_expiry on invitations (expires_at);

-- The last entry of each restaurant's record: entries are numbered and chained under its lock.
create table audit_heads (
  restaurant_id  uuid primary key references restaurants (id) on delete cascade,
  number         bigint not null,
  hash           bytea not null
);

create table audit_entries (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  number         bigint not null,                        -- 1, 2, 3 ... without a gap
  at             timestamptz not null,
  actor_kind     text not null,                          -- owner, manager, staff, admin, system
  actor_id       uuid,
  actor_name     text not null,                          -- as it was then
  action         text not null,                          -- 'staff.invited', ...
  subject        text not null,                          -- whom or what it was about, in words
  details        text not null,                          -- JSON: before, after, reason
  request_id     text not null,
  hash           bytea not null,                         -- SHA-256 of the hash before and of this entry
  primary key (restaurant_id, number)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  -- An entry goes with its restaurant, and in no other way.
  if tg_op = 'DELETE' and not exists (select from restaurants where id = old.restaurant_id) then
    return old;
  end if;
  raise exception 'The record of a restaurant is only ever added to';
end
$$;
create trigger audit_entries_stay before update or delete on audit_entries for each row execute function refuse_change();

do $$
declare
  t text;
begin
  foreach t in array array['invitations', 'audit_heads', 'audit_entries'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy of_restaurant on %I using (restaurant_id = (select nullif(current_setting(''app.restaurant_id'', true), '''')::uuid)'
      || ' or (select current_setting(''app.platform'', true)) = ''on'')', t);
  end loop;
end
$$;
