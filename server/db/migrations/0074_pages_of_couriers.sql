-- expand, outside a transaction: the courier's page goes by age as the name does, also where there never was a name
create index concurrently if not exists deliveries_kept_couriers_by_end on deliveries (coalesce(ended_at, taken_at)) where coalesce(courier_name, courier_phone, tracking_url) is not null;
