-- Until when a mode that is on takes no orders all the same; null or past: it does. A mode is paused by the clock alone: nothing
-- has to run for a pause to end. The version of the menu changes with it, as with everything of a mode.
alter table outlet_modes add column paused_until timestamptz;
