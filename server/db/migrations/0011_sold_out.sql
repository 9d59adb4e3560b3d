-- What somebody said is sold out at an outlet, until an instant, or until they say otherwise (null). It is back by the clock alone:
-- a row that is over counts for nothing. Portions are counted elsewhere and stay as they are.
create table item_sold_out (
  restaurant_id   uuid not null,
  item_id         uuid not null,
  outlet_id       uuid not null,
  sold_out_until  timestamptz,
  primary key (restaurant_id, item_id, outlet_id),
  foreign key (restaurant_id, item_id) references items (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade
);

alter table item_sold_out enable row level security;
alter table item_sold_out force row level security;
create policy of_restaurant on item_sold_out
  using (restaurant_id = (select nullif(current_setting('app.restaurant_id', true), '')::uuid)
    or (select current_setting('app.platform', true)) = 'on');

create trigger menu_version after insert or update or delete on item_sold_out
  for each row execute function menu_changed();
