-- expand: make-minutes of dishes, those that a kitchen sells a quarter of an hour, and those that each order takes; a new table
--
-- Decision 88 has the rule.
alter table items add column make_minutes integer not null default 0 check (make_minutes between 0 and 240);
-- Make-minutes are a term of an order. Triggers of their own, because those of add_menu_triggers name the columns that they are for.
create trigger lock_menu_of_minutes before update of make_minutes on items
  for each statement execute function lock_menu();
create trigger renew_menu_version_of_minutes after update of make_minutes on items
  for each row execute function renew_menu_version();

-- Null: no limit.
alter table outlet_modes add column make_minutes_per_quarter integer check (make_minutes_per_quarter > 0);

-- Null: the order takes none, or its mode has no limit.
alter table orders add column make_minutes integer;

-- The minutes that orders take of a quarter, and orders that wait for their payment. The lock of an outlet's mode is taken first
-- (`capacity/take-minutes.ts`), so that each order counts what those before it took.
create table order_make_minutes (
  restaurant_id   uuid not null,
  order_id        uuid not null,                     -- no foreign key: one that waits for a payment is no order yet
  outlet_id       uuid not null,
  mode            text not null check (mode in ('delivery', 'pickup', 'dine-in')),
  quarter         timestamptz not null,              -- its beginning
  minutes         integer not null check (minutes > 0),
  -- Minutes of the quarter that passed unused before the order came, or before it gave its own back.
  passed_minutes  integer not null default 0 check (passed_minutes >= 0),
  is_held         boolean not null default true,     -- false: given back, of an order that is cancelled or made sooner
  primary key (restaurant_id, order_id, quarter),
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade
);
create index order_make_minutes_of_quarter on order_make_minutes (restaurant_id, outlet_id, mode, quarter);
create index order_make_minutes_by_age on order_make_minutes (quarter);
select add_restaurant_policies('order_make_minutes', 'outlet_id');
