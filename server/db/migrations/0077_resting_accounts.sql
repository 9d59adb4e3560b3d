-- expand: the rest of accounts whose people were removed before removals were dated begins now
update users set updated_at = now()
where user_type = 'merchant' and not exists (select from memberships where memberships.user_id = users.id);
