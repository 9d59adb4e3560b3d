-- expand: stops that a driver has sorted by hand; a column of deliveries
alter table deliveries add column route_place integer check (route_place >= 0);   -- null: by distance, after those that were sorted
