-- From how many portions on an item or a modifier is marked as low (features IN-09); null: as everything else.
alter table items add column low_stock integer check (low_stock >= 0);
