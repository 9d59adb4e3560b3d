-- Ticket printers, which fetch what they are to print, and what waits for them.

create table printers (
  restaurant_id  uuid not null references restaurants (id) on delete cascade,
  id             uuid not null,
  outlet_id      uuid not null,
  name           text not null,
  kind           text not null check (kind in ('cloudprnt', 'escpos')),
  width          integer not null check (width in (32, 42, 48)),           -- characters in a line
  prints         text not null check (prints in ('arrival', 'acceptance', 'hand')),
  token_hash     bytea not null unique,            -- SHA-256 of the secret in the printer's address
  events_read    bigint not null,                  -- the last event whose order has been looked at for this printer
  mac            text,                             -- as the printer says
  status_code    integer,                          -- as the printer said last: 200, 410 ...
  last_seen_at   timestamptz,
  created_at     timestamptz not null,
  deleted_at     timestamptz,
  primary key (restaurant_id, id),
  foreign key (restaurant_id, outlet_id) references outlets (restaurant_id, id) on delete cascade
);
create index printers_by_outlet on printers (restaurant_id, outlet_id);

create table print_jobs (
  restaurant_id  uuid not null,
  id             uuid not null,
  printer_id     uuid not null,
  order_id       uuid,                             -- null: a test page
  reason         text not null check (reason in ('order', 'cancelled', 'restored', 'hand', 'test')),
  occasion       text not null,                    -- what there is one job for: 'order', 'cancelled 3' (the order's version), ...
  state          text not null default 'queued'
    check (state in ('queued', 'sent', 'printed', 'failed', 'expired', 'dropped')),
  tries          integer not null default 0,       -- how often the printer has fetched it
  sent_at        timestamptz,
  problem        integer,                          -- the printer's code for why it could not
  created_at     timestamptz not null,
  done_at        timestamptz,
  primary key (restaurant_id, id),
  unique (restaurant_id, printer_id, order_id, occasion),
  foreign key (restaurant_id, printer_id) references printers (restaurant_id, id) on delete cascade,
  foreign key (restaurant_id, order_id) references orders (restaurant_id, id) on delete cascade
);
create index print_jobs_waiting on print_jobs (restaurant_id, printer_id, created_at) where state in ('queued', 'sent');
create index print_jobs_by_order on print_jobs (restaurant_id, order_id);
create index print_jobs_by_age on print_jobs (created_at);

do $$
declare
  t text;
begin
  foreach t in array array['printers', 'print_jobs'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy of_restaurant on %I using (restaurant_id = (select nullif(current_setting(''app.restaurant_id'', true), '''')::uuid)'
      || ' or (select current_setting(''app.platform'', true)) = ''on'')', t);
  end loop;
end
$$;

-- When a printer last confirmed the order's ticket.
alter table orders add column printed_at timestamptz;
