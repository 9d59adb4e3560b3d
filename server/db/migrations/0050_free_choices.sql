-- expand: some chosen options of a list are free; a column of modifier_lists with a constant default
alter table modifier_lists add column free_choices integer not null default 0 check (free_choices >= 0);
