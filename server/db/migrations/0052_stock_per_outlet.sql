-- expand: an outlet may count the portions of an item for itself, a new table
--
-- Without a row the outlet does not count it. Beside this count stands items.quantity, which is of all outlets together: an order takes
-- from each that is counted. Orders of such items are never written by `write_orders`, which knows only the other count: they go alone.
create table item_outlet_quantities (
  restaurant_id  uuid not null,
  item_id        uuid not null,
  outlet_id      uuid not null,
  quantity       integer not null check (quantity >= 0),
  primary key (restaurant_id, item_id, outlet_id),
  foreign key (restaurant_id, item_id) references items (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade
);
select add_restaurant_policies('item_outlet_quantities', 'outlet_id');

-- Whether an outlet counts is a term of an order, because it says which way the order is written; how many are left is not.
create trigger lock_menu before insert or delete on item_outlet_quantities
  for each statement execute function lock_menu();
create trigger renew_menu_version after insert or delete on item_outlet_quantities
  for each row execute function renew_menu_version();
