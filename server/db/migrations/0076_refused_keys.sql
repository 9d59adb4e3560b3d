-- expand: the gateway that refuses the keys of an account, a column of payment_gateways
--
-- Null: it takes them, or has not been asked. A server of before stores other keys without emptying it; the next answer of the gateway does.
alter table payment_gateways add column refused_since timestamptz;   -- the first call that it refused
