-- expand: an id of the database, by which it knows the bucket of its pictures again
alter table installation
  add column id uuid not null default gen_random_uuid(),
  add column bucket_marked_at timestamptz;         -- when it first wrote its id into a bucket; null: none has it
