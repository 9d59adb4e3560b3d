/** The browsers in which somebody allowed that they are told of new orders. */
import { type Selectable, sql } from 'kysely';
import type { Language } from '#contract/base/enumerations.ts';
import type { DeviceId, OutletId, PushDeviceId, RestaurantId, UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Db } from '#server/db/connect.ts';
import type { Schema } from '#server/db/schema.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { listExpiredTokens } from '#server/modules/accounts/sessions/sessions.ts';
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
export async function listPushDevices(tx: Tx, restaurantId: RestaurantId) {
  const devices = await tx
    .selectFrom('push_devices')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const people = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where(sql<boolean>`id = any(${devices.map(({ user_id }) => user_id)}::uuid[])`)
    .execute();
  const names = new Map(people.map(({ id, ...name }) => [id, name]));
  return devices.map((device) => ({ ...device, ...names.get(device.user_id)! }));
}

/**
 * The devices of several restaurants that may be told of orders now. Their persons work there, at the outlets that their membership has
 * today, and are not disabled.
 */
export async function listReachable(tx: Tx, restaurantIds: readonly RestaurantId[]): Promise<ReachableDevice[]> {
  if (restaurantIds.length === 0) return [];
  const devices = await tx
    .selectFrom('push_devices')
    .select(['restaurant_id', 'id', 'user_id', 'sealed', 'outlet_ids'])
    .where(sql<boolean>`restaurant_id = any(${restaurantIds}::uuid[])`)
    .execute();
  if (devices.length === 0) return [];
  const workers = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['restaurant_id', 'user_id', 'outlet_ids', 'language'])
    .where(sql<boolean>`restaurant_id = any(${restaurantIds}::uuid[])`)
    .where(sql<boolean>`user_id = any(${devices.map(({ user_id }) => user_id)}::uuid[])`)
    .where('disabled_at', 'is', null)
    .execute();
  const people = new Map(workers.map((worker) => [`${worker.restaurant_id} ${worker.user_id}`, worker]));
  return devices.flatMap(({ restaurant_id: restaurantId, user_id, id, sealed, outlet_ids }) => {
    const person = people.get(`${restaurantId} ${user_id}`);
    if (person === undefined) return [];
    const hears = (outletId: OutletId) =>
      [outlet_ids, person.outlet_ids].every((ids) => ids === null || ids.includes(outletId));
    return [{ restaurantId, id, language: person.language, sealed, hears }];
  });
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
  await platformTransaction(db, 'clean-up', async (tx) => {
    const expired = await listExpiredTokens(tx, now);
    await tx
      .updateTable('push_devices')
      .set({ session_hash: null })
      .where(sql<boolean>`session_hash = any(${expired}::bytea[])`)
      .execute();
  });
}

/** The secret that seals them is gone. Covers all restaurants. */
export async function deleteAllPushDevices(tx: Tx): Promise<void> {
  await tx.deleteFrom('push_devices').execute();
}
