-- expand: the times of whole months in a third to a sixth of the bytes, for the report of a year; a trigger on report_times
--
-- The times of a month and an outlet from the shortest to the longest. Each is the gap to the one before it, in 1 byte below 128 ms
-- (0xxxxxxx) and in 2 below 16,384 (10xxxxxx xxxxxxxx), or the byte ff and the time itself as in report_times. A month without a row is read
-- by its days.
create table report_month_times (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  kind           text not null check (kind in ('acceptance', 'readiness')),
  starts_on      date not null,
  outlet_id      uuid not null,
  times          bytea not null,
  primary key (restaurant_id, kind, starts_on, outlet_id)
);
alter table report_month_times alter column times set storage external;
select add_restaurant_policies('report_month_times', 'outlet_id');

-- A day that is summed up anew takes its month along: programs of before know nothing of this table, and leave the month to its days.
create function forget_month_times() returns trigger language plpgsql as $$
begin
  delete from report_month_times as month using (
    select distinct restaurant_id, date_trunc('month', starts_on)::date as starts_on from changed
  ) as summed
  where month.restaurant_id = summed.restaurant_id and month.starts_on = summed.starts_on;
  return null;
end
$$;
create trigger forget_month_times_of_new after insert on report_times
  referencing new table as changed for each statement execute function forget_month_times();
create trigger forget_month_times_of_old after delete on report_times
  referencing old table as changed for each statement execute function forget_month_times();
