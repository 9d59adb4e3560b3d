-- expand, outside a transaction: whether a courier company has deliveries
create index concurrently if not exists deliveries_of_company on deliveries (restaurant_id, company_id) where company_id is not null;
