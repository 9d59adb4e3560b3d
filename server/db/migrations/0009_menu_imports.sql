-- What an import of a menu did, and how it is taken back: the ids of what it made, what was before of what it changed.

create table menu_imports (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  id             uuid not null,
  menu_id        uuid not null,
  menu_name      text not null,
  file_name      text not null,
  imported_by    text not null,                    -- the name of a person, as it was then
  counts         jsonb not null,                   -- what was added, changed and left, as it was told
  undo           jsonb not null,
  state_after    text not null,                    -- a digest of all it made and changed: it is undone only while that holds
  imported_at    timestamptz not null,
  undone_at      timestamptz,
  primary key (restaurant_id, id)
);
create index menu_imports_by_time on menu_imports (restaurant_id, imported_at desc);

alter table menu_imports enable row level security;
alter table menu_imports force row level security;
create policy of_restaurant on menu_imports
  using (restaurant_id = (select nullif(current_setting('app.restaurant_id', true), '')::uuid)
    or (select current_setting('app.platform', true)) = 'on');
