-- The second factor of a sign-in: one-time passwords by time (RFC 6238), and codes for the day the phone is gone.

-- The admin of the demo, which is never in production, signs in without one.
alter table users add column factor_optional boolean not null default false;

create table second_factors (
  user_id       uuid primary key references users (id) on delete cascade,
  sealed        bytea not null,                    -- the shared secret, AES-256-GCM under a key made from SECRET
  created_at    timestamptz not null,
  confirmed_at  timestamptz,                       -- null: shown, and not proven by a first code yet
  last_step     bigint not null default 0          -- the newest step of 30 s that a code was taken for: each is good once
);

create table recovery_codes (
  user_id    uuid not null references users (id) on delete cascade,
  code_hash  bytea not null,                       -- HMAC-SHA-256 under a key made from SECRET; goes when it is used
  primary key (user_id, code_hash)
);

-- A password was right, the code is still to come.
create table sign_in_challenges (
  token_hash        bytea primary key,             -- SHA-256 of what the client carries to the second step
  user_id           uuid not null references users (id) on delete cascade,
  password_version  integer not null,              -- of the password that was right
  tries             integer not null default 0,
  created_at        timestamptz not null,
  expires_at        timestamptz not null
);
create index sign_in_challenges_by_expiry on sign_in_challenges (expires_at);

-- Admins sign in anew, with a second factor.
delete from sessions where user_id in (select id from users where user_type = 'admin');
