-- expand: changes of orders that guests are asked about; a new table, a column of outlets, and one more reason of print jobs
create table order_changes (
  restaurant_id     uuid not null,
  order_id          uuid not null,
  number            integer not null check (number > 0),   -- from 1 within the order
  state             text not null check (state in ('proposed', 'accepted', 'declined', 'expired', 'withdrawn')),
  note              text not null,                 -- the words of staff to the guest
  before            jsonb not null,                -- lines, amounts and promised time of the order
  after             jsonb not null,
  proposed_by_name  text not null,
  proposed_at       timestamptz not null,
  answer_by         timestamptz not null,          -- from then on it is over, whatever its state says
  ended_by_kind     text check (ended_by_kind in ('customer', 'user', 'system')),
  ended_by_name     text,                          -- staff alone have one here: the order has the guest's
  ended_at          timestamptz,
  primary key (restaurant_id, order_id, number),
  foreign key (restaurant_id, order_id) references orders (restaurant_id, id) on delete cascade,
  constraint order_changes_end_check check (
    (ended_at is null) = (state = 'proposed') and (ended_by_kind is null) = (ended_at is null))
);
create unique index order_changes_proposed on order_changes (restaurant_id, order_id) where state = 'proposed';
select add_restaurant_policies('order_changes');

alter table outlets add column change_answer_minutes integer not null default 10 check (change_answer_minutes > 0);

-- The paper of a changed order. A program of before prints it as any other ticket.
alter table print_jobs
  drop constraint print_jobs_reason_check,
  add constraint print_jobs_reason_check check (reason in ('order', 'cancelled', 'restored', 'changed', 'hand', 'test'));
