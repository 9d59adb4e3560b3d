-- expand: offers, their uses, and on each order what they took off; two new tables, two columns of orders, one of the kept sums
create table offers (
  restaurant_id       uuid not null references restaurants (id) on delete cascade,
  id                  uuid not null,
  name                text not null,
  name_translations   jsonb not null default '{}',
  code                text,                        -- in the form that is compared; null: the offer applies by itself
  kind                text not null check (kind in ('percent', 'amount', 'free_item', 'buy_get', 'free_delivery')),
  percent_bp          integer check (percent_bp between 1 and 10000),   -- hundredths of a percent
  amount_minor        bigint check (amount_minor > 0),
  buy_portions        integer check (buy_portions > 0),
  free_portions       integer check (free_portions > 0),
  category_ids        uuid[],                      -- with item_ids: the dishes it is for; both null: the whole basket
  item_ids            uuid[],
  outlet_ids          uuid[],                      -- null: all of them, as in the conditions that follow
  modes               text[] check (modes <@ array['delivery', 'pickup', 'dine-in']),
  hours               jsonb,                       -- days and hours by the outlet's clock
  starts_at           timestamptz,
  ends_at             timestamptz,                 -- no part of it
  is_for_first_order  boolean not null default false,
  uses_max            integer check (uses_max > 0),
  uses_of_guest_max   integer check (uses_of_guest_max > 0),
  minimum_minor       bigint not null default 0 check (minimum_minor >= 0),   -- the least subtotal, before discounts
  is_paused           boolean not null default false,
  uses                integer not null default 0 check (uses >= 0),   -- the rows of offer_uses
  version             integer not null default 1,  -- grows with every change by somebody
  created_at          timestamptz not null,
  deleted_at          timestamptz,
  primary key (restaurant_id, id),
  constraint offers_benefit_check check (
    (percent_bp is not null) = (kind = 'percent') and (amount_minor is not null) = (kind = 'amount')
    and (buy_portions is not null) = (kind = 'buy_get') and (free_portions is not null) = (kind = 'buy_get')),
  constraint offers_scope_check check ((category_ids is null) = (item_ids is null)),
  constraint offers_period_check check (starts_at < ends_at)
);
create unique index offers_code on offers (restaurant_id, code) where deleted_at is null;
-- Not by outlet: whoever cancels an order gives its uses back, also where its offer is of other outlets by now.
select add_restaurant_policies('offers');
-- Terms of orders are facts of their menu's version; how often an offer was used is not.
select add_menu_triggers('offers', $$name, name_translations, code, kind, percent_bp, amount_minor, buy_portions, free_portions,
  category_ids, item_ids, outlet_ids, modes, hours, starts_at, ends_at, is_for_first_order, uses_max, uses_of_guest_max,
  minimum_minor, is_paused, deleted_at$$);

-- The uses of offers by orders, and by those that wait for a payment. A cancelled order gives its uses back.
create table offer_uses (
  restaurant_id  uuid not null,
  offer_id       uuid not null,
  order_id       uuid not null,                    -- no foreign key: one that waits for a payment is no order yet
  customer_id    uuid,                             -- null: the guest was erased
  primary key (restaurant_id, order_id, offer_id),
  foreign key (restaurant_id, offer_id) references offers (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, customer_id) references customers (restaurant_id, id) on delete set null (customer_id)
);
create index offer_uses_of_offer on offer_uses (restaurant_id, offer_id, customer_id);
create index offer_uses_of_customer on offer_uses (restaurant_id, customer_id);
select add_restaurant_policies('offer_uses');

alter table orders
  add column discount_minor bigint not null default 0,  -- taken off the subtotal
  add column offers jsonb,                              -- a list with the amount of each; null: none applied
  add constraint orders_discount_check check (discount_minor between 0 and subtotal_minor) not valid,
  drop constraint orders_total_check,
  -- Not validated: older orders, and those of a program of before, satisfy the narrower one.
  add constraint orders_total_check check (
    total_minor = subtotal_minor - discount_minor + case when tax_inclusive then 0 else tax_minor end
      + coalesce(delivery_fee_minor, 0) + coalesce(tip_minor, 0)) not valid;

-- A program of before leaves them at 0 until the day changes again.
alter table report_sums add column discounts_minor bigint not null default 0;
