-- A phone that has chosen nothing for some minutes gives way to a new one when its table is full.
alter table table_participants add column active_at timestamptz;   -- when the phone joined or changed its lines
update table_participants set active_at = now();
alter table table_participants alter column active_at set not null;
