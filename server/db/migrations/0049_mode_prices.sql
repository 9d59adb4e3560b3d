-- expand: dishes and options cost more or less by mode; three columns of items
--
-- Null: the usual price.
alter table items
  add column delivery_price_minor bigint check (delivery_price_minor >= 0),
  add column pickup_price_minor   bigint check (pickup_price_minor >= 0),
  add column dine_in_price_minor  bigint check (dine_in_price_minor >= 0);

-- A price is a term of an order, as the columns are that the triggers have by now.
do $$
declare
  columns text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_trigger
    join pg_attribute on attrelid = tgrelid and attnum = any (tgattr)
    where tgrelid = 'items'::regclass and tgname = 'renew_menu_version');
begin
  drop trigger lock_menu on items;
  drop trigger renew_menu_version on items;
  perform add_menu_triggers('items', columns || ', delivery_price_minor, pickup_price_minor, dine_in_price_minor');
end
$$;
