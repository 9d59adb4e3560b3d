-- Guests and closed restaurants are erased by the clock, so one that jumps has to stand for a day first. Null: not looked at yet.
alter table installation
  add column clock_seen_at         timestamptz,    -- the time of the last clean-up
  add column clock_believed_since  timestamptz;    -- the first instant since which it has not jumped
