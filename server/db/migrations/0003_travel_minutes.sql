-- What a guest is promised is the time at the door: when the kitchen is ready, and the way there.

-- Of the outlet when the order was placed; orders of before are promised as they were, at the time they are ready.
alter table orders add column travel_minutes integer not null default 0 check (travel_minutes between 0 and 1440);
