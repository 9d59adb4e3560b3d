/** Devices that are told of a new order by push while no screen is open: browsers in which somebody allowed it. */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { done, idOf, idParams, instant, pushEndpoint, pushKeys } from '../base/fields.ts';
import type { DeviceId, OutletId, PushDeviceId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';

/** `outletIds` are the outlets whose orders it is told of; null means all. */
export const PushDevice = z.object({
  _id: idOf<PushDeviceId>(),
  name: z.string(),
  /** The person who allowed it. */
  person: z.string(),
  /** Allowed in the session of the caller. */
  isOwn: z.boolean(),
  outletIds: z.array(idOf<OutletId>()).nullable(),
  /** When the push service last accepted a message for it; null: there was none yet. */
  lastSentAt: instant.nullable(),
});
export type PushDevice = z.infer<typeof PushDevice>;

/** `publicKey` is what a browser subscribes with, in base64url. */
export const listPushDevices = endpoint({
  summary: 'The devices that are told of new orders by push.',
  callers: merchant,
  inSupportAccess: 'never',
  answer: z.object({ publicKey: z.string(), devices: z.array(PushDevice) }),
  errors: [],
});

const outletIds = z.array(idOf<OutletId>()).min(1).max(limits.outletsNamedMax).nullable().default(null);

/** `deviceId` is that of the heartbeat, whose name the device is listed with. */
export const allowPush = endpoint({
  summary: 'Have this device told of new orders by push.',
  callers: merchant,
  body: z.object({
    endpoint: pushEndpoint,
    ...pushKeys,
    deviceId: idOf<DeviceId>().optional(),
    outletIds,
  }),
  answer: done,
  errors: ['push.not_served', 'request.not_found'],
});

/**
 * Binds a device to the session in which it is open now, because people log in again every week. Where `isKnown` is false the browser ends
 * its subscription: somebody has logged out, or has removed the device.
 */
export const keepPush = endpoint({
  summary: 'Say that a device which is told by push is in use.',
  callers: merchant,
  // Locking gives a tablet other outlets to be told of.
  whileLocked: true,
  body: z.object({ endpoint: pushEndpoint, outletIds }),
  answer: z.object({ isKnown: z.boolean() }),
  errors: ['request.not_found'],
});

/** Staff remove their own, owners and managers any. */
export const removePushDevice = endpoint({
  summary: 'Tell a device of new orders no more.',
  callers: merchant,
  params: idParams<PushDeviceId>(),
  answer: done,
  errors: ['request.not_found'],
});
