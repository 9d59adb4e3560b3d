-- The languages that guests may read the site in. What is not translated is shown as it was written.
alter table restaurants add column site_languages text[] not null default '{en,ar}'
  check (cardinality(site_languages) > 0 and site_languages <@ array['en', 'ar']);
