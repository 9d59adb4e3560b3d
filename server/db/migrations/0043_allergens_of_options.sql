-- expand: chosen options keep what was declared of allergens and diets; two columns of order_line_options
--
-- Null: nothing was declared, or nobody wrote it down yet. Those of the dishes follow in a migration of their own, so that no lock of one
-- large table waits for another.
alter table order_line_options
  add column allergens text[],
  add column diets     text[];
