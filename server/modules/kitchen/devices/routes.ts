import type { Device } from '#contract/kitchen/escalation.ts';
import { limits } from '#contract/base/limits.ts';
import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { deviceState, secondsSilent } from './device-state.ts';
import { saveHeartbeat } from './heartbeat.ts';
import { type DeviceRow, nameDevice } from './queries.ts';

export function deviceRoutes({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    'POST /device/heartbeat': async ({
      body,
      caller: { restaurantId, userId, outletIds: ownOutletIds },
      userAgent,
    }) => {
      const now = clock();
      const whose = { restaurantId, userId, userAgent, ownOutletIds };
      const devices = await transaction(db, restaurantId, (tx) => saveHeartbeat(tx, whose, body, now));
      const listed = devices.map((device) => deviceForWire(device, now));
      return {
        deviceId: devices[0]!.id,
        devices: listed.filter(({ secondsSilent: seconds }) => seconds <= limits.deviceListedHours * 3600),
      };
    },

    'POST /device/rename/:id': async ({ params, body, caller: { restaurantId } }) => {
      await transaction(db, restaurantId, (tx) => nameDevice(tx, restaurantId, params.id, body.name));
      return confirmationOf('record.updated');
    },
  } satisfies Partial<Handlers>;
}

function deviceForWire(device: DeviceRow, now: Date): Device {
  return {
    _id: device.id,
    name: device.name ?? device.kind,
    state: deviceState(device, now),
    outletIds: device.outlet_ids,
    secondsSilent: secondsSilent(device, now),
  };
}
