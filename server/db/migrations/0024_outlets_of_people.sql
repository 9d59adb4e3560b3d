-- People who work at some of the outlets: what belongs to the others is not there for them (features ST-03).

-- Null: all outlets, those to come as well. An owner is never limited.
alter table memberships add column outlet_ids uuid[] check (outlet_ids is null or role <> 'owner');
alter table invitations add column outlet_ids uuid[] check (outlet_ids is null or role <> 'owner');

-- Beside the policy of the restaurant, and only ever less. Whoever is not limited has not set it.
do $$
declare
  t text;
  c text;
begin
  for t, c in values
    ('outlets', 'id'), ('outlet_modes', 'outlet_id'), ('delivery_areas', 'outlet_id'), ('special_days', 'outlet_id'),
    ('item_inactive_outlets', 'outlet_id'), ('category_inactive_outlets', 'outlet_id'), ('item_sold_out', 'outlet_id'),
    ('orders', 'outlet_id'), ('order_counts', 'outlet_id'), ('printers', 'outlet_id'), ('dining_areas', 'outlet_id'),
    ('dining_tables', 'outlet_id')
  loop
    execute format(
      'create policy of_outlets on %I as restrictive using ((select nullif(current_setting(''app.outlet_ids'', true), '''')) is null'
      || ' or %I = any ((select nullif(current_setting(''app.outlet_ids'', true), '''')::uuid[])::uuid[]))', t, c);
  end loop;
end
$$;

-- A device rings for some outlets or, with null, for all.
create policy of_outlets on devices as restrictive using (
  (select nullif(current_setting('app.outlet_ids', true), '')) is null or outlet_ids is null
  or outlet_ids && (select nullif(current_setting('app.outlet_ids', true), '')::uuid[])::uuid[]
);
