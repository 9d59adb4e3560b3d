-- expand: a mail a day about what is low on stock, two new tables
--
-- Restaurants without a row send none.
create table low_stock_mails (
  restaurant_id  uuid primary key references restaurants (id) on delete cascade,
  hour           integer check (hour between 0 and 23),   -- by the clock of the first outlet; null: no mail is wanted
  next_at        timestamptz,                             -- when the stock is looked at next
  mailed_at      timestamptz,                             -- the last mail; null: none yet
  check ((hour is null) = (next_at is null))
);
create index low_stock_mails_due on low_stock_mails (next_at);
select add_restaurant_policies('low_stock_mails');

-- The people who get it. They go with their membership.
create table low_stock_recipients (
  restaurant_id  uuid not null,
  user_id        uuid not null,
  primary key (restaurant_id, user_id),
  foreign key (restaurant_id, user_id) references memberships (restaurant_id, user_id) on delete cascade
);
select add_restaurant_policies('low_stock_recipients');
