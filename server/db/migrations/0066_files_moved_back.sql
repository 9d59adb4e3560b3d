-- expand: a file whose bytes came back into its row stays as long as backups name it, and a failed upload is told from one on its way
alter table unused_files
  drop constraint unused_files_why_check,
  add constraint unused_files_why_check check (why in ('upload', 'failed', 'replaced', 'erased'));   -- 'failed': not under way, and may be there in part

-- The trigger's argument says why the file of a row that is deleted, or that gets other bytes, is unused. The name of a file begins with the hash
-- of its bytes: one whose row has the same bytes elsewhere, moved back or sent again, is read by a restored backup. Photos whose bytes go take
-- along the files that their row had of them before it was moved.
create or replace function note_unused_file() returns trigger language plpgsql as $$
declare
  had text;
  has text;
begin
  if tg_argv[0] = 'erased' then
    had := coalesce(encode(sha256(old.bytes), 'hex'), split_part(old.file, '.', 1));
    if tg_op = 'UPDATE' then
      has := coalesce(encode(sha256(new.bytes), 'hex'), split_part(new.file, '.', 1));
    end if;
  end if;
  if old.file is not null and (tg_op = 'DELETE' or new.file is distinct from old.file) then
    insert into unused_files (prefix, why)
    values (
      old.restaurant_id || '/' || old.file || '/',
      case when has = split_part(old.file, '.', 1) then 'replaced' else tg_argv[0] end)
    on conflict (prefix) do update set since = excluded.since, why = excluded.why;
  end if;
  if had is distinct from has then
    update unused_files set why = 'erased', since = now()
    where prefix >= old.restaurant_id || '/' || had || '.' and prefix < old.restaurant_id || '/' || had || '/' and why = 'replaced';
  end if;
  return null;
end
$$;
