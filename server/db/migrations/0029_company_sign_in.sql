-- expand: company sign-in, four new tables, and a column of sessions that is null for all
--
-- The provider (OpenID Connect) at which people of a restaurant sign in as their company does.
create table company_providers (
  restaurant_id  uuid primary key references restaurants (id) on delete cascade,
  issuer         text not null,                     -- where the provider is, as it names itself
  client_id      text not null,
  sealed         bytea not null,                    -- the client secret, under a key made from SECRET
  domains        text[] not null,                   -- the emails that it may vouch for end so
  tried_at       timestamptz,                       -- an owner has signed in there to try it
  is_on          boolean not null default false,
  is_required    boolean not null default false,    -- people who are no owners sign in there alone
  problem        text check (problem in ('unreachable', 'client_refused')),   -- why sessions cannot be confirmed
  problem_since  timestamptz,
  connected_at   timestamptz not null,
  constraint company_providers_tried_check check (tried_at is not null or not is_on),
  constraint company_providers_required_check check (is_on or not is_required)
);
select add_restaurant_policies('company_providers');

-- People and their accounts at the company. A provider names them by a subject, which never changes; an email may.
create table company_links (
  restaurant_id  uuid not null references company_providers (restaurant_id) on delete cascade,
  id             uuid not null,
  user_id        uuid not null references users (id) on delete cascade,
  issuer         text not null,
  subject        text not null,
  linked_at      timestamptz not null,
  refused_at     timestamptz,                       -- the provider refuses the person, until they sign in there again
  primary key (restaurant_id, id),
  constraint company_links_by_subject unique (restaurant_id, issuer, subject),
  constraint company_links_by_user unique (restaurant_id, user_id)
);
create index company_links_of_users on company_links (user_id);
select add_restaurant_policies('company_links');

-- Sign-ins on their way: mailed links, browsers that are at the provider, and people who have still to prove their account. Each is good once.
create table company_sign_ins (
  restaurant_id  uuid not null references company_providers (restaurant_id) on delete cascade,
  token_hash     bytea not null,                    -- SHA-256 of what the browser brings back
  step           text not null check (step in ('mailed', 'trial', 'sign_in', 'link')),
  browser_hash   bytea,                             -- SHA-256 of the key of the browser that began it; null: a mailed link
  user_id        uuid references users (id) on delete cascade,   -- a mailed link's person, whose account it proves
  sealed         bytea,                             -- nonce and verifier, or what the provider has said
  expires_at     timestamptz not null,
  primary key (restaurant_id, token_hash)
);
create unique index company_sign_ins_by_token on company_sign_ins (token_hash);
create index company_sign_ins_by_expiry on company_sign_ins (expires_at);
create index company_sign_ins_of_users on company_sign_ins (user_id);
select add_restaurant_policies('company_sign_ins');

-- With what the provider is asked whether the person of a session still works there.
create table company_sessions (
  restaurant_id  uuid not null,
  token_hash     bytea not null references sessions (token_hash) on delete cascade,
  link_id        uuid not null,
  sealed         bytea not null,                    -- the refresh token, under a key made from SECRET
  confirmed_at   timestamptz not null,              -- the provider last said yes
  next_check_at  timestamptz not null,
  primary key (restaurant_id, token_hash),
  foreign key (restaurant_id, link_id) references company_links (restaurant_id, id) on delete cascade
);
create index company_sessions_of_sessions on company_sessions (token_hash);
create index company_sessions_of_links on company_sessions (restaurant_id, link_id);
create index company_sessions_by_check on company_sessions (next_check_at);
select add_restaurant_policies('company_sessions');

-- The link that a session began with: it ends with it.
alter table sessions add column company_link_id uuid;
