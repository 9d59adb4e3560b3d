-- A guest is promised the time at the door: when the kitchen is ready, and the way there.

-- The outlet's minutes when the order was placed; earlier orders keep their promise, the time they are ready.
alter table orders add column travel_minutes integer not null default 0 check (travel_minutes between 0 and 1440);
