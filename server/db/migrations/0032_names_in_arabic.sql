-- What guests read in another language than the restaurant's: the names of outlets and areas, and why an outlet is closed on a day.
alter table outlets add column name_translations jsonb not null default '{}';
alter table delivery_areas add column name_translations jsonb not null default '{}';
alter table special_days add column reason_translations jsonb not null default '{}';
