-- expand, outside a transaction: the list of guests adds up completed orders from this index alone
create index concurrently if not exists orders_completed_of_customers on orders (restaurant_id, customer_id)
  include (outlet_id, currency, total_minor, tip_minor, placed_on) where status = 'Completed' and not is_test;
