-- What a restaurant's phone codes may cost (R16): the countries whose numbers get them, and how many a day.

alter table restaurants
  add column code_countries text[],                -- ISO 3166 alpha-2; null: all
  add column codes_per_day integer not null default 1000 check (codes_per_day between 0 and 20000);
