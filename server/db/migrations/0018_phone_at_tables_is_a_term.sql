-- Whether guests at its tables sign in with their number is a term of an outlet's orders, so a change of it renews the menu's version:
-- otherwise servers that remember the terms take orders without a number until the menu changes for another reason.
drop trigger lock_menu on outlets;
drop trigger renew_menu_version on outlets;
select add_menu_triggers('outlets', 'name, time_zone, is_active, tax_rate_bp, tax_inclusive, deleted_at, auto_reject_minutes,
  refuses_unattended, takes_same_date, takes_next_date, asks_phone_at_tables');
