-- expand: when the company last confirmed a person, for PINs; links that go with the membership
--
-- The provider last said yes to the person, at a sign-in or when a session was checked; null: when the link was made.
alter table company_links add column confirmed_at timestamptz;

-- A link of somebody who was removed opened nothing, stood in the list of linked people, and counted again should they come back.
delete from company_links where not exists (
  select from memberships
  where memberships.restaurant_id = company_links.restaurant_id and memberships.user_id = company_links.user_id
);
alter table company_links add constraint company_links_of_members
  foreign key (restaurant_id, user_id) references memberships (restaurant_id, user_id) on delete cascade;
