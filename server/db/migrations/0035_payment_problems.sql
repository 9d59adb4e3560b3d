-- expand: fees in the ledger, a wider check; and money that was lost after an order was accepted, three columns of payments
alter table payment_movements
  drop constraint payment_movements_kind_check,
  add constraint payment_movements_kind_check check (kind in ('authorised', 'captured', 'released', 'refunded', 'fee'));

alter table payments
  add column problem          text check (problem in ('money_gone', 'disputed')),  -- null: none
  add column problem_at       timestamptz,
  add column problem_seen_at  timestamptz;          -- null: nobody of the restaurant has said that they know
create index payments_with_problems on payments (restaurant_id) where problem is not null and problem_seen_at is null;
-- The report of payments reads the movements of some days.
create index payment_movements_by_time on payment_movements (restaurant_id, at);
