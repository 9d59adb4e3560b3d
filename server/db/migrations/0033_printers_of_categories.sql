-- expand: a printer of one station leaves out the dishes that are made elsewhere
alter table printers add column hidden_categories uuid[] not null default '{}';
