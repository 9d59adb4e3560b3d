-- expand, outside a transaction: names of couriers go by age, also those of deliveries that never ended here
create index concurrently if not exists deliveries_couriers_by_end on deliveries (coalesce(ended_at, taken_at)) where courier_name is not null;
