/** The browsers in which somebody allowed that they are told of new orders. */
import { type Selectable, sql } from 'kysely';
import type { Language } from '#contract/base/enumerations.ts';
import type { DeviceId, OutletId, PushDeviceId, RestaurantId, UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Db } from '#server/db/connect.ts';
import type { Schema } from '#server/db/schema.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { hashEndpoint } from '#server/modules/outbound/push/subscriptions.ts';

type PushDeviceRow = Selectable<Schema['push_devices']>;

/** A device to send to, in the language of its person. */
export interface ReachableDevice {
  restaurantId: RestaurantId;
  id: PushDeviceId;
  language: Language;
  sealed: Buffer;
  hears(outletId: OutletId): boolean;
}

/** The newest first, with their persons. */
export function listPushDevices(tx: Tx, restaurantId: RestaurantId) {
  return tx
    .selectFrom('push_devices')
    .innerJoin('users', 'users.id', 'push_devices.user_id')
    .selectAll('push_devices')
    .select(['first_name', 'last_name'])
    .where('restaurant_id', '=', restaurantId)
    .orderBy('push_devices.created_at', 'desc')
    .orderBy('push_devices.id')
    .execute();
}

/**
 * The devices of several restaurants that may be told of orders now. Their persons work there, at the outlets that their membership has
 * today, and are not disabled.
 */
export async function listReachable(tx: Tx, restaurantIds: readonly RestaurantId[]): Promise<ReachableDevice[]> {
  if (restaurantIds.length === 0) return [];
  const rows = await tx
    .selectFrom('push_devices')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.restaurant_id', '=', 'push_devices.restaurant_id')
        .onRef('memberships.user_id', '=', 'push_devices.user_id'),
    )
    .innerJoin('users', 'users.id', 'push_devices.user_id')
    .select(['push_devices.restaurant_id', 'push_devices.id', 'sealed', 'push_devices.outlet_ids', 'language'])
    .select('memberships.outlet_ids as own_outlet_ids')
    .where(sql<boolean>`push_devices.restaurant_id = any(${restaurantIds}::uuid[])`)
    .where('disabled_at', 'is', null)
    .execute();
  return rows.map((row) => ({
    restaurantId: row.restaurant_id,
    id: row.id,
    language: row.language,
    sealed: row.sealed,
    hears: (outletId) => [row.outlet_ids, row.own_outlet_ids].every((ids) => ids === null || ids.includes(outletId)),
  }));
}

/** @returns false when the browser has a device already. */
export async function insertPushDevice(tx: Tx, device: Omit<PushDeviceRow, 'sent_at'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('push_devices')
    .values(device)
    .onConflict((conflict) => conflict.columns(['restaurant_id', 'endpoint_hash']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The device of a browser, locked until the transaction ends; undefined for one that never subscribed or does so no more. */
export function findPushDevice(tx: Tx, restaurantId: RestaurantId, endpoint: string) {
  return tx
    .selectFrom('push_devices')
    .select(['id', 'user_id'])
    .where('restaurant_id', '=', restaurantId)
    .where('endpoint_hash', '=', hashEndpoint(endpoint))
    .forUpdate()
    .executeTakeFirst();
}

export async function hasPushDevice(tx: Tx, restaurantId: RestaurantId, id: PushDeviceId): Promise<boolean> {
  const found = await tx
    .selectFrom('push_devices')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

export async function updatePushDevice(
  tx: Tx,
  restaurantId: RestaurantId,
  id: PushDeviceId,
  change: Partial<Pick<PushDeviceRow, 'user_id' | 'session_hash' | 'outlet_ids' | 'sent_at' | 'sealed'>>,
): Promise<void> {
  await tx
    .updateTable('push_devices')
    .set(change)
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .execute();
}

/** Gives the device that reports as this one the same name. */
export async function namePushDevice(tx: Tx, restaurantId: RestaurantId, id: DeviceId, name: string): Promise<void> {
  await tx
    .updateTable('push_devices')
    .set({ name })
    .where('restaurant_id', '=', restaurantId)
    .where('device_id', '=', id)
    .execute();
}

/**
 * @param owner a person who may remove their own alone, and that of the session in which they act.
 * @returns whether it was there.
 */
export async function deletePushDevice(
  tx: Tx,
  restaurantId: RestaurantId,
  id: PushDeviceId,
  owner: { userId: UserId; tokenHash: Buffer } | null = null,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('push_devices')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .$if(owner !== null, (query) =>
      query.where((eb) => eb.or([eb('user_id', '=', owner!.userId), eb('session_hash', '=', owner!.tokenHash)])),
    )
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes the oldest of a person who has the most that are allowed, so that one more fits. */
export async function makeRoom(tx: Tx, restaurantId: RestaurantId, userId: UserId): Promise<void> {
  const surplus = tx
    .selectFrom('push_devices')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .offset(limits.pushDevicesPerPersonMax - 1);
  await tx.deleteFrom('push_devices').where('restaurant_id', '=', restaurantId).where('id', 'in', surplus).execute();
}

/**
 * Takes sessions that are over by themselves off their devices, before they are deleted: whoever has not opened Order Manager for a week
 * still wants to be told of an order. A session that somebody ends takes its device along.
 */
export async function outliveExpiredSessions(db: Db, now: Date): Promise<void> {
  await platformTransaction(db, 'clean-up', (tx) =>
    tx
      .updateTable('push_devices')
      .set({ session_hash: null })
      .where('session_hash', 'in', (eb) =>
        eb.selectFrom('sessions').select('token_hash').where('expires_at', '<=', now),
      )
      .execute(),
  );
}

/** The secret that seals them is gone. Covers all restaurants. */
export async function deleteAllPushDevices(tx: Tx): Promise<void> {
  await tx.deleteFrom('push_devices').execute();
}
