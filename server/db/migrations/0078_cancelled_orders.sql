-- expand, outside a transaction: kitchens are told which orders were cancelled in the last minutes
create index concurrently if not exists orders_cancelled_by_change on orders (restaurant_id, status_changed_at) where status = 'Cancelled';
