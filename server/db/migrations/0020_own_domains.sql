-- expand: sites at domains of restaurants, a column that is null for all, and two new tables
--
-- The domain that a restaurant wants its site at. Several restaurants may wait for one domain; whoever proves by a record that it is
-- theirs has it. Server names are looked up across restaurants.
create table own_domains (
  restaurant_id  uuid primary key references restaurants (id) on delete cascade,
  domain         text not null,                    -- lower case, punycode, no dot at the end
  proof          text not null,                    -- the value of the TXT record that proves the domain
  state          text not null default 'waiting' check (state in ('waiting', 'seen', 'ready', 'failing')),
  problem        text check (problem in ('no_answer', 'not_found', 'proof_missing', 'elsewhere', 'ipv6_elsewhere', 'taken', 'certificate', 'authority', 'unreachable', 'other_server')),
  failures       integer not null default 0,       -- checks in a row that found a problem
  claimed_at     timestamptz not null,
  checked_at     timestamptz,
  next_check_at  timestamptz not null
);
create unique index own_domains_by_domain on own_domains (domain) where state <> 'waiting';
create index own_domains_by_next_check on own_domains (next_check_at);
select add_restaurant_policies('own_domains');

-- The domain that the site is at, for whatever makes an address; null: the site is below the platform's address.
alter table restaurants add column own_domain text;

-- Basket and sign-in of a browser on their way from the platform's address of a site to its own domain, for a minute.
create table hand_overs (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  token_hash     bytea not null,                   -- SHA-256 of the token, which the browser has
  domain         text not null,
  browser_hash   bytea not null,                   -- SHA-256 of the browser's description of itself
  sealed         bytea not null,                   -- under a key made from the token
  expires_at     timestamptz not null,
  primary key (restaurant_id, token_hash)
);
create index hand_overs_by_end on hand_overs (expires_at);
select add_restaurant_policies('hand_overs');
