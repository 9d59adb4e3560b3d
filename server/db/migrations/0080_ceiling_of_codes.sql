-- expand: an admin's ceiling of a restaurant's codes, which its owner cannot raise
--
-- The restaurant sends the lesser of this and codes_per_day.
alter table restaurants
  add column codes_per_day_max  integer not null default 20000 check (codes_per_day_max between 0 and 20000);
