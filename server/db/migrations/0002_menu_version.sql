-- The version of what a restaurant sells and on what terms, so that facts kept in memory can be used as long as they are those
-- of now: the statement that writes an order compares it. It is the number of the last transaction that changed any of it.
-- Portions left and order numbers are not part of it: every order changes those.

alter table restaurants add column menu_version bigint not null default 0;

create function terms_changed() returns trigger language plpgsql as $$
begin
  new.menu_version := pg_current_xact_id()::text::bigint;
  return new;
end
$$;

create trigger menu_version before update of currency, charge_options on restaurants
  for each row execute function terms_changed();

create function menu_changed() returns trigger language plpgsql as $$
declare
  present constant bigint := pg_current_xact_id()::text::bigint;
begin
  update restaurants set menu_version = present
  where id = coalesce(new.restaurant_id, old.restaurant_id) and menu_version <> present;
  return null;
end
$$;

create trigger menu_version
  after insert or delete or update of name, time_zone, is_active, tax_rate_bp, tax_inclusive, deleted_at on outlets
  for each row execute function menu_changed();

create trigger menu_version
  after insert or delete or update of type, name, name_translations, price_minor, deleted_at on items
  for each row execute function menu_changed();

do $$
declare
  t text;
begin
  foreach t in array array[
    'outlet_modes', 'delivery_areas', 'item_inactive_outlets', 'modifier_lists', 'modifier_list_items', 'item_modifier_lists',
    'menus', 'categories', 'category_items', 'category_inactive_outlets'
  ] loop
    execute format(
      'create trigger menu_version after insert or update or delete on %I for each row execute function menu_changed()', t);
  end loop;
end
$$;
