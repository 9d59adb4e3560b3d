import type { DeliveryAreaId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

export type AreaRow = Awaited<ReturnType<typeof listAreas>>[number];

export const areaColumns = [
  'id',
  'outlet_id',
  'name',
  'name_translations',
  'minimum_minor',
  'fee_minor',
  'shape',
  'fee_tiers',
  'free_from_minor',
  'delivery_minutes',
] as const;

function selectAreas(tx: Tx, restaurantId: RestaurantId) {
  return tx
    .selectFrom('delivery_areas')
    .select(areaColumns)
    .where('restaurant_id', '=', restaurantId)
    .where('deleted_at', 'is', null);
}

/** The areas of one outlet, in the merchant's order. */
export function listAreas(tx: Tx, restaurantId: RestaurantId, outletId: OutletId) {
  return selectAreas(tx, restaurantId).where('outlet_id', '=', outletId).orderBy('position').orderBy('id').execute();
}

/** The areas of all outlets, each outlet's in the merchant's order. */
export function listAllAreas(tx: Tx, restaurantId: RestaurantId) {
  return selectAreas(tx, restaurantId).orderBy('position').orderBy('id').execute();
}

export async function findArea(tx: Tx, restaurantId: RestaurantId, areaId: DeliveryAreaId): Promise<AreaRow | null> {
  return (await selectAreas(tx, restaurantId).where('id', '=', areaId).executeTakeFirst()) ?? null;
}

/** @throws request.not_found */
export async function getArea(tx: Tx, restaurantId: RestaurantId, areaId: DeliveryAreaId): Promise<AreaRow> {
  const area = await findArea(tx, restaurantId, areaId);
  if (area === null) throw new Refusal('request.not_found');
  return area;
}
