-- A tablet that several people share: they take turns by PIN, and the session says who acts on it (features ST-06).

alter table memberships
  add column pin_hash   bytea,                           -- HMAC-SHA-256 under a key made from SECRET; null: no PIN
  add column pin_tries  integer not null default 0;      -- wrong ones in a row; at the fifth the password is asked for

alter table sessions
  add column lock_minutes    integer check (lock_minutes between 1 and 240),   -- null: of one person
  add column acting_user_id  uuid references users (id) on delete set null;    -- null on a shared tablet: it is locked
