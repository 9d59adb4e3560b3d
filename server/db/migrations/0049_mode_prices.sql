-- expand: dishes and options cost more or less by mode; three columns of items
--
-- Null: the usual price.
alter table items
  add column delivery_price_minor bigint check (delivery_price_minor >= 0),
  add column pickup_price_minor   bigint check (pickup_price_minor >= 0),
  add column dine_in_price_minor  bigint check (dine_in_price_minor >= 0);

-- A price is a term of an order. Triggers of their own, as make-minutes have (0042).
create trigger lock_menu_of_mode_prices before update of delivery_price_minor, pickup_price_minor, dine_in_price_minor on items
  for each statement execute function lock_menu();
create trigger renew_menu_version_of_mode_prices after update of delivery_price_minor, pickup_price_minor, dine_in_price_minor on items
  for each row execute function renew_menu_version();
