-- expand: guests at a table pay portions of a line, and an outlet takes online payments by mode
--
-- A server of before takes a line of which portions are paid as paid whole: nobody pays it twice.
alter table payment_lines
  add column portions integer[];                    -- counted from 0; null: all portions of the line
alter table outlet_modes
  add column takes_online boolean not null default true;   -- where the restaurant has connected a gateway
