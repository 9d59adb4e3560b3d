-- expand: busy kitchens, two columns of the modes of outlets
--
-- A busy kitchen promises some minutes more until an instant. Nothing has to run at its end, as with pauses.
alter table outlet_modes
  add column busy_minutes integer not null default 0 check (busy_minutes between 0 and 1440),
  add column busy_until timestamptz;                 -- null: not busy
