-- Work that outlives the transaction that causes it, messages above all: the outbox. A job is written in that transaction, and the
-- one server that the database has elected does it. The key is the id alone, because the platform's own jobs have no restaurant;
-- in a transaction of a restaurant nobody sees those.
create table jobs (
  restaurant_id  uuid references restaurants (id) on delete cascade,   -- null: the platform's own
  id             uuid primary key,
  queue          text not null,                    -- 'mail', 'sms', ...: the handlers of the server know them
  payload        jsonb not null,                   -- emptied when the job is done; what must be secret in it is sealed
  dedupe_key     text not null,                    -- equal for equal work, and told to gateways: they drop a repetition by it
  due_at         timestamptz not null,
  expires_at     timestamptz not null,             -- from then on the job is of no use, and is dropped
  tries          integer not null default 0,       -- those begun
  leased_until   timestamptz,                      -- while it is being done: when it counts as lost
  leased_by      text,                             -- the process that does it
  last_error     text,
  done_at        timestamptz,                      -- done or dropped
  dead_at        timestamptz,                      -- given up, until a person has it tried again
  created_at     timestamptz not null,
  constraint jobs_once unique nulls not distinct (restaurant_id, queue, dedupe_key),
  constraint jobs_lease_check check ((leased_until is null) = (leased_by is null)),
  constraint jobs_end_check check (done_at is null or dead_at is null)
);
-- The runner goes from restaurant to restaurant within a queue, so that a thousand jobs of one do not keep another's waiting.
create index jobs_open on jobs (queue, (coalesce(restaurant_id, '00000000-0000-0000-0000-000000000000')), due_at)
  where done_at is null and dead_at is null;
create index jobs_done on jobs (done_at) where done_at is not null;
create index jobs_dead on jobs (restaurant_id, dead_at) where dead_at is not null;
select add_restaurant_policies('jobs');

-- The outbox tries mails and voice calls; a step of an order is over when its message was written.
update escalation_steps set outcome = 'done' where outcome = 'failed';
alter table escalation_steps drop column tries, drop constraint escalation_steps_outcome_check,
  add constraint escalation_steps_outcome_check check (outcome in ('done', 'moved'));
