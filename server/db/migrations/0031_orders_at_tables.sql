-- The orders of a table, newest first, without looking through all others (docs/decisions/0012-order-history.md).
create index orders_at_tables on orders (restaurant_id, placed_on, placed_at, id) include (table_name, table_area)
  where table_name is not null;
