-- Guests are told in their own language that their order was cancelled, and why.

-- The language of the site when the order was placed; null: the order did not say, and the restaurant's own is used.
alter table orders add column language text check (language in ('en', 'ar'));

-- The reasons that Order Manager offers and gives itself were stored as English sentences. They are codes now, worded where they are
-- read; what staff typed stays as it is.
create function reason_code(reason text) returns text language sql immutable as $$
  select case reason
    when 'Item unavailable' then 'item_unavailable'
    when 'Too busy' then 'too_busy'
    when 'Closing early' then 'closing_early'
    when 'Other' then 'other'
    when 'The restaurant did not answer in time' then 'not_accepted'
    else reason
  end
$$;
update orders set cancel_reason = reason_code(cancel_reason) where cancel_reason <> reason_code(cancel_reason);
update order_status_changes set reason = reason_code(reason) where reason <> reason_code(reason);
drop function reason_code(text);

-- An erased guest has no name; the screens word that.
update orders set customer_name = '' where customer_name = 'Deleted guest' and customer_phone = '';
update order_status_changes set actor_name = '' where actor_name = 'Deleted guest' and actor_kind = 'customer' and actor_id is null;
