-- The numbers of two outlets are told apart by a letter in front of them: D-5 is another order than M-5.

-- '' as long as the restaurant has one outlet; given with the second one, and never changed: printed names stay true.
alter table outlets add column order_prefix text not null default '';
-- That of the outlet when the order was placed. The specification's order number stays as it is beside it.
alter table orders add column order_prefix text not null default '';

-- A letter of the name that no other outlet of the restaurant has, an initial if possible; else any letter, then any two. I and O are
-- read as digits. When all are taken, one is used again.
create function choose_order_prefix(restaurant uuid, outlet_name text) returns text language sql stable as $$
  with spelling (words) as (select upper(search_key(outlet_name))),
  letters (letter) as (select chr(code) from generate_series(ascii('A'), ascii('Z')) as code where chr(code) not in ('I', 'O')),
  ranked (prefix, rank) as (
    select letter, case
      when words ~ ('(^|[^A-Z])' || letter) then regexp_instr(words, '(^|[^A-Z])' || letter)
      when position(letter in words) > 0 then 1000 + position(letter in words)
      else 2000 end
    from letters cross join spelling
    union all
    select one.letter || other.letter, 3000 from letters as one cross join letters as other
  )
  select prefix from ranked
  order by exists (select from outlets where restaurant_id = restaurant and order_prefix = prefix), rank, prefix
  limit 1
$$;

-- The restaurant's row is locked already, by the trigger `lock_menu` of the same statement: two new outlets do not choose one letter.
create function give_order_prefixes() returns trigger language plpgsql as $$
declare
  nameless record;
begin
  if exists (select from outlets where restaurant_id = new.restaurant_id and id <> new.id and deleted_at is null) then
    for nameless in
      select id, name from outlets
      where restaurant_id = new.restaurant_id and order_prefix = '' and deleted_at is null
      order by created_at, id
    loop
      update outlets set order_prefix = choose_order_prefix(restaurant_id, name)
      where restaurant_id = new.restaurant_id and id = nameless.id;
    end loop;
  end if;
  return null;
end
$$;
create trigger give_order_prefixes after insert on outlets for each row execute function give_order_prefixes();

do $$
declare
  nameless record;
begin
  for nameless in
    select restaurant_id, id, name from outlets as own
    where deleted_at is null and exists (
      select from outlets where restaurant_id = own.restaurant_id and id <> own.id and deleted_at is null)
    order by restaurant_id, created_at, id
  loop
    update outlets set order_prefix = choose_order_prefix(restaurant_id, name)
    where restaurant_id = nameless.restaurant_id and id = nameless.id;
  end loop;
end
$$;
-- Only what is at work is listed together; what is done keeps the name that it was called by.
update orders set order_prefix = outlets.order_prefix from outlets
where outlets.restaurant_id = orders.restaurant_id and outlets.id = orders.outlet_id and outlets.order_prefix <> ''
  and orders.status in ('New', 'Confirmed', 'Ready');
