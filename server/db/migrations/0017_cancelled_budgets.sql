-- The budgets of messages about cancelled orders, which the platform's admins see and raise beside the others.
alter table restaurants
  add column cancelled_texts_per_day  integer not null default 100 check (cancelled_texts_per_day >= 0),
  add column cancelled_mails_per_day  integer not null default 100 check (cancelled_mails_per_day >= 0);
