-- expand: an option can be chosen more than once; a column of modifier_lists with a constant default
--
-- An order has a row of order_line_options for each time.
alter table modifier_lists add column max_per_option integer not null default 1 check (max_per_option >= 1);
