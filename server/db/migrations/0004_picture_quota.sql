-- How much a picture takes, in all its sizes, so that the space a restaurant has left is one cheap sum (R66).

alter table media add column kept_bytes integer;

-- This file writes rows of all restaurants.
select set_config('app.platform', 'on', true);
update media set kept_bytes = octet_length(bytes) + (
  select coalesce(sum(octet_length(sizes.bytes)), 0) from media_sizes sizes
  where sizes.restaurant_id = media.restaurant_id and sizes.hash = media.hash);

alter table media alter column kept_bytes set not null;
