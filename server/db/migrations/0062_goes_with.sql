-- expand: dishes that a merchant chose to be suggested beside another, a new table
--
-- The version of a menu is the same after a change here: a suggestion is no term of an order.
create table item_goes_with (
  restaurant_id  uuid not null,
  item_id        uuid not null,
  suggested_id   uuid not null check (suggested_id <> item_id),
  position       integer not null default 0,
  primary key (restaurant_id, item_id, suggested_id),
  foreign key (restaurant_id, item_id) references items (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, suggested_id) references items (restaurant_id, id) on delete cascade
);
create index item_goes_with_by_suggested on item_goes_with (restaurant_id, suggested_id);
select add_restaurant_policies('item_goes_with');

-- The restaurant's row is locked before others, as it is by every change of the menu.
create trigger lock_menu before insert or delete or update on item_goes_with
  for each statement execute function lock_menu();
