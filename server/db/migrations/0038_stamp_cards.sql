-- expand: stamp cards: an offer may be the reward of a full one; two new tables, three columns of offers
alter table offers
  add column stamps_needed integer check (stamps_needed > 0),                                -- null: no stamp card
  add column stamp_minimum_minor bigint not null default 0 check (stamp_minimum_minor >= 0), -- the least subtotal of an order that earns a stamp, after discounts
  add column stamp_months integer check (stamp_months > 0);                                  -- null: stamps do not expire
create unique index offers_stamp_card on offers (restaurant_id) where stamps_needed is not null and deleted_at is null;
drop trigger lock_menu on offers;
drop trigger renew_menu_version on offers;
select add_menu_triggers('offers', $$name, name_translations, code, kind, percent_bp, amount_minor, buy_portions, free_portions,
  category_ids, item_ids, outlet_ids, modes, hours, starts_at, ends_at, is_for_first_order, uses_max, uses_of_guest_max,
  minimum_minor, is_paused, deleted_at, stamps_needed, stamp_minimum_minor, stamp_months$$);

-- The card of a guest. It goes with the guest.
create table stamp_cards (
  restaurant_id  uuid not null,
  offer_id       uuid not null,
  customer_id    uuid not null,
  stamps         integer not null check (stamps >= 0),   -- the sum of its movements
  expires_at     timestamptz,                            -- null: never
  primary key (restaurant_id, offer_id, customer_id),
  foreign key (restaurant_id, offer_id) references offers (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, customer_id) references customers (restaurant_id, id) on delete cascade
);
create index stamp_cards_of_customer on stamp_cards (restaurant_id, customer_id);
create index stamp_cards_that_expire on stamp_cards (expires_at) where stamps > 0;
select add_restaurant_policies('stamp_cards');

-- The stamps that came onto a card, and those that went: only ever added to.
create table stamp_movements (
  restaurant_id  uuid not null,
  id             uuid not null,
  offer_id       uuid not null,
  customer_id    uuid not null,
  kind           text not null check (kind in ('earned', 'used', 'returned', 'taken_back', 'expired', 'granted')),
  stamps         integer not null check (stamps <> 0),
  order_id       uuid,                             -- no foreign key: one that waits for a payment is no order yet
  reason         text,                             -- the words of the person who corrected the card
  actor_name     text,                             -- the person's name; null: the product itself
  created_at     timestamptz not null,
  primary key (restaurant_id, id),
  foreign key (restaurant_id, offer_id, customer_id) references stamp_cards (restaurant_id, offer_id, customer_id) on delete cascade,
  constraint stamp_movements_sign_check check ((stamps < 0) = (kind = 'used' or kind = 'taken_back' or kind = 'expired'))
);
create index stamp_movements_of_card on stamp_movements (restaurant_id, offer_id, customer_id, id);
create index stamp_movements_of_order on stamp_movements (restaurant_id, order_id) where order_id is not null;
select add_restaurant_policies('stamp_movements');
