-- expand: a file whose bytes came back into its row stays as long as backups name it, and a failed upload is told from one on its way
alter table unused_files
  drop constraint unused_files_why_check,
  add constraint unused_files_why_check check (why in ('upload', 'failed', 'replaced', 'erased'));   -- 'failed': parts of it may still arrive

-- The trigger's argument says why the file of a row that is deleted, or that gets other bytes, is unused. Bytes that were moved back are those
-- of the file, whose name begins with their hash: that row still has them, and a restored backup reads them from the file.
create or replace function note_unused_file() returns trigger language plpgsql as $$
declare
  same text;
begin
  if old.file is not null and (tg_op = 'DELETE' or new.file is distinct from old.file) then
    insert into unused_files (prefix, why)
    values (
      old.restaurant_id || '/' || old.file || '/',
      case when tg_op = 'UPDATE' and encode(sha256(new.bytes), 'hex') = split_part(old.file, '.', 1) then 'replaced' else tg_argv[0] end)
    on conflict (prefix) do update set since = excluded.since, why = excluded.why;
  end if;
  -- A photo that was moved back takes the file that it had along.
  if tg_argv[0] = 'erased' and old.bytes is not null and (tg_op = 'DELETE' or new.bytes is distinct from old.bytes and new.file is null) then
    same := old.restaurant_id || '/' || encode(sha256(old.bytes), 'hex');
    update unused_files set why = 'erased', since = now()
    where prefix >= same || '.' and prefix < same || '/' and why = 'replaced';
  end if;
  return null;
end
$$;
