-- Whoever changes what is sold changes the restaurant's row as well (its menu_version), by the triggers of 0002. That row was
-- locked last, after those of the menu, and by others first, so that they waited for each other. Now a statement that is about to
-- change the menu locks it before any row of its own. Orders and stock never do.

create function menu_first() returns trigger language plpgsql as $$
begin
  perform from restaurants
  where id = nullif(current_setting('app.restaurant_id', true), '')::uuid
  for no key update;
  return null;
end
$$;

create trigger menu_first
  before insert or delete
    or update of name, time_zone, is_active, tax_rate_bp, tax_inclusive, deleted_at, reject_minutes, refuses_unwatched,
      takes_same_date, takes_next_date on outlets
  for each statement execute function menu_first();

create trigger menu_first
  before insert or delete or update of type, name, name_translations, price_minor, deleted_at on items
  for each statement execute function menu_first();

do $$
declare
  t text;
begin
  foreach t in array array[
    'outlet_modes', 'delivery_areas', 'item_inactive_outlets', 'item_sold_out', 'modifier_lists', 'modifier_list_items',
    'item_modifier_lists', 'menus', 'categories', 'category_items', 'category_inactive_outlets', 'special_days', 'dining_areas',
    'dining_tables'
  ] loop
    execute format(
      'create trigger menu_first before insert or update or delete on %I for each statement execute function menu_first()', t);
  end loop;
end
$$;
