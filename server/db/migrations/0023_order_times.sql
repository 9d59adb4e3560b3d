-- expand: a kitchen may promise another time for an order that it has accepted
--
-- With status_version and bumps it orders two readings of an order.
alter table orders add column time_changes integer not null default 0;
