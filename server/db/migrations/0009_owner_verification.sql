-- In production a restaurant takes no orders, sends no codes and invites nobody until one of its owners has confirmed their email.
-- Owners who exist today count as verified: their restaurants are open, and an update closes none.
alter table restaurants add column owner_verified_at timestamptz;   -- null: no owner has confirmed an email yet
update restaurants set owner_verified_at = created_at;

-- The newest link to confirm an email that was mailed to an owner; asking again replaces it.
create table email_verifications (
  user_id     uuid primary key references users (id) on delete cascade,
  token_hash  bytea not null unique,               -- SHA-256 of the token in the link
  created_at  timestamptz not null,
  expires_at  timestamptz not null
);
