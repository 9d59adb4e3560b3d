-- expand: orders keep what was declared of allergens and diets; two columns of order_lines, two of order_line_options
--
-- Null: nothing was declared, or nobody wrote it down yet.
alter table order_lines
  add column allergens text[],
  add column diets     text[];
alter table order_line_options
  add column allergens text[],
  add column diets     text[];

-- Batches write them as well. The function keeps the rest of what it is by now: it is renewed from its own text, in which each list of
-- columns stands twice.
do $$
declare
  source text := pg_get_functiondef('write_orders(uuid[], jsonb)'::regprocedure);
  lines text := regexp_replace(source, 'total_minor, note, guest_name, made_at, recalled_at\M', '\& , allergens, diets', 'g');
  options text := regexp_replace(lines, 'name_translations, price_minor\M', '\& , allergens, diets', 'g');
begin
  if length(options) <> length(source) + 4 * length(' , allergens, diets') then
    raise exception 'write_orders has other columns than this migration knows';
  end if;
  execute options;
end
$$;

-- Allergens are a term of an order: servers that remember those of an earlier menu read them anew, as they do for the columns that the
-- triggers have by now.
do $$
declare
  columns text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_trigger
    join pg_attribute on attrelid = tgrelid and attnum = any (tgattr)
    where tgrelid = 'items'::regclass and tgname = 'renew_menu_version');
begin
  drop trigger lock_menu on items;
  drop trigger renew_menu_version on items;
  perform add_menu_triggers('items', columns || ', allergens, diets');
end
$$;
