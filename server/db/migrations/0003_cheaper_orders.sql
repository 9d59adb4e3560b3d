-- What every order pays for, a third less of it.

-- The second wall as before, but each statement looks up whose rows it may see once, not once for every row.
do $$
declare
  t text;
begin
  for t in select tablename from pg_policies where schemaname = 'public' and policyname = 'of_restaurant' loop
    execute format('drop policy of_restaurant on %I', t);
    execute format(
      'create policy of_restaurant on %I using (restaurant_id = (select nullif(current_setting(''app.restaurant_id'', true), '''')::uuid)'
      || ' or (select current_setting(''app.platform'', true)) = ''on'')', t);
  end loop;
end
$$;

-- Each of these locked the restaurant's one row, for every order of it. The statement that writes an order reads that row anyway.
alter table orders drop constraint orders_restaurant_id_fkey;
alter table idempotency_keys drop constraint idempotency_keys_restaurant_id_fkey;
alter table events drop constraint events_restaurant_id_fkey;
