/**
 * Escalation of orders that nobody accepts, so that none is missed: the devices that ring for a new order, and the
 * steps that follow: every device, a mail, a voice call, and at last the rejection that the guest was warned of.
 */
import * as z from 'zod';
import { editors, endpoint, merchant } from '../base/endpoint.ts';
import { callKinds, deviceSounds, deviceStates } from '../base/enumerations.ts';
import { done, email, idOf, idParams, instant, line, optionalLine } from '../base/fields.ts';
import type { DeviceId, OrderId, OutletId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { Order } from '../ordering/orders.ts';

/**
 * `outletIds` are the outlets it rings for; null means all. `secondsSilent` counts from its last heartbeat, by the
 * server's clock.
 */
export const Device = z.object({
  _id: idOf<DeviceId>(),
  name: z.string(),
  state: z.enum(deviceStates),
  outletIds: z.array(idOf<OutletId>()).nullable(),
  secondsSilent: z.int(),
});
export type Device = z.infer<typeof Device>;

/**
 * `deviceId` is left out in the first heartbeat, which assigns one; an unknown id is refused, and the device starts
 * again without one. `tab` distinguishes the windows of a browser: the one most able to ring represents the device.
 * `name` is the device's last known name; by default its browser and system.
 */
const HeartbeatInput = z.object({
  deviceId: idOf<DeviceId>().optional(),
  tab: z.string().regex(/^[a-z0-9]{8,32}$/),
  name: optionalLine(limits.deviceName),
  sound: z.enum(deviceSounds),
  isVisible: z.boolean(),
  /** The event stream is connected. */
  isConnected: z.boolean(),
  outletIds: z.array(idOf<OutletId>()).min(1).max(limits.outletsNamedMax).nullable().default(null),
  /** The page is being closed. */
  isLeaving: z.boolean().default(false),
});
export type HeartbeatInput = z.infer<typeof HeartbeatInput>;

/**
 * Sent every `limits.heartbeatSeconds`. The answer lists all devices of the last hours, the calling one first. `now` is the
 * server's time, by which a device with a wrong clock counts minutes; the version before does not say it.
 */
export const heartbeat = endpoint({
  summary: 'Report the state of this device, and read that of the others.',
  callers: merchant,
  whileLocked: true,
  isUrgent: true,
  body: HeartbeatInput,
  answer: z.object({ deviceId: idOf<DeviceId>(), devices: z.array(Device), now: instant.optional() }),
  errors: ['request.not_found'],
});

/** The device learns its new name with its next heartbeat. */
export const renameDevice = endpoint({
  summary: 'Give a device a name that everybody knows it by.',
  callers: merchant,
  params: idParams<DeviceId>(),
  body: z.object({ name: line(limits.deviceName) }),
  answer: done,
  errors: ['request.not_found'],
});

/**
 * Stops the ringing on all devices, but not the deadline. The first acknowledgement counts; an order that has moved on
 * is left unchanged.
 */
export const acknowledgeOrder = endpoint({
  summary: 'Say that somebody has seen a new order.',
  callers: merchant,
  isUrgent: true,
  body: z.object({ orderId: idOf<OrderId>() }),
  answer: z.object({ order: Order }),
  errors: ['order.not_found'],
});

const minutes = z.int().min(1).max(limits.escalationMinutesMax);

/**
 * The escalation settings of an outlet, in minutes since the order was placed. `mailMinutes` null sends no mail,
 * `rejectMinutes` null rejects nothing. `mailTo` null sends to the outlet's `email`. Voice calls go to its `phone` if
 * `alertCalls` is on; `callsBy` says how this server calls.
 */
export const OutletEscalation = z.object({
  devicesMinutes: z.int(),
  mailMinutes: z.int().nullable(),
  mailTo: z.string().nullable(),
  email: z.string(),
  /** False: nobody has typed in the code that proves the address, so it gets no mail. */
  isMailProven: z.boolean(),
  alertCalls: z.boolean(),
  callMinutes: z.int(),
  callsBy: z.enum(callKinds),
  phone: z.string(),
  /** False: it is not called. */
  isPhoneProven: z.boolean(),
  rejectMinutes: z.int().nullable(),
  /** Guests cannot order while no device attends the outlet. Otherwise they are warned and may. */
  refusesUnattended: z.boolean(),
  /** The minutes in which guests answer whether their order may be changed. */
  answerMinutes: z.int(),
});
export type OutletEscalation = z.infer<typeof OutletEscalation>;

export const getOutletEscalation = endpoint({
  summary: 'The escalation of an outlet: its steps while nobody accepts an order.',
  callers: merchant,
  params: idParams<OutletId>(),
  answer: z.object({ escalation: OutletEscalation }),
  errors: ['request.not_found'],
});

/** Settings that are left out stay unchanged. Placed orders keep the deadline that their guests were given. */
export const EscalationChanges = z.object({
  devicesMinutes: minutes.optional(),
  mailMinutes: minutes.nullable().optional(),
  mailTo: email.nullable().optional(),
  alertCalls: z.boolean().optional(),
  callMinutes: minutes.optional(),
  rejectMinutes: minutes.nullable().optional(),
  refusesUnattended: z.boolean().optional(),
  answerMinutes: minutes.optional(),
});
export type EscalationChanges = z.infer<typeof EscalationChanges>;

export const updateOutletEscalation = endpoint({
  summary: 'Change the escalation of an outlet.',
  callers: editors,
  params: idParams<OutletId>(),
  body: EscalationChanges,
  answer: done.extend({ escalation: OutletEscalation }),
  errors: ['request.not_found'],
});
