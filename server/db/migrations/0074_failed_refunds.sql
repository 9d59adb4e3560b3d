-- expand: a wider check; servers of the version before write the other two problems
alter table payments
  drop constraint payments_problem_check,
  add constraint payments_problem_check check (problem in ('money_gone', 'disputed', 'refund_failed')) not valid;
alter table payments validate constraint payments_problem_check;
