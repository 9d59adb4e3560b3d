-- Orders for later (decision 18): `requested_for` is when the guest wants to have it.
alter table orders
  add column fires_at timestamptz,                 -- when the kitchen is to begin with it
  add column fired_at timestamptz,                 -- when it was told to; null: not yet
  add constraint orders_fires_for_a_time check ((requested_for is null) = (fires_at is null)),
  add constraint orders_fired_if_it_fires check (fired_at is null or fires_at is not null);
create index orders_to_fire on orders (fires_at) where fires_at is not null and fired_at is null and status = 'New';
create index orders_later on orders (restaurant_id, placed_on, placed_at, id) where requested_for is not null;

-- For which days an outlet takes orders decides what can be ordered, so facts that are remembered have to know it.
drop trigger menu_version on outlets;
create trigger menu_version
  after insert or delete
    or update of name, time_zone, is_active, tax_rate_bp, tax_inclusive, deleted_at, reject_minutes, refuses_unwatched,
      takes_same_date, takes_next_date on outlets
  for each row execute function menu_changed();
