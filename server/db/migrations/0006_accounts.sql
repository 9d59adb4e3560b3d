-- Recovery of a password, sessions that their owner sees and ends, and orders for trying out.

-- Grows with every change of the password: a sign-in that began with the one before is refused.
alter table users add column password_version integer not null default 1;

-- What a session is called where its owner ends it. Its token stays a secret.
alter table sessions add column id uuid not null default gen_random_uuid();

-- The newest link to choose a new password that was mailed to a user; asking again replaces it.
create table password_resets (
  user_id     uuid primary key references users (id) on delete cascade,
  token_hash  bytea not null unique,               -- SHA-256 of the token in the link
  created_at  timestamptz not null,
  expires_at  timestamptz not null
);

-- A test order has no guest.
alter table orders alter column customer_id drop not null;
alter table orders add constraint orders_guest check (customer_id is not null or is_test);
