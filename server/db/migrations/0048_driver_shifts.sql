-- expand: shifts of drivers with their cash: a new table, and a column of deliveries
create table driver_shifts (
  restaurant_id   uuid not null,
  id              uuid not null,
  driver_id       uuid not null,
  driver_name     text not null,                   -- the name at that time
  currency        text not null,
  float_minor     bigint not null check (float_minor >= 0),      -- change that the driver carried from the beginning
  opened_at       timestamptz not null,
  closed_at       timestamptz,                     -- null: open, and what is expected is computed
  expected_minor  bigint,
  counted_minor   bigint check (counted_minor >= 0),
  primary key (restaurant_id, id),
  foreign key (restaurant_id, driver_id) references drivers (restaurant_id, id),
  constraint driver_shifts_close_check check ((closed_at is null) = (expected_minor is null) and (closed_at is null) = (counted_minor is null))
);
create unique index driver_shifts_open on driver_shifts (restaurant_id, driver_id) where closed_at is null;
create index driver_shifts_by_time on driver_shifts (restaurant_id, opened_at);
select add_restaurant_policies('driver_shifts');

alter table deliveries add column shift_id uuid;   -- the shift in which the order was taken
create index deliveries_of_shift on deliveries (restaurant_id, shift_id) where shift_id is not null;
