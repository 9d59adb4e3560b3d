-- expand: the sums of the reports have the tips apart; a program of before leaves them at 0 until the day changes again
alter table report_sums add column tips_minor bigint not null default 0;
