-- expand: a menu says when and how it is sold, and has a name in other languages for guests who read that; four columns of menus
--
-- Null: always, in every mode, at every outlet. The triggers of the menu cover all columns of the table.
alter table menus
  add column name_translations jsonb not null default '{}',
  add column sale_hours        jsonb,
  add column sale_modes        text[] check (sale_modes <@ array['delivery', 'pickup', 'dine-in']),
  add column sale_outlet_ids   uuid[];
