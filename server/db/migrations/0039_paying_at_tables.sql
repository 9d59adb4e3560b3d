-- expand: guests pay at their table; a new table, and columns of payments, their movements and refunds
--
-- A payment of a table is for lines of several orders. Its order_id is its own id, which no order has.
alter table payments
  add column table_session_id uuid,                 -- null: the payment of one order
  add column participant integer;                   -- the number of the phone that pays
create index payments_of_tables on payments (restaurant_id, table_session_id) where table_session_id is not null;

-- The lines that a payment of a table is for. A line is taken while its payment is begun, authorised or captured.
create table payment_lines (
  restaurant_id    uuid not null,
  payment_id       uuid not null,
  order_id         uuid not null,
  line_number      integer not null,
  amount_minor     bigint not null check (amount_minor > 0),      -- the line's share of its order's total
  order_tip_minor  bigint not null check (order_tip_minor >= 0),  -- in the amount: the share of the tip of the order
  tip_minor        bigint not null check (tip_minor >= 0),        -- beside the amount: the share of the tip of this payment
  primary key (restaurant_id, payment_id, order_id, line_number),
  foreign key (restaurant_id, payment_id) references payments (restaurant_id, id) on delete cascade
);
create index payment_lines_of_orders on payment_lines (restaurant_id, order_id);
select add_restaurant_policy('payment_lines');

alter table payment_movements
  add column order_id uuid,                         -- the order whose share moved, in a table's payment; null: the payment's own
  add column tip_minor bigint;                      -- the tip in a captured share; null: that of the order
alter table payment_refunds add column order_id uuid;   -- the order that the money was for, in a table's payment
