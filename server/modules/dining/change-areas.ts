import { fieldProblem } from '#contract/base/field-problems.ts';
import type { DiningAreaId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { isDuplicate } from '#server/db/is-duplicate.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { lockOutlet, requireOutlet } from '#server/modules/outlets/queries.ts';
import { areaColumns, type AreaRow, listAreas } from './queries.ts';

/**
 * Renames the area with this id, or adds an area to the outlet with this id.
 * @throws request.not_found, table.area_name_taken, table.too_many_areas
 */
export async function saveArea(
  tx: Tx,
  restaurantId: RestaurantId,
  id: OutletId | DiningAreaId,
  name: string,
  at: Date,
): Promise<{ area: AreaRow; isNew: boolean }> {
  const known = await findArea(tx, restaurantId, id as DiningAreaId);
  const isNew = known === null || known.deleted_at !== null;
  const write = isNew
    ? insertArea(tx, restaurantId, id as OutletId, name, at)
    : renameArea(tx, restaurantId, known, name);
  const area = await write.catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
    throw new Refusal('table.area_name_taken', undefined, { name: fieldProblem('table.area_name_taken') });
  });
  await appendOutletChanged(tx, restaurantId, area, at);
  return { area, isNew };
}

/**
 * Deletes an area. Its tables keep the reference, and are in it again after a restore.
 * @throws request.not_found
 */
export async function deleteArea(tx: Tx, restaurantId: RestaurantId, id: DiningAreaId, at: Date): Promise<void> {
  const known = await findArea(tx, restaurantId, id);
  if (known === null || known.deleted_at !== null) throw new Refusal('request.not_found');
  await requireOutlet(tx, restaurantId, known.outlet_id, 'merchant');
  await appendOutletChanged(tx, restaurantId, await setDeleted(tx, restaurantId, id, at), at);
}

/**
 * Brings a deleted area back; an area that is not deleted stays as it is.
 * @throws request.not_found, table.area_restore_conflict when another area has its name by now, table.too_many_areas
 */
export async function restoreArea(tx: Tx, restaurantId: RestaurantId, id: DiningAreaId, at: Date): Promise<AreaRow> {
  const known = await findArea(tx, restaurantId, id);
  if (known === null || (await lockOutlet(tx, restaurantId, known.outlet_id)) === null) {
    throw new Refusal('request.not_found');
  }
  if (known.deleted_at !== null) {
    await requireRoom(tx, restaurantId, known.outlet_id);
    await setDeleted(tx, restaurantId, id, null).catch((error: unknown) => {
      throw isDuplicate(error) ? new Refusal('table.area_restore_conflict', { name: known.name }) : error;
    });
  }
  await appendOutletChanged(tx, restaurantId, known, at);
  return known;
}

async function findArea(tx: Tx, restaurantId: RestaurantId, id: DiningAreaId) {
  const area = await tx
    .selectFrom('dining_areas')
    .select([...areaColumns, 'deleted_at'])
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return area ?? null;
}

async function insertArea(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
  name: string,
  at: Date,
): Promise<AreaRow> {
  if ((await lockOutlet(tx, restaurantId, outletId)) === null) throw new Refusal('request.not_found');
  await requireRoom(tx, restaurantId, outletId);
  const { last } = await tx
    .selectFrom('dining_areas')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('restaurant_id', '=', restaurantId)
    .where('outlet_id', '=', outletId)
    .executeTakeFirstOrThrow();
  return tx
    .insertInto('dining_areas')
    .values({
      restaurant_id: restaurantId,
      id: newId<DiningAreaId>(),
      outlet_id: outletId,
      name,
      position: (last ?? -1) + 1,
      created_at: at,
      deleted_at: null,
    })
    .returning(areaColumns)
    .executeTakeFirstOrThrow();
}

async function renameArea(tx: Tx, restaurantId: RestaurantId, { id, outlet_id }: AreaRow, name: string) {
  await requireOutlet(tx, restaurantId, outlet_id, 'merchant');
  const renamed = await tx
    .updateTable('dining_areas')
    .set({ name })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(areaColumns)
    .executeTakeFirst();
  if (renamed === undefined) throw new Refusal('request.not_found');
  return renamed;
}

function appendOutletChanged(tx: Tx, restaurantId: RestaurantId, area: AreaRow, at: Date) {
  return appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId: area.outlet_id } }, at);
}

function setDeleted(tx: Tx, restaurantId: RestaurantId, id: DiningAreaId, at: Date | null): Promise<AreaRow> {
  return tx
    .updateTable('dining_areas')
    .set({ deleted_at: at })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .returning(areaColumns)
    .executeTakeFirstOrThrow();
}

async function requireRoom(tx: Tx, restaurantId: RestaurantId, outletId: OutletId): Promise<void> {
  const most = limits.diningAreasMax;
  if ((await listAreas(tx, restaurantId, outletId)).length >= most) {
    throw new Refusal('table.too_many_areas', { most });
  }
}
