-- expand: companies that refuse to hear that an order is ready, a wider check
alter table deliveries
  drop constraint deliveries_courier_problem_check,
  -- The rows that there are satisfy it, and reading them all would keep orders waiting meanwhile.
  add constraint deliveries_courier_problem_check
    check (courier_problem in ('keys_refused', 'not_reached', 'not_cancelled', 'ready_refused')) not valid;
