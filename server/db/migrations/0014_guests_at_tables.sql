-- Guests at a table order without a number where the outlet does not ask for one (decision 54), and the site names the restaurant and
-- its addresses in the guest's language.

-- null: a guest who ordered at a table and gave none. Such guests have nothing in common that a unique key could find.
alter table customers alter column phone drop not null;

-- Whether guests at its tables sign in with their number before they order.
alter table outlets add column asks_phone_at_tables boolean not null default false;

-- The guest of the session has given no number: it orders at tables alone.
alter table sessions add column is_without_phone boolean not null default false;

alter table restaurants add column name_translations jsonb not null default '{}';
alter table outlets
  add column address_location_translations jsonb not null default '{}',
  add column address_area_translations     jsonb not null default '{}';
