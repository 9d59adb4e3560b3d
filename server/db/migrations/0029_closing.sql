-- A restaurant that its owner has closed: nobody orders from it, for 30 days it can be opened again, and then all of it is erased.

alter table restaurants
  add column closed_at      timestamptz,                 -- null: open
  add column erase_at       timestamptz,                 -- until then it can be opened again
  add column erasing_since  timestamptz,                 -- from then on there is no way back
  add constraint restaurants_closed_for_a_time check (
    (closed_at is null) = (erase_at is null) and coalesce(erase_at >= closed_at + interval '720 hours', true)),
  add constraint restaurants_erased_when_due check (
    erasing_since is null or (erase_at is not null and erasing_since >= erase_at));
create index restaurants_to_erase on restaurants (erase_at) where erase_at is not null;

create function closing_in_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.erasing_since is null then
      raise exception 'A restaurant goes when it is being erased, and in no other way';
    end if;
    return old;
  end if;
  if old.erasing_since is not null
    and (new.closed_at, new.erase_at, new.erasing_since) is distinct from (old.closed_at, old.erase_at, old.erasing_since) then
    raise exception 'A restaurant that is being erased stays closed';
  end if;
  if old.erasing_since is null and new.erasing_since is not null
    and (old.closed_at is null or (new.closed_at, new.erase_at) is distinct from (old.closed_at, old.erase_at)) then
    raise exception 'A restaurant is closed before it is erased';
  end if;
  return new;
end
$$;
create trigger closing_in_order before delete or update of closed_at, erase_at, erasing_since on restaurants
  for each row execute function closing_in_order();

-- The record of a restaurant goes with it, also piece by piece while it is being erased.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from restaurants where id = old.restaurant_id and erasing_since is null) then
    return old;
  end if;
  raise exception 'The record of a restaurant is only ever added to';
end
$$;

-- Whether it is closed is a part of what it sells.
drop trigger menu_version on restaurants;
create trigger menu_version before update of currency, charge_options, status, closed_at on restaurants
  for each row execute function terms_changed();

-- Whoever closes a restaurant holds its outlets, which an order takes before it is written: it is counted then, or it ends here.
create function refuse_order_of_closed() returns trigger language plpgsql as $$
begin
  if exists (select from restaurants where id = new.restaurant_id and closed_at is not null) then
    raise exception 'The restaurant is closed' using errcode = 'OM001';
  end if;
  return new;
end
$$;
create trigger not_of_closed before insert or update of status on orders
  for each row when (new.status in ('New', 'Confirmed', 'Ready')) execute function refuse_order_of_closed();

-- Addresses of restaurants that were erased: for some time nobody else gets them, because printed codes still lead there. Of the
-- restaurant itself nothing can be read from it.
create table retired_slugs (
  slug_hash  bytea primary key,                          -- SHA-256
  free_at    timestamptz not null
);

-- Claimed by nobody, which whoever claims it finds out.
create function slug_is_retired() returns trigger language plpgsql as $$
begin
  if exists (select from retired_slugs where slug_hash = sha256(convert_to(new.slug, 'UTF8'))) then
    return null;
  end if;
  return new;
end
$$;
create trigger slug_is_retired before insert on restaurant_slugs for each row execute function slug_is_retired();
