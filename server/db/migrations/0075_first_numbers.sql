-- expand: the first order of a new outlet is number 101; another default of outlets.last_order_number
--
-- A number 1 tells each guest who gets it that nobody has ordered before. Outlets that are there already go on from their own numbers.
alter table outlets alter column last_order_number set default 100;
