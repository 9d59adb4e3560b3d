-- Turns the schema that the 33 migrations before the squash have left (schema-0033.sql) into that of migrations/0001_schema.sql:
-- the same tables and rows, under the names of today. A test compares both catalogues.

select set_config('app.platform', 'on', true);     -- it changes rows of all restaurants

-- Tables and columns ------------------------------------------------------------------------------------------------------------

alter table media rename to pictures;
alter table pictures rename kept_bytes to stored_bytes;
alter table media_sizes rename to picture_sizes;

alter table audit_heads rename to audit_log_heads;
alter table audit_entries rename to audit_log_entries;

alter table outlets rename alarm_devices_minutes to escalation_devices_minutes;
alter table outlets rename alarm_mail_minutes to escalation_mail_minutes;
alter table outlets rename alarm_mail_to to escalation_mail_to;
alter table outlets rename alert_calls to escalates_by_call;
alter table outlets rename alarm_call_minutes to escalation_call_minutes;
alter table outlets rename reject_minutes to auto_reject_minutes;
alter table outlets rename refuses_unwatched to refuses_unattended;

alter table alarm_steps rename to escalation_steps;

alter table sittings rename to table_sessions;
alter table table_sessions rename rounds to submitted_orders;
alter table table_sessions rename began_at to started_at;
alter table table_sessions rename active_at to last_active_at;
alter table sitting_seats rename to table_participants;
alter table table_participants rename sitting_id to table_session_id;
alter table table_participants rename taken to removed_line_ids;

alter table table_calls rename to service_requests;
alter table service_requests rename called_at to requested_at;

-- Constraints and indexes -------------------------------------------------------------------------------------------------------

do $$
declare
  of_table text;
  present text;
  proper text;
begin
  for of_table, present, proper in values
    ('pictures', 'media_pkey', 'pictures_pkey'),
    ('pictures', 'media_content_type_check', 'pictures_content_type_check'),
    ('pictures', 'media_restaurant_id_fkey', 'pictures_restaurant_id_fkey'),
    ('picture_sizes', 'media_sizes_pkey', 'picture_sizes_pkey'),
    ('picture_sizes', 'media_sizes_restaurant_id_hash_fkey', 'picture_sizes_restaurant_id_hash_fkey'),
    ('audit_log_heads', 'audit_heads_pkey', 'audit_log_heads_pkey'),
    ('audit_log_heads', 'audit_heads_restaurant_id_fkey', 'audit_log_heads_restaurant_id_fkey'),
    ('audit_log_entries', 'audit_entries_pkey', 'audit_log_entries_pkey'),
    ('audit_log_entries', 'audit_entries_restaurant_id_fkey', 'audit_log_entries_restaurant_id_fkey'),
    ('outlets', 'outlets_alarm_devices_minutes_check', 'outlets_escalation_devices_minutes_check'),
    ('outlets', 'outlets_alarm_mail_minutes_check', 'outlets_escalation_mail_minutes_check'),
    ('outlets', 'outlets_alarm_call_minutes_check', 'outlets_escalation_call_minutes_check'),
    ('outlets', 'outlets_reject_minutes_check', 'outlets_auto_reject_minutes_check'),
    ('escalation_steps', 'alarm_steps_pkey', 'escalation_steps_pkey'),
    ('escalation_steps', 'alarm_steps_step_check', 'escalation_steps_step_check'),
    ('escalation_steps', 'alarm_steps_outcome_check', 'escalation_steps_outcome_check'),
    ('escalation_steps', 'alarm_steps_check', 'escalation_steps_done_at_check'),
    ('escalation_steps', 'alarm_steps_restaurant_id_order_id_fkey', 'escalation_steps_restaurant_id_order_id_fkey'),
    ('table_sessions', 'sittings_pkey', 'table_sessions_pkey'),
    ('table_sessions', 'sittings_restaurant_id_table_id_key', 'table_sessions_restaurant_id_table_id_key'),
    ('table_sessions', 'sittings_restaurant_id_table_id_fkey', 'table_sessions_restaurant_id_table_id_fkey'),
    ('table_sessions', 'sittings_restaurant_id_outlet_id_fkey', 'table_sessions_restaurant_id_outlet_id_fkey'),
    ('table_participants', 'sitting_seats_pkey', 'table_participants_pkey'),
    ('table_participants', 'sitting_seats_restaurant_id_sitting_id_key_hash_key',
      'table_participants_restaurant_id_table_session_id_key_hash_key'),
    ('table_participants', 'sitting_seats_restaurant_id_sitting_id_fkey',
      'table_participants_restaurant_id_table_session_id_fkey'),
    ('service_requests', 'table_calls_pkey', 'service_requests_pkey'),
    ('service_requests', 'table_calls_kind_check', 'service_requests_kind_check'),
    ('service_requests', 'table_calls_restaurant_id_outlet_id_fkey', 'service_requests_restaurant_id_outlet_id_fkey'),
    ('service_requests', 'table_calls_restaurant_id_table_id_fkey', 'service_requests_restaurant_id_table_id_fkey'),
    ('restaurants', 'restaurants_closed_for_a_time', 'restaurants_closed_check'),
    ('restaurants', 'restaurants_erased_when_due', 'restaurants_erasing_check'),
    ('sessions', 'sessions_check', 'sessions_columns_of_kind_check'),
    ('sessions', 'sessions_check1', 'sessions_support_check'),
    ('memberships', 'memberships_check', 'memberships_outlets_of_owner_check'),
    ('invitations', 'invitations_check', 'invitations_outlets_of_owner_check'),
    ('special_days', 'special_days_check', 'special_days_ends_on_check'),
    ('customers', 'customers_phone', 'customers_restaurant_id_phone_key'),
    ('orders', 'orders_guest', 'orders_customer_id_check'),
    ('orders', 'orders_check', 'orders_total_check'),
    ('orders', 'orders_check1', 'orders_fee_of_delivery_check'),
    ('orders', 'orders_fires_for_a_time', 'orders_fires_at_check'),
    ('orders', 'orders_fired_if_it_fires', 'orders_fired_at_check'),
    ('order_lines', 'order_lines_made_or_recalled', 'order_lines_made_or_recalled_check')
  loop
    execute format('alter table %I rename constraint %I to %I', of_table, present, proper);
  end loop;

  -- PostgreSQL names those of `not null` from version 18 on.
  for of_table, present, proper in
    select c.relname, n.conname, format('%s_%s_not_null', c.relname, a.attname)
    from pg_constraint n
    join pg_class c on c.oid = n.conrelid
    join pg_attribute a on a.attrelid = n.conrelid and a.attnum = n.conkey[1]
    where n.contype = 'n' and c.relnamespace = 'public'::regnamespace
  loop
    if present <> proper then
      execute format('alter table %I rename constraint %I to %I', of_table, present, proper);
    end if;
  end loop;
end
$$;

alter index sessions_of_support rename to sessions_for_support;
alter index orders_later rename to orders_scheduled;
alter index alarm_steps_due rename to escalation_steps_due;
alter index alarm_steps_by_age rename to escalation_steps_by_age;
alter index table_calls_open rename to service_requests_open;

-- Sets of values that only the program closed.
alter table order_status_changes
  add check (from_status in ('New', 'Confirmed', 'Ready', 'Completed', 'Cancelled')),
  add check (to_status in ('New', 'Confirmed', 'Ready', 'Completed', 'Cancelled'));
alter table order_counts
  add check (mode in ('delivery', 'pickup', 'dine-in')),
  add check (payment_method in ('cash', 'card'));

-- Functions and triggers --------------------------------------------------------------------------------------------------------

alter function terms_changed rename to renew_own_menu_version;
alter function menu_changed rename to renew_menu_version;
alter function menu_first rename to lock_menu;
alter function closing_in_order rename to guard_restaurant_erasure;
alter function slug_is_own rename to claim_slug;
alter function slug_is_retired rename to skip_retired_slug;
alter function refuse_change rename to guard_audit_log;
alter function refuse_order_of_closed rename to refuse_order_of_closed_restaurant;

create or replace function guard_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from restaurants where id = old.restaurant_id and erasing_since is null) then
    return old;
  end if;
  raise exception 'The audit log of a restaurant is only ever added to';
end
$$;

-- For tables to come.
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

-- Triggers have the names of their functions, except those that count orders.
do $$
declare
  of_table regclass;
  present text;
  proper text;
begin
  for of_table, present, proper in
    select tgrelid::regclass, tgname, proname from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and tgname <> proname and proname <> 'count_order'
  loop
    execute format('alter trigger %I on %s rename to %I', present, of_table, proper);
  end loop;
end
$$;

-- Policies ----------------------------------------------------------------------------------------------------------------------

do $$
declare
  of_table name;
  present name;
  proper name;
begin
  for of_table, present, proper in
    select tablename, policyname, case policyname
      when 'of_restaurant' then 'restaurant_isolation' when 'of_outlets' then 'outlet_scope' else 'public_reading' end
    from pg_policies where schemaname = 'public'
  loop
    execute format('alter policy %I on %I rename to %I', present, of_table, proper);
  end loop;
end
$$;

-- Rows --------------------------------------------------------------------------------------------------------------------------

update table_sessions set submitted_orders = (
  select jsonb_agg(jsonb_build_object('orderId', one -> 'orderId', 'participant', one -> 'seat') order by place)
  from jsonb_array_elements(submitted_orders) with ordinality as submitted (one, place)
) where submitted_orders <> '[]';

update events set type = 'service_request.changed' where type = 'table.called';
