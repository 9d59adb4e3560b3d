import { sql } from 'kysely';
import type { DeliveryAreaId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { ZoneShape } from '#contract/outlets/zone-shape.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

export type AreaRow = Awaited<ReturnType<typeof listAreas>>[number];
export type CatalogueAreaRow = Awaited<ReturnType<typeof listCatalogueAreas>>[number];

const termColumns = [
  'id',
  'outlet_id',
  'name',
  'name_translations',
  'minimum_minor',
  'fee_minor',
  'fee_tiers',
  'free_from_minor',
  'delivery_minutes',
] as const;

export const areaColumns = [...termColumns, 'shape'] as const;

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

/** The areas of all outlets without their shapes, which may be hundreds of megabytes: guests ask for those of one outlet. */
export function listCatalogueAreas(tx: Tx, restaurantId: RestaurantId) {
  return tx
    .selectFrom('delivery_areas')
    .select(termColumns)
    .select(sql<ZoneShape['kind'] | null>`shape ->> 'kind'`.as('zone'))
    .where('restaurant_id', '=', restaurantId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
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
