-- That no order is missed: which devices are there to ring, and what happens to an order that nobody accepts
-- (docs/decisions/0016-the-ladder.md).

alter table outlets
  add column alarm_devices_minutes integer not null default 1 check (alarm_devices_minutes between 1 and 120),
  add column alarm_mail_minutes integer default 3 check (alarm_mail_minutes between 1 and 120),   -- null: nobody is mailed
  add column alarm_mail_to text,                   -- null: the outlet's email
  add column alarm_call_minutes integer not null default 5 check (alarm_call_minutes between 1 and 120),
  add column reject_minutes integer check (reject_minutes between 0 and 1440),   -- null: as the server is configured; 0: never
  add column refuses_unwatched boolean not null default false;

-- Both decide what an order becomes, so facts that are remembered have to know them.
drop trigger menu_version on outlets;
create trigger menu_version
  after insert or delete
    or update of name, time_zone, is_active, tax_rate_bp, tax_inclusive, deleted_at, reject_minutes, refuses_unwatched on outlets
  for each row execute function menu_changed();

alter table orders
  add column accept_by timestamptz,                -- what the guest was told; null: no end
  add column escalation text check (escalation in ('devices', 'mail', 'call')),
  add column seen_by text,
  add column seen_at timestamptz;

create table devices (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  id             uuid not null,
  user_id        uuid not null,
  name           text,                             -- as somebody called it
  kind           text not null,                    -- 'Chrome on Android'
  tab            text not null,                    -- the window that speaks for it
  sound          text not null check (sound in ('on', 'off', 'locked')),
  is_visible     boolean not null,
  is_connected   boolean not null,
  outlet_ids     uuid[],                           -- null: all
  last_seen_at   timestamptz not null,
  closed_at      timestamptz,
  primary key (restaurant_id, id)
);
create index devices_by_age on devices (last_seen_at);

-- One row for each thing that will happen to an order unless somebody moves it. Whoever does it claims the row.
create table alarm_steps (
  restaurant_id  uuid not null,
  order_id       uuid not null,
  step           text not null check (step in ('devices', 'mail', 'call', 'reject')),
  due_at         timestamptz not null,
  tries          integer not null default 0,
  done_at        timestamptz,
  outcome        text check (outcome in ('done', 'moved', 'failed')),
  primary key (restaurant_id, order_id, step),
  foreign key (restaurant_id, order_id) references orders (restaurant_id, id) on delete cascade,
  check ((done_at is null) = (outcome is null))
);
create index alarm_steps_due on alarm_steps (due_at) where done_at is null;
create index alarm_steps_by_age on alarm_steps (done_at) where done_at is not null;

do $$
declare
  t text;
begin
  foreach t in array array['devices', 'alarm_steps'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy of_restaurant on %I using (restaurant_id = (select nullif(current_setting(''app.restaurant_id'', true), '''')::uuid)'
      || ' or (select current_setting(''app.platform'', true)) = ''on'')', t);
  end loop;
end
$$;
