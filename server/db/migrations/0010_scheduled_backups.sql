-- The server makes backups by itself, and warns when the last one is old. Null: none yet.
alter table installation add column backup_verified_at timestamptz;   -- when the newest backup that was read back was taken
