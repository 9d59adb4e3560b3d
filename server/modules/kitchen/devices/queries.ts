import { type Selectable, sql } from 'kysely';
import type { DeviceId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { attends } from './device-state.ts';
import { namePushDevice } from './push-devices.ts';

export type DeviceRow = Selectable<Schema['devices']>;

/** The most recently heard first. */
export function listDevices(tx: Tx, restaurantId: RestaurantId): Promise<DeviceRow[]> {
  return tx
    .selectFrom('devices')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
}

/** The devices of several restaurants. */
export async function listDevicesOf(tx: Tx, restaurantIds: readonly RestaurantId[]): Promise<DeviceRow[]> {
  if (restaurantIds.length === 0) return [];
  return tx
    .selectFrom('devices')
    .selectAll()
    .where(sql<boolean>`restaurant_id = any(${restaurantIds}::uuid[])`)
    .execute();
}

/** Whether a person would hear or see an order of the outlet. */
export async function isAttended(tx: Tx, restaurantId: RestaurantId, outletId: OutletId, now: Date): Promise<boolean> {
  return (await listDevices(tx, restaurantId)).some((device) => attends(device, outletId, now));
}

export async function insertDevice(tx: Tx, device: DeviceRow): Promise<void> {
  await tx.insertInto('devices').values(device).execute();
}

export async function updateDevice(tx: Tx, { restaurant_id: restaurantId, id, ...said }: DeviceRow): Promise<void> {
  // A person chose the name, and no heartbeat sent before may undo that.
  const { name: _, ...columns } = said;
  await tx.updateTable('devices').set(columns).where('restaurant_id', '=', restaurantId).where('id', '=', id).execute();
}

/** @throws request.not_found */
export async function nameDevice(tx: Tx, restaurantId: RestaurantId, id: DeviceId, name: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('devices')
    .set({ name })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Refusal('request.not_found');
  await namePushDevice(tx, restaurantId, id, name);
}

/**
 * Null: nobody has named it.
 * @throws request.not_found
 */
export async function getDeviceName(tx: Tx, restaurantId: RestaurantId, id: DeviceId): Promise<string | null> {
  const device = await tx
    .selectFrom('devices')
    .select('name')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (device === undefined) throw new Refusal('request.not_found');
  return device.name;
}

export async function deleteDevices(tx: Tx, restaurantId: RestaurantId, ids: readonly DeviceId[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('devices')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', sql<DeviceId>`any(${ids}::uuid[])`)
    .execute();
}

/** Covers all restaurants. */
export async function deleteDevicesBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('devices').where('last_seen_at', '<', before).execute();
}
