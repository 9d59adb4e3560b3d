-- expand: problems that guests report with orders, and the answers; two new tables, and the guest of a voucher in offers
create table order_problems (
  restaurant_id     uuid not null,
  order_id          uuid not null,
  outlet_id         uuid not null,
  kind              text not null check (kind in ('missing', 'wrong', 'spoiled', 'late', 'other')),
  wish              text not null check (wish in ('refund', 'voucher', 'none')),
  note              text not null,                 -- the words of the guest
  lines             jsonb not null,                -- a list of line numbers and quantities; empty: the whole order
  has_photo         boolean not null,
  reported_at       timestamptz not null,
  version           integer not null default 1,    -- grows with every change by the guest
  answer            text check (answer in ('refund', 'voucher', 'reply')),
  answer_note       text,
  amount_minor      bigint check (amount_minor > 0),
  is_by_hand        boolean,                       -- null: no money was given back
  voucher_code      text,
  voucher_until     timestamptz,
  answered_by       uuid,
  answered_by_name  text,
  answered_at       timestamptz,                   -- null: it waits for an answer
  primary key (restaurant_id, order_id),
  foreign key (restaurant_id, order_id) references orders (restaurant_id, id) on delete cascade,
  constraint order_problems_whole_answer_check check (
    (answer is null) = (answered_at is null) and (answer_note is null) = (answer is null)
    and (answered_by is null) = (answer is null) and (answered_by_name is null) = (answer is null)),
  constraint order_problems_money_check check (
    (amount_minor is not null) = (coalesce(answer, 'reply') <> 'reply')
    and (is_by_hand is not null) = (answer is not distinct from 'refund')
    and (voucher_code is not null) = (answer is not distinct from 'voucher')
    and (voucher_until is null) = (voucher_code is null))
);
create index order_problems_open on order_problems (restaurant_id, reported_at) where answered_at is null;
create index order_problems_answered on order_problems (restaurant_id, answered_at) where answered_at is not null;
select add_restaurant_policies('order_problems', 'outlet_id');

create table order_problem_photos (
  restaurant_id  uuid not null,
  order_id       uuid not null,
  content_type   text not null check (content_type in ('image/jpeg', 'image/png')),
  bytes          bytea not null,                   -- decoded and encoded again by the server
  created_at     timestamptz not null,
  primary key (restaurant_id, order_id),
  foreign key (restaurant_id, order_id) references order_problems (restaurant_id, order_id) on delete cascade
);
create index order_problem_photos_by_age on order_problem_photos (created_at);
select add_restaurant_policies('order_problem_photos');

-- Null: an offer for everybody. No foreign key: the voucher of an erased guest stays theirs, and so nobody's.
alter table offers add column customer_id uuid;
