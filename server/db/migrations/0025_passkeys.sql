-- expand: passkeys, two new tables, and a column of sessions that is null for all
--
-- Keys on people's devices (WebAuthn), which log them in without password and code. They are bound to the host of PUBLIC_URL.
create table passkeys (
  id             uuid primary key,                 -- names it where its owner renames or removes it
  user_id        uuid not null references users (id) on delete cascade,
  credential_id  bytea not null unique,            -- the device's own name of it
  public_key     bytea not null,                   -- COSE
  sign_count     bigint not null,                  -- the device's counter; 0 where it does not count
  name           text not null,
  created_at     timestamptz not null,
  last_used_at   timestamptz
);
create index passkeys_by_user on passkeys (user_id, created_at);

-- Random values that devices have still to sign, each good once.
create table passkey_challenges (
  challenge_hash  bytea primary key,               -- SHA-256 of the challenge, which the browser has
  purpose         text not null check (purpose in ('sign_in', 'proof', 'add')),
  user_id         uuid references users (id) on delete cascade,   -- null: a sign-in, of whoever has a passkey
  created_at      timestamptz not null,
  expires_at      timestamptz not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

-- The passkey that a session began with: it ends when the passkey is removed.
alter table sessions add column passkey_id uuid;
