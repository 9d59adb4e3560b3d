import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { openPushKeys } from '#server/modules/outbound/push/push-keys.ts';
import { allowPush, keepPush, removePush } from './allow-push.ts';
import { saveHeartbeat } from './heartbeat.ts';
import { listPushDevices } from './push-devices.ts';
import { nameDevice } from './queries.ts';
import { toDevices, pushDeviceForWire } from './wire.ts';

export function deviceRoutes(deps: Pick<Deps, 'db' | 'clock' | 'config'>) {
  const { db, clock } = deps;
  return {
    'POST /device/heartbeat': async ({
      body,
      caller: { restaurantId, userId, outletIds: ownOutletIds },
      userAgent,
    }) => {
      const now = clock();
      const whose = { restaurantId, userId, userAgent, ownOutletIds };
      const devices = await transaction(db, restaurantId, (tx) => saveHeartbeat(tx, whose, body, now));
      return { deviceId: devices[0]!.id, devices: toDevices(devices, now), now: now.toISOString() };
    },

    'POST /device/rename/:id': async ({ params, body, caller: { restaurantId } }) => {
      await transaction(db, restaurantId, (tx) => nameDevice(tx, restaurantId, params.id, body.name));
      return confirmationOf('record.updated');
    },

    'GET /device/push-devices': async ({ caller: { restaurantId, tokenHash } }) => {
      const { publicKey } = await openPushKeys(deps);
      const devices = await transaction(db, restaurantId, (tx) => listPushDevices(tx, restaurantId), {
        readOnly: true,
      });
      return { publicKey, devices: devices.map((device) => pushDeviceForWire(device, tokenHash)) };
    },

    'POST /device/allow-push': async ({ body, caller, userAgent }) => {
      await transaction(db, caller.restaurantId, (tx) => allowPush(tx, deps, { ...caller, userAgent }, body, clock()));
      return confirmationOf('record.added');
    },

    'POST /device/keep-push': async ({ body, caller }) => ({
      isKnown: await transaction(db, caller.restaurantId, (tx) => keepPush(tx, caller, body)),
    }),

    'DELETE /device/remove-push-device/:id': async ({ params, caller }) => {
      await transaction(db, caller.restaurantId, (tx) => removePush(tx, caller, params.id));
      return confirmationOf('record.deleted');
    },
  } satisfies Partial<Handlers>;
}
