-- Facts of this database as a whole, in one row.
create table installation (
  is_only             boolean primary key default true check (is_only),
  secret_fingerprint  bytea not null               -- HMAC of a constant with the server's secret: a start with another one is refused
);
