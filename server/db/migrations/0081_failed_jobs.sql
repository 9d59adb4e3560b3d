-- expand, outside a transaction: the failed tickets of a printer, which every page counts while a printer prints by itself
create index concurrently if not exists print_jobs_failed on print_jobs (restaurant_id, printer_id, created_at) where state = 'failed';
