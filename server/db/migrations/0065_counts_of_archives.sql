-- expand: function count_order; a transaction that says so counts the orders that it inserts by itself
--
-- An archive brings the orders of years in one transaction, and each would change the row of its month: every version of that row stays until
-- the commit, and the next order passes all of them.
create or replace function count_order() returns trigger language plpgsql as $$
declare
  counted constant orders := coalesce(new, old);
begin
  if tg_op = 'INSERT' and current_setting('app.counts_later', true) = 'on' then
    return null;
  end if;
  if tg_op <> 'INSERT' and old.status in ('Completed', 'Cancelled') and not old.is_test then
    update order_counts set orders = orders - 1
    where restaurant_id = old.restaurant_id and outlet_id = old.outlet_id and mode = old.mode
      and payment_method = old.payment_method and status = old.status and platform = old.platform
      and (span, starts_on) in (('day', old.placed_on), ('month', date_trunc('month', old.placed_on)::date));
  end if;
  if tg_op <> 'DELETE' and new.status in ('Completed', 'Cancelled') and not new.is_test then
    insert into order_counts as known
    select new.restaurant_id, span, date_trunc(span, new.placed_on)::date, new.outlet_id, new.mode, new.payment_method, new.status,
      new.platform, 1
    from unnest(array['day', 'month']) as span
    on conflict (restaurant_id, span, starts_on, outlet_id, mode, payment_method, status, platform)
      do update set orders = known.orders + 1;
  end if;
  if not counted.is_test then
    insert into report_changes (restaurant_id, placed_on, outlet_id) values (counted.restaurant_id, counted.placed_on, counted.outlet_id);
  end if;
  return null;
end
$$;
