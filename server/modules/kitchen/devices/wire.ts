import type { Device } from '#contract/kitchen/escalation.ts';
import type { PushDevice } from '#contract/kitchen/push-devices.ts';
import { limits } from '#contract/base/limits.ts';
import { fullName } from '#server/modules/accounts/queries.ts';
import { deviceState, secondsSilent } from './device-state.ts';
import type { listPushDevices } from './push-devices.ts';
import type { DeviceRow } from './queries.ts';

/** The devices that were open lately; older ones interest nobody. */
export function toDevices(devices: readonly DeviceRow[], now: Date): Device[] {
  return devices
    .filter((device) => secondsSilent(device, now) <= limits.deviceListedHours * 3600)
    .map((device) => ({
      _id: device.id,
      name: device.name ?? device.kind,
      state: deviceState(device, now),
      outletIds: device.outlet_ids,
      secondsSilent: secondsSilent(device, now),
    }));
}

export function pushDeviceForWire(
  device: Awaited<ReturnType<typeof listPushDevices>>[number],
  tokenHash: Buffer,
): PushDevice {
  return {
    _id: device.id,
    name: device.name ?? device.kind,
    person: fullName(device),
    isOwn: device.session_hash?.equals(tokenHash) === true,
    outletIds: device.outlet_ids,
    lastSentAt: device.sent_at?.toISOString() ?? null,
  };
}
