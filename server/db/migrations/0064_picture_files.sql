-- expand: bytes of pictures and photos may be in a bucket, and their rows name the file
alter table pictures
  alter column bytes drop not null,                -- null: in the bucket, as are its sizes
  add column file text,                            -- its name there, after the restaurant's id: SHA-256 of the bytes and the id of the upload
  add constraint pictures_somewhere_check check (bytes is not null or file is not null) not valid;
create index pictures_in_bucket on pictures (restaurant_id) where file is not null;

alter table delivery_photos
  alter column bytes drop not null,
  add column file text,
  add constraint delivery_photos_somewhere_check check (bytes is not null or file is not null) not valid;
create index delivery_photos_in_bucket on delivery_photos (restaurant_id) where file is not null;

alter table order_problem_photos
  alter column bytes drop not null,
  add column file text,
  add constraint order_problem_photos_somewhere_check check (bytes is not null or file is not null) not valid;
create index order_problem_photos_in_bucket on order_problem_photos (restaurant_id) where file is not null;

-- Files of the bucket that no row names, until they are removed there. It outlives the restaurant, so it has no restaurant_id.
create table unused_files (
  prefix      text collate "C" primary key,        -- 'restaurant/file/', or 'restaurant/' for all files of an erased one
  since       timestamptz not null default now(),
  why         text not null check (why in ('upload', 'replaced', 'erased')),   -- 'upload': its row is still to be written
  is_leaving  boolean not null default false       -- being removed: too late for its row
);

-- Programs of before remove such rows as well.
create function note_unused_file() returns trigger language plpgsql as $$
begin
  if old.file is not null and (tg_op = 'DELETE' or new.file is distinct from old.file) then
    insert into unused_files (prefix, why) values (old.restaurant_id || '/' || old.file || '/', tg_argv[0])
    on conflict (prefix) do update set since = excluded.since, why = excluded.why;
  end if;
  return null;
end
$$;
create trigger note_unused_file after update of file or delete on pictures
  for each row execute function note_unused_file('replaced');
create trigger note_unused_file after update of file or delete on delivery_photos
  for each row execute function note_unused_file('erased');
create trigger note_unused_file after update of file or delete on order_problem_photos
  for each row execute function note_unused_file('erased');
