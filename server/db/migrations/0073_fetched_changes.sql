-- expand: the change of its order that a ticket has on it, a column of print_jobs
--
-- Null: no printer has fetched it, or one fetched it from a program of before, which knew by its time alone.
alter table print_jobs add column fetched_change integer;   -- the number of the last accepted one; 0: there was none
