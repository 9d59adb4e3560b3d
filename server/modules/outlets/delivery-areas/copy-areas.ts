import type { DeliveryAreaId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { listAreas } from './queries.ts';

/** Copies the areas of another outlet in their present order. */
export async function copyAreas(
  tx: Tx,
  restaurantId: RestaurantId,
  from: OutletId,
  to: OutletId,
  at: Date,
): Promise<void> {
  const areas = await listAreas(tx, restaurantId, from);
  if (areas.length === 0) return;
  await tx
    .insertInto('delivery_areas')
    .values(
      areas.map((area, position) => ({
        ...area,
        fee_tiers: JSON.stringify(area.fee_tiers),
        restaurant_id: restaurantId,
        id: newId<DeliveryAreaId>(),
        outlet_id: to,
        position,
        created_at: at,
        deleted_at: null,
      })),
    )
    .execute();
}
