/** The room that an outlet has for zones, all of which are read with a basket that has a pin or a postcode. */
import { sql } from 'kysely';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { lockOutlet } from '#server/modules/outlets/queries.ts';

/** @throws area.too_many_zones where a further zone has no room. */
export async function requireRoomForZone(tx: Tx, restaurantId: RestaurantId, outletId: OutletId): Promise<void> {
  const most = limits.zonesPerOutletMax;
  const { count } = await tx
    .selectFrom('delivery_areas')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('restaurant_id', '=', restaurantId)
    .where('outlet_id', '=', outletId)
    .where('deleted_at', 'is', null)
    .where('shape', 'is not', null)
    .executeTakeFirstOrThrow();
  if (count >= most) throw new Refusal('area.too_many_zones', { most });
}

/**
 * Makes a change of the zones of an outlet. One that has had too many points since before there was a limit may keep or lose some.
 * @throws request.not_found, area.too_many_points where they are too many afterwards, and more than before.
 */
export async function changeZones<Changed>(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
  change: () => Promise<Changed>,
): Promise<Changed> {
  if ((await lockOutlet(tx, restaurantId, outletId)) === null) throw new Refusal('request.not_found');
  const before = await countPoints(tx, restaurantId, outletId);
  const changed = await change();
  const after = await countPoints(tx, restaurantId, outletId);
  const most = limits.outletZonePointsMax;
  if (after > most && after > before) throw new Refusal('area.too_many_points', { most });
  return changed;
}

async function countPoints(tx: Tx, restaurantId: RestaurantId, outletId: OutletId): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(jsonb_array_length(ring)), 0)::int as points
    from delivery_areas, jsonb_array_elements(shape -> 'rings') ring
    where restaurant_id = ${restaurantId} and outlet_id = ${outletId} and deleted_at is null`.execute(tx);
  return rows[0]!.points;
}
