-- expand: delivery areas with a shape, fees by distance and minutes of their own, and pins and postcodes of guests' addresses
--
-- An area without a shape is one that guests choose by its name, as before. Decision 84 has the form of a shape.
alter table delivery_areas
  add column shape jsonb,
  -- [{"upTo": metres from the kitchen, "fee": minor units}], rising; beyond the last one fee_minor holds.
  add column fee_tiers jsonb not null default '[]',
  -- The subtotal from which the delivery is free; null: never.
  add column free_from_minor bigint check (free_from_minor >= 0),
  -- Preparation and delivery together; null: those of the outlet.
  add column delivery_minutes integer check (delivery_minutes >= 0);

-- Both or none; null: the guest has set no pin.
alter table customer_addresses
  add column latitude double precision,
  add column longitude double precision,
  add column postcode text not null default '';
