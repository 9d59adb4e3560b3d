-- Accounts whose passwords are public, and admins whose second factor nobody vouches for, are kept out of production.

-- Every account of the demo is marked, not its admin alone.
alter table users rename column factor_optional to is_demo;
update users set is_demo = true where email_key in ('demo@demo.test', 'millers@demo.test', 'admin@demo.test');

-- Whether the factor was begun with a token that the command line printed; false: the password alone began it.
alter table second_factors add column set_by_token boolean not null default false;

-- The newest token that lets an admin without a second factor set one up; asking again replaces it. The row of an expired token
-- stays: it says that the operator asked for a factor.
create table factor_tokens (
  user_id     uuid primary key references users (id) on delete cascade,
  token_hash  bytea not null unique,               -- SHA-256 of the printed token
  created_at  timestamptz not null,
  expires_at  timestamptz not null
);
