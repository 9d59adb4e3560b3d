/**
 * That no order is missed (features LO-07, LO-09, LO-10 and section 3, point 1): the devices that ring, and the ladder that an
 * order climbs while nobody accepts it: every device, a mail, a call, and at last the end that its guest was told of.
 */
import * as z from 'zod';
import { editors, endpoint, merchant } from '../base/endpoint.ts';
import { callKinds, deviceSounds, deviceStates } from '../base/enumerations.ts';
import { done, email, idOf, idParams, line } from '../base/fields.ts';
import type { DeviceId, OrderId, OutletId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { Order } from '../ordering/orders.ts';

/** `outletIds`: whose orders it rings for; null: all. `secondsSilent`: since it was heard last, by the server's clock. */
export const Device = z.object({
  _id: idOf<DeviceId>(),
  name: z.string(),
  state: z.enum(deviceStates),
  outletIds: z.array(idOf<OutletId>()).nullable(),
  secondsSilent: z.int(),
});
export type Device = z.infer<typeof Device>;

/**
 * `deviceId` as the first answer gave it; one that is not known (any more) is refused, and asked for anew by leaving it out. `tab`
 * tells the windows of one browser apart: the one that rings best speaks for the device. `name` as it was last called; the
 * browser and its system where nobody has named it.
 */
const HeartbeatInput = z.object({
  deviceId: idOf<DeviceId>().optional(),
  tab: z.string().regex(/^[a-z0-9]{8,32}$/),
  name: line(limits.deviceName).optional(),
  sound: z.enum(deviceSounds),
  isVisible: z.boolean(),
  /** The stream of events is alive. */
  isConnected: z.boolean(),
  outletIds: z.array(idOf<OutletId>()).min(1).max(limits.outletsNamedMax).nullable().default(null),
  /** The page goes away. */
  isClosing: z.boolean().default(false),
});
export type HeartbeatInput = z.infer<typeof HeartbeatInput>;

/** Every `limits.heartbeatSeconds`. All devices of the last hours come back, the calling one first. */
export const heartbeat = endpoint({
  summary: 'Say how this device is, and hear how the others are.',
  callers: merchant,
  whileLocked: true,
  isUrgent: true,
  body: HeartbeatInput,
  answer: z.object({ deviceId: idOf<DeviceId>(), devices: z.array(Device) }),
  errors: ['request.not_found'],
});

/** The device hears of it with its next heartbeat, and keeps the name. */
export const renameDevice = endpoint({
  summary: 'Give a device a name that everybody knows it by.',
  callers: merchant,
  params: idParams<DeviceId>(),
  body: z.object({ name: line(limits.deviceName) }),
  answer: done,
  errors: ['request.not_found'],
});

/** Stops the ringing for the order on all devices, not its deadline. Who was first stays; an order that moved on is left alone. */
export const acknowledgeOrder = endpoint({
  summary: 'Say that somebody has seen a new order.',
  callers: merchant,
  isUrgent: true,
  body: z.object({ orderId: idOf<OrderId>() }),
  answer: z.object({ order: Order }),
  errors: ['order.not_found'],
});

const minutes = z.int().min(1).max(limits.alarmMinutesMax);

/**
 * Minutes since the order was placed. `mailMinutes` and `rejectMinutes` are null where nobody is mailed and nothing is rejected.
 * `mailTo` null: to the outlet's `email`. Calls go to its `phone`, if `alertCalls` is on; `callsBy` says what this server has.
 */
export const OutletAlarms = z.object({
  devicesMinutes: z.int(),
  mailMinutes: z.int().nullable(),
  mailTo: z.string().nullable(),
  email: z.string(),
  alertCalls: z.boolean(),
  callMinutes: z.int(),
  callsBy: z.enum(callKinds),
  phone: z.string(),
  rejectMinutes: z.int().nullable(),
  /** Guests cannot order while no device watches the outlet; else they are told and may. */
  refusesUnwatched: z.boolean(),
});
export type OutletAlarms = z.infer<typeof OutletAlarms>;

export const getOutletAlarms = endpoint({
  summary: 'What happens at an outlet while nobody accepts an order.',
  callers: merchant,
  params: idParams<OutletId>(),
  answer: z.object({ alarms: OutletAlarms }),
  errors: ['request.not_found'],
});

/** What is not given stays as it is. Orders that have been placed keep the deadline that their guests were told of. */
export const AlarmChanges = z.object({
  devicesMinutes: minutes.optional(),
  mailMinutes: minutes.nullable().optional(),
  mailTo: email.nullable().optional(),
  alertCalls: z.boolean().optional(),
  callMinutes: minutes.optional(),
  rejectMinutes: minutes.nullable().optional(),
  refusesUnwatched: z.boolean().optional(),
});
export type AlarmChanges = z.infer<typeof AlarmChanges>;

export const updateOutletAlarms = endpoint({
  summary: 'Change what happens at an outlet while nobody accepts an order.',
  callers: editors,
  params: idParams<OutletId>(),
  body: AlarmChanges,
  answer: done.extend({ alarms: OutletAlarms }),
  errors: ['request.not_found'],
});
