-- How a restaurant looks to its guests, and an address that can be changed without breaking a link.

-- When its people last said how it looks: a colour that was never chosen is the product's own.
alter table restaurants add column branded_at timestamptz;
update restaurants set branded_at = updated_at where logo_hash is not null or cover_hash is not null;

-- Every address a restaurant has ever had, the present one included. It stays that restaurant's: links and printed QR codes with
-- an old one lead to the new one for ever. The key is the slug alone, because an address is looked up before anybody knows whose
-- it is; so anybody may read this table, and a restaurant writes for itself alone.
create table restaurant_slugs (
  restaurant_id  uuid not null references restaurants (id) on delete cascade deferrable initially deferred,
  slug           text primary key,
  taken_at       timestamptz not null
);
create index restaurant_slugs_by_restaurant on restaurant_slugs (restaurant_id, taken_at);
insert into restaurant_slugs (restaurant_id, slug, taken_at) select id, slug, created_at from restaurants;

alter table restaurant_slugs enable row level security;
alter table restaurant_slugs force row level security;
create policy anybody_reads on restaurant_slugs for select using (true);
create policy of_restaurant on restaurant_slugs
  using (restaurant_id = (select nullif(current_setting('app.restaurant_id', true), '')::uuid)
    or (select current_setting('app.platform', true)) = 'on');

-- Whoever gives a restaurant its address claims it here first; this holds for those who do not.
create function slug_is_own() returns trigger language plpgsql as $$
begin
  insert into restaurant_slugs (restaurant_id, slug, taken_at) values (new.id, new.slug, new.updated_at) on conflict do nothing;
  if not exists (select from restaurant_slugs where slug = new.slug and restaurant_id = new.id) then
    raise unique_violation using message = 'This address is or was that of another restaurant';
  end if;
  return null;
end
$$;

create trigger slug_is_own after insert or update of slug on restaurants
  for each row execute function slug_is_own();
