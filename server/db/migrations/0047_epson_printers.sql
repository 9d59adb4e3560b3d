-- expand: printers by Epson's Server Direct Print, a third kind of printers
alter table printers
  drop constraint printers_kind_check,
  add constraint printers_kind_check check (kind in ('cloudprnt', 'epson', 'escpos'));
