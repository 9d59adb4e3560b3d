import type { DeviceId, OutletId, PushDeviceId, UserId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { MerchantCaller } from '#server/http/requests/caller.ts';
import { getSessionUser } from '#server/modules/accounts/sessions/sessions.ts';
import { canPushTo, type Subscription } from '#server/modules/outbound/push/push.ts';
import { hashEndpoint, sealSubscription } from '#server/modules/outbound/push/subscriptions.ts';
import { requireOutlets } from '#server/modules/outlets/queries.ts';
import { kindOfDevice } from './device-state.ts';
import { deletePushDevice, findPushDevice, insertPushDevice, makeRoom, updatePushDevice } from './push-devices.ts';
import { getDeviceName } from './queries.ts';

type PushCaller = Pick<MerchantCaller, 'restaurantId' | 'tokenHash' | 'outletIds'>;

interface AllowedDevice extends Subscription {
  deviceId?: DeviceId | undefined;
  outletIds: OutletId[] | null;
}

/**
 * Stores the subscription of a browser, for the person who logged it in: a shared tablet is that of whoever set it up, and rings whoever
 * has taken it over.
 * @throws push.not_served for a push service that this server does not call, request.not_found for an outlet or a device that is not there.
 */
export async function allowPush(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  caller: PushCaller & { userAgent: string },
  { deviceId, outletIds, ...subscription }: AllowedDevice,
  now: Date,
): Promise<void> {
  const { restaurantId } = caller;
  const { endpoint } = subscription;
  if (!canPushTo(subscription, config)) throw new Refusal('push.not_served');
  const bound = await boundTo(tx, caller, outletIds);
  const name = deviceId === undefined ? null : await getDeviceName(tx, restaurantId, deviceId);
  const known = await findPushDevice(tx, restaurantId, endpoint);
  if (known !== undefined) {
    const sealed = sealSubscription(config.secret, known.id, subscription);
    return updatePushDevice(tx, restaurantId, known.id, { ...bound, sealed });
  }
  await makeRoom(tx, restaurantId, bound.user_id);
  const id = newId<PushDeviceId>();
  const isNew = await insertPushDevice(tx, {
    ...bound,
    restaurant_id: restaurantId,
    id,
    device_id: deviceId ?? null,
    name,
    kind: kindOfDevice(caller.userAgent),
    endpoint_hash: hashEndpoint(endpoint),
    sealed: sealSubscription(config.secret, id, subscription),
    created_at: now,
  });
  // The browser is that of a person at other outlets, whose device nobody here may see.
  if (!isNew) throw new Refusal('push.not_served');
}

/**
 * Binds the device of a browser to the session in which it is open.
 * @returns whether there is such a device.
 * @throws request.not_found for an outlet that is not there.
 */
export async function keepPush(
  tx: Tx,
  caller: PushCaller,
  { endpoint, outletIds }: Pick<AllowedDevice, 'endpoint' | 'outletIds'>,
): Promise<boolean> {
  const known = await findPushDevice(tx, caller.restaurantId, endpoint);
  if (known === undefined) return false;
  await updatePushDevice(tx, caller.restaurantId, known.id, await boundTo(tx, caller, outletIds));
  return true;
}

/**
 * Removes a device: staff their own, and that of the session in which they act.
 * @throws request.not_found
 */
export async function removePush(tx: Tx, caller: MerchantCaller, id: PushDeviceId): Promise<void> {
  const isRemoved = await deletePushDevice(tx, caller.restaurantId, id, caller.kind === 'staff' ? caller : null);
  if (!isRemoved) throw new Refusal('request.not_found');
}

/** @returns the columns that follow from the session and from the choice of outlets. */
async function boundTo(
  tx: Tx,
  { restaurantId, tokenHash, outletIds: ownOutletIds }: PushCaller,
  outletIds: OutletId[] | null,
): Promise<{ user_id: UserId; session_hash: Buffer; outlet_ids: OutletId[] | null }> {
  if (outletIds !== null) await requireOutlets(tx, restaurantId, outletIds);
  return {
    user_id: await getSessionUser(tx, tokenHash),
    session_hash: tokenHash,
    outlet_ids: outletIds ?? (ownOutletIds === null ? null : [...ownOutletIds]),
  };
}
