-- expand: the stamps of a call that is sent again are given once; a column of stamp_movements
--
-- No index is unique with it: the key is looked for with the card locked.
alter table stamp_movements add column request_key text;   -- the Idempotency-Key of the person who corrected the card
