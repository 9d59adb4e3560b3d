-- expand: notes about guests, and their consent to hear of offers, in two new tables
--
-- Notes of the restaurant's people about a guest. They go with the guest.
create table customer_notes (
  restaurant_id  uuid not null,
  id             uuid not null,
  customer_id    uuid not null,
  kind           text not null check (kind in ('allergy', 'note')),
  text           text not null,
  author_id      uuid not null,                    -- no foreign key: a note outlasts the account of its author
  author_name    text not null,                    -- the name when the note was written
  created_at     timestamptz not null,
  changed_by     text,                             -- the person of the last change; null: there was none
  changed_at     timestamptz,
  version        integer not null default 1,       -- grows with every change
  primary key (restaurant_id, id),
  foreign key (restaurant_id, customer_id) references customers (restaurant_id, id) on delete cascade,
  constraint customer_notes_change_check check ((changed_by is null) = (changed_at is null))
);
create index customer_notes_by_customer on customer_notes (restaurant_id, customer_id);
select add_restaurant_policies('customer_notes');

-- Guests who have agreed to hear of offers, or had. No row: they were never asked, or never agreed.
create table customer_consents (
  restaurant_id  uuid not null,
  customer_id    uuid not null,
  given_at       timestamptz not null,
  source         text not null check (source in ('account', 'checkout')),   -- where they agreed
  withdrawn_at   timestamptz,                      -- null: it still holds
  primary key (restaurant_id, customer_id),
  foreign key (restaurant_id, customer_id) references customers (restaurant_id, id) on delete cascade
);
select add_restaurant_policies('customer_consents');
