-- expand: messages to guests about their orders: what became of each, which are sent, and how many
--
-- The message of an event by a channel: written with the change that it tells of, beside its job, and kept with the order when the job
-- is gone. It holds neither the recipient nor the text.
create table guest_messages (
  restaurant_id   uuid not null,
  id              uuid not null,                   -- also the key of its job, in the queue of its channel
  order_id        uuid not null,
  event           text not null,                   -- 'accepted', ...: the contract knows them
  channel         text not null,                   -- 'mail', 'sms', ...
  status_version  integer not null,                -- the order's, when it was written
  promised_at     timestamptz,                     -- the order's, when it was written
  outcome         text check (outcome in ('sent', 'failed', 'dropped')),   -- null: its job is not done
  problem         text,                            -- why it failed or was dropped
  ended_at        timestamptz,
  created_at      timestamptz not null,
  primary key (restaurant_id, id),
  foreign key (restaurant_id, order_id) references orders (restaurant_id, id) on delete cascade,
  constraint guest_messages_once unique nulls not distinct (restaurant_id, order_id, event, channel, status_version, promised_at),
  constraint guest_messages_end_check check ((ended_at is null) = (outcome is null))
);
select add_restaurant_policies('guest_messages');

alter table restaurants
  -- The switches that somebody has touched: {"ready": {"sms": true}}. All others stand as the product has them.
  add column guest_switches       jsonb not null default '{}',
  -- All messages about orders but those about cancelled ones, which have budgets of their own.
  add column order_texts_per_day  integer not null default 200 check (order_texts_per_day >= 0),
  add column order_mails_per_day  integer not null default 2000 check (order_mails_per_day >= 0);
