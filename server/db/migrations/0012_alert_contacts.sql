-- Numbers and addresses of a restaurant that alerts may go to, because somebody typed in a code that was sent there. Those that outlets
-- have today count as proven: they have been called and mailed so far, and an update silences no alert.
create table alert_contacts (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  contact        text not null,                    -- E.164, or an email: trimmed, NFKC, lower case
  proven_at      timestamptz,                      -- null: a code was sent, and nobody has typed it in yet
  code_hash      bytea,                            -- HMAC of the newest code
  code_sent_at   timestamptz,
  wrong_tries    integer not null default 0,       -- at the newest code
  created_at     timestamptz not null,
  primary key (restaurant_id, contact)
);
select add_restaurant_policies('alert_contacts');

insert into alert_contacts (restaurant_id, contact, proven_at, created_at)
select distinct restaurant_id, contact, now(), now()
from outlets cross join lateral (values
  (phone),
  (lower(normalize(trim(email), NFKC))),
  (lower(normalize(trim(escalation_mail_to), NFKC)))
) as used (contact)
where contact is not null and contact <> '';

-- A step whose contact is not proven is over, and nobody was told.
alter table escalation_steps drop constraint escalation_steps_outcome_check,
  add constraint escalation_steps_outcome_check check (outcome in ('done', 'moved', 'skipped'));

-- The budgets that the platform's admins see and raise, beside codes_per_day.
alter table restaurants
  add column alert_mails_per_day   integer not null default 100 check (alert_mails_per_day >= 0),
  add column alert_calls_per_day   integer not null default 100 check (alert_calls_per_day >= 0),
  add column invitations_per_hour  integer not null default 30 check (invitations_per_hour >= 0);
