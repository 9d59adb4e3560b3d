-- A heartbeat changes when a device was heard last, and nothing that an index holds: it is written in place, without a new entry in any.
drop index devices_by_age;
alter table devices set (fillfactor = 50);
