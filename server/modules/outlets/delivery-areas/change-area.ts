import { fieldProblem } from '#contract/base/field-problems.ts';
import type { DeliveryAreaId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { type Currency, fromMajor, type MinorUnits, MoneyError, ZERO } from '#contract/base/money.ts';
import type { DeliveryAreaChanges } from '#contract/outlets/delivery-areas.ts';
import type { FeeTier } from '#server/db/schema/outlets.ts';
import { isDuplicate } from '#server/db/is-duplicate.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { lockOutlet, requireOutlet } from '#server/modules/outlets/queries.ts';
import type { AuditContext } from '#server/modules/staff/audit-log/append-audit.ts';
import { auditArea, auditSavedArea } from './audit-area.ts';
import { areaColumns, type AreaRow, findArea } from './queries.ts';
import { changeZones, requireRoomForZone } from './room-for-zones.ts';

/**
 * Changes the given fields of the area with this id, or adds an area to the outlet with this id (core-setup 7).
 * @throws request.not_found, request.invalid for a new one without name or minimum, area.name_taken, area.too_many, area.too_many_zones,
 * area.too_many_points.
 */
export async function saveArea(
  tx: Tx,
  by: AuditContext,
  id: OutletId | DeliveryAreaId,
  changes: DeliveryAreaChanges,
  currency: Currency,
  at: Date,
): Promise<{ area: AreaRow; isNew: boolean }> {
  const { restaurantId } = by;
  const known = await findArea(tx, restaurantId, id as DeliveryAreaId);
  const outletId = known?.outlet_id ?? (id as OutletId);
  const write = () => writeArea(tx, by, known ?? outletId, changes, currency, at);
  const area = changes.shape ? await changeZones(tx, restaurantId, outletId, write) : await write();
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId } }, at);
  return { area, isNew: known === null };
}

/** Changes an area, or adds one to an outlet, without the event, which comes once for several areas, after all their entries in the audit log. */
export async function writeArea(
  tx: Tx,
  by: AuditContext,
  target: AreaRow | OutletId,
  changes: DeliveryAreaChanges,
  currency: Currency,
  at: Date,
): Promise<AreaRow> {
  const { restaurantId } = by;
  const write =
    typeof target === 'string'
      ? insertArea(tx, restaurantId, target, changes, currency, at)
      : updateArea(tx, restaurantId, target, changes, currency);
  const area = await write.catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
    throw new Refusal('area.name_taken', undefined, { areaName: fieldProblem('area.name_taken') });
  });
  const before = typeof target === 'string' ? null : target;
  await auditSavedArea(tx, by, { before, after: area, currency }, at);
  return area;
}

/** @throws request.not_found */
export async function deleteArea(tx: Tx, by: AuditContext, areaId: DeliveryAreaId, at: Date): Promise<void> {
  const { restaurantId } = by;
  const deleted = await tx
    .updateTable('delivery_areas')
    .set({ deleted_at: at })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', areaId)
    .where('deleted_at', 'is', null)
    .returning(['outlet_id', 'name'])
    .executeTakeFirst();
  if (deleted === undefined) throw new Refusal('request.not_found');
  await requireOutlet(tx, restaurantId, deleted.outlet_id, 'merchant');
  await auditArea(tx, by, 'area.deleted', deleted, at);
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId: deleted.outlet_id } }, at);
}

/**
 * Brings a deleted area back; an area that is not deleted stays as it is.
 * @throws request.not_found, area.restore_conflict when another has its name by now, area.too_many, area.too_many_zones,
 * area.too_many_points.
 */
export async function restoreArea(tx: Tx, by: AuditContext, areaId: DeliveryAreaId, at: Date): Promise<AreaRow> {
  const { restaurantId } = by;
  const found = await tx
    .selectFrom('delivery_areas')
    .select(['outlet_id', 'name', 'shape'])
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', areaId)
    .executeTakeFirst();
  if (found === undefined || (await lockOutlet(tx, restaurantId, found.outlet_id)) === null) {
    throw new Refusal('request.not_found');
  }
  const present = await findArea(tx, restaurantId, areaId);
  if (present !== null) return present;
  await requireRoom(tx, restaurantId, found.outlet_id);
  if (found.shape !== null) await requireRoomForZone(tx, restaurantId, found.outlet_id);
  const bringBack = () =>
    tx
      .updateTable('delivery_areas')
      .set({ deleted_at: null })
      .where('restaurant_id', '=', restaurantId)
      .where('id', '=', areaId)
      .returning(areaColumns)
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        throw isDuplicate(error) ? new Refusal('area.restore_conflict', { name: found.name }) : error;
      });
  const restored = await changeZones(tx, restaurantId, found.outlet_id, bringBack);
  await auditArea(tx, by, 'area.restored', restored, at);
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId: found.outlet_id } }, at);
  return restored;
}

async function insertArea(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
  changes: DeliveryAreaChanges,
  currency: Currency,
  at: Date,
): Promise<AreaRow> {
  if ((await lockOutlet(tx, restaurantId, outletId)) === null) throw new Refusal('request.not_found');
  const { areaName, minBasketValue } = changes;
  if (areaName === undefined || minBasketValue === undefined) {
    throw new Refusal('request.invalid', undefined, {
      ...(areaName === undefined ? { areaName: required } : {}),
      ...(minBasketValue === undefined ? { minBasketValue: required } : {}),
    });
  }
  await requireRoom(tx, restaurantId, outletId);
  if (changes.shape) await requireRoomForZone(tx, restaurantId, outletId);
  return tx
    .insertInto('delivery_areas')
    .values({
      restaurant_id: restaurantId,
      id: newId<DeliveryAreaId>(),
      outlet_id: outletId,
      fee_minor: ZERO,
      shape: null,
      free_from_minor: null,
      delivery_minutes: null,
      name: areaName,
      minimum_minor: amountOf('minBasketValue', minBasketValue, currency),
      ...columnsOf(changes, currency),
      position: await nextPosition(tx, restaurantId, outletId),
      created_at: at,
      deleted_at: null,
    })
    .returning(areaColumns)
    .executeTakeFirstOrThrow();
}

/** @throws request.not_found also when the area was deleted while this change waited for another one. */
async function updateArea(
  tx: Tx,
  restaurantId: RestaurantId,
  { id, outlet_id, shape }: AreaRow,
  changes: DeliveryAreaChanges,
  currency: Currency,
): Promise<AreaRow> {
  await requireOutlet(tx, restaurantId, outlet_id, 'merchant');
  if (changes.shape && shape === null) {
    await lockOutlet(tx, restaurantId, outlet_id);
    await requireRoomForZone(tx, restaurantId, outlet_id);
  }
  const updated = await tx
    .updateTable('delivery_areas')
    .set({ ...columnsOf(changes, currency), deleted_at: null })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(areaColumns)
    .executeTakeFirst();
  if (updated === undefined) throw new Refusal('request.not_found');
  return updated;
}

/** The columns of the given fields. */
function columnsOf(changes: DeliveryAreaChanges, currency: Currency) {
  const { areaName, areaNameTranslations, minBasketValue, deliveryFee, shape, feeTiers, freeFrom, deliveryTime } =
    changes;
  return {
    ...(areaName === undefined ? {} : { name: areaName }),
    ...(areaNameTranslations === undefined ? {} : { name_translations: areaNameTranslations }),
    ...(minBasketValue === undefined ? {} : { minimum_minor: amountOf('minBasketValue', minBasketValue, currency) }),
    ...(deliveryFee === undefined ? {} : { fee_minor: amountOf('deliveryFee', deliveryFee, currency) }),
    ...(shape === undefined ? {} : { shape }),
    ...(feeTiers === undefined
      ? {}
      : {
          fee_tiers: JSON.stringify(
            feeTiers.map(({ upTo, fee }) => ({ upTo, fee: amountOf('feeTiers', fee, currency) }) satisfies FeeTier),
          ),
        }),
    ...(freeFrom === undefined
      ? {}
      : { free_from_minor: freeFrom === null ? null : amountOf('freeFrom', freeFrom, currency) }),
    ...(deliveryTime === undefined ? {} : { delivery_minutes: deliveryTime }),
  };
}

/** The position after all areas, including deleted ones. */
async function nextPosition(tx: Tx, restaurantId: RestaurantId, outletId: OutletId): Promise<number> {
  const { last } = await tx
    .selectFrom('delivery_areas')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('restaurant_id', '=', restaurantId)
    .where('outlet_id', '=', outletId)
    .executeTakeFirstOrThrow();
  return (last ?? -1) + 1;
}

const required = fieldProblem('required');

async function requireRoom(tx: Tx, restaurantId: RestaurantId, outletId: OutletId): Promise<void> {
  const most = limits.areasPerOutletMax;
  const { count } = await tx
    .selectFrom('delivery_areas')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('restaurant_id', '=', restaurantId)
    .where('outlet_id', '=', outletId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= most) throw new Refusal('area.too_many', { most });
}

type AmountField = 'minBasketValue' | 'deliveryFee' | 'feeTiers' | 'freeFrom';

/** @throws request.invalid when the currency has fewer decimals. */
function amountOf(field: AmountField, value: number, currency: Currency): MinorUnits {
  try {
    return fromMajor(value, currency);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw new Refusal('request.invalid', undefined, { [field]: fieldProblem('amount_invalid', { currency }) });
  }
}
