-- What the kitchen has done of each line of an order (LO-13). Made: bumped, and not recalled since. Both null: never touched.
alter table order_lines add column made_at timestamptz;
alter table order_lines add column recalled_at timestamptz;
alter table order_lines add constraint order_lines_made_or_recalled check (made_at is null or recalled_at is null);

-- Grows with every bump and recall: together with the version of the status it says which of two readings is the newer.
alter table orders add column bumps integer not null default 0;
