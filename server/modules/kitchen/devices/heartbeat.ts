import type { HeartbeatInput } from '#contract/kitchen/escalation.ts';
import type { DeviceId, OutletId, RestaurantId, UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { requireOutlets } from '#server/modules/outlets/queries.ts';
import { chooseReportingTab, kindOfDevice } from './device-state.ts';
import { deleteDevices, type DeviceRow, insertDevice, listDevices, updateDevice } from './queries.ts';

interface HeartbeatSender {
  restaurantId: RestaurantId;
  userId: UserId;
  userAgent: string;
  /** The outlets where the person works; null means all. A device rings for no other, whatever it reports. */
  ownOutletIds: readonly OutletId[] | null;
}

/**
 * Stores a heartbeat. Costs one read and one write by key, because every open screen sends one every few seconds.
 * @returns the devices of the restaurant, the calling one first.
 * @throws request.not_found for a device or an outlet that is not, or no longer, the restaurant's.
 */
export async function saveHeartbeat(
  tx: Tx,
  whose: HeartbeatSender,
  input: HeartbeatInput,
  now: Date,
): Promise<DeviceRow[]> {
  const { restaurantId } = whose;
  const devices = await listDevices(tx, restaurantId);
  const known = devices.find(({ id }) => id === input.deviceId) ?? null;
  if (known === null && input.deviceId !== undefined) throw new Refusal('request.not_found');
  if (input.outletIds !== null) await requireOutlets(tx, restaurantId, input.outletIds);
  const said = deviceFromHeartbeat(whose, input, known, now);
  const others = devices.filter((device) => device !== known);
  if (known === null) {
    // The devices that were silent longest make room.
    await deleteDevices(
      tx,
      restaurantId,
      others.splice(limits.devicesMax - 1).map(({ id }) => id),
    );
    await insertDevice(tx, said);
  } else {
    if (!chooseReportingTab(said, known, now)) return [known, ...others];
    await updateDevice(tx, said);
  }
  return [said, ...others];
}

function deviceFromHeartbeat(
  { restaurantId, userId, userAgent, ownOutletIds }: HeartbeatSender,
  { tab, name, sound, isVisible, isConnected, outletIds, isLeaving: isClosing }: HeartbeatInput,
  known: DeviceRow | null,
  now: Date,
): DeviceRow {
  return {
    restaurant_id: restaurantId,
    id: known?.id ?? newId<DeviceId>(),
    user_id: userId,
    name: known === null ? (name ?? null) : known.name,
    kind: kindOfDevice(userAgent),
    tab,
    sound,
    is_visible: isVisible,
    is_connected: isConnected,
    outlet_ids: outletIds ?? (ownOutletIds === null ? null : [...ownOutletIds]),
    last_seen_at: now,
    closed_at: isClosing ? now : null,
  };
}
