-- An admin of the platform looks at a restaurant for an hour: a session of its own, which reads alone.

alter table sessions
  add column support_reason text,                        -- null: no support view
  add check (support_reason is null or (kind = 'user' and restaurant_id is not null));
create index sessions_of_support on sessions (restaurant_id) where support_reason is not null;
