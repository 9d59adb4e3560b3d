-- expand: each table of a restaurant has one policy that says all, and the version of a menu counts its changes
--
-- A restrictive policy narrows the permissive ones in PostgreSQL alone: a database that hands policies on to others as permissive
-- would show every restaurant's rows to all. One policy that says both holds wherever policies do.

-- Gives a restaurant's table its one policy, and forces it on the owner of the table as well: a transaction sees the rows of the
-- restaurant that it named, or all rows inside one of the few platform transactions (sign-in, background work), or, where the
-- table is one that orders are written to, those of the restaurants of its batch. Where the table has a column with the id or the
-- ids of outlets, somebody who works at some outlets sees the rows of those alone; ids that are null mean all outlets. Settings are
-- read once per statement, in subqueries.
create function add_restaurant_policy(target regclass, outlet_column name default null, has_batches boolean default false)
returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy restaurant_isolation on %1$s using (('
    || 'restaurant_id = (select nullif(current_setting(''app.restaurant_id'', true), '''')::uuid)'
    || ' or (select current_setting(''app.platform'', true)) = ''on'''
    || case when has_batches
      then ' or restaurant_id = any ((select nullif(current_setting(''app.restaurant_ids'', true), '''')::uuid[])::uuid[])'
      else '' end
    || ')'
    || case
      when outlet_column is null then ''
      else ' and ((select nullif(current_setting(''app.outlet_ids'', true), '''')) is null or '
        || case (select atttypid from pg_attribute where attrelid = target and attname = outlet_column)
          when 'uuid[]'::regtype
            then '%2$I is null or %2$I && (select nullif(current_setting(''app.outlet_ids'', true), '''')::uuid[])::uuid[])'
          else '%2$I = any ((select nullif(current_setting(''app.outlet_ids'', true), '''')::uuid[])::uuid[]))' end
      end
    || ')',
    target, outlet_column);
end
$$;

-- The name that migrations know it by.
create or replace function add_restaurant_policies(target regclass, outlet_column name default null)
returns void language sql as $$ select add_restaurant_policy(target, outlet_column) $$;

create function pg_temp.merge_policies() returns void language plpgsql as $$
declare
  isolated record;
begin
  for isolated in
    select isolation.polrelid::regclass as target, scope.oid is not null as is_scoped, batch.oid is not null as has_batches,
      (select attname from pg_depend join pg_attribute on attrelid = refobjid and attnum = refobjsubid
          where classid = 'pg_policy'::regclass and objid = scope.oid and refclassid = 'pg_class'::regclass
         and refobjid = scope.polrelid and refobjsubid > 0) as outlet_column
    from pg_policy as isolation
    left join pg_policy as scope on scope.polrelid = isolation.polrelid and scope.polname = 'outlet_scope'
    left join pg_policy as batch on batch.polrelid = isolation.polrelid and batch.polname = 'order_batch'
    where isolation.polname = 'restaurant_isolation' and (scope.oid is not null or batch.oid is not null)
    order by 1
  loop
    -- Nobody sees the table between the old policies and the new one.
    execute format('drop policy restaurant_isolation on %s', isolated.target);
    if isolated.is_scoped then
      execute format('drop policy outlet_scope on %s', isolated.target);
    end if;
    if isolated.has_batches then
      execute format('drop policy order_batch on %s', isolated.target);
    end if;
    perform add_restaurant_policy(isolated.target, isolated.outlet_column, isolated.has_batches);
  end loop;
end
$$;
select pg_temp.merge_policies();

-- The menu version counts the transactions that changed what a restaurant sells or on what terms, some of them more than once.
-- Facts kept in memory are good as long as it stands: the statement that writes an order compares it. It was the number of the
-- last such transaction, which another machine's database would count anew.
create or replace function renew_own_menu_version() returns trigger language plpgsql as $$
begin
  new.menu_version := old.menu_version + 1;
  return new;
end
$$;

create or replace function renew_menu_version() returns trigger language plpgsql as $$
declare
  restaurant constant uuid := coalesce(new.restaurant_id, old.restaurant_id);
begin
  -- Once a transaction: an import changes thousands of rows.
  if current_setting('app.menu_renewed', true) is distinct from restaurant::text then
    update restaurants set menu_version = menu_version + 1 where id = restaurant;
    perform set_config('app.menu_renewed', restaurant::text, true);
  end if;
  return null;
end
$$;
