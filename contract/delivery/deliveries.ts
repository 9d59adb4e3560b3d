/** The page of a driver: the orders that wait, those that they have, and their ends. */
import * as z from 'zod';
import { endpoint } from '../base/endpoint.ts';
import { done, idOf, instant, line, optionalLine, price } from '../base/fields.ts';
import type { DriverId, OrderId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { Pin } from '../outlets/delivery-areas.ts';
import { DriverShift } from './driver-shift.ts';
import { driverLimits } from './drivers.ts';

/** An order that waits says nothing of its guest: the driver who takes it reads the address. */
const facts = {
  _id: idOf<OrderId>(),
  orderName: z.string(),
  outletName: z.string(),
  timeZone: z.string(),
  areaName: z.string().nullable(),
  status: z.enum(['Confirmed', 'Ready', 'Cancelled']),
  promisedAt: instant.nullable(),
  /** Metres from the outlet to the pin of the address, as the crow flies; null without a pin. */
  metres: z.int().nullable(),
  /** To be taken at the door, in cash or by card; 0 for an order that is paid. */
  due: price,
  payment: z.enum(['cash', 'card', 'online']),
};

/** `failedReason` is why the last driver brought it back. */
const UntakenOrder = z.object({ ...facts, failedReason: z.string().nullable() });
export type UntakenOrder = z.infer<typeof UntakenOrder>;

/** In the order of the route. A cancelled order says nothing of the guest any more. */
const TakenOrder = z.object({
  ...facts,
  takenAt: instant,
  leftAt: instant.nullable(),
  customerName: z.string(),
  phoneNo: z.string(),
  address: z
    .object({
      location: z.string(),
      floor: z.string(),
      instruction: z.string(),
      postcode: z.string(),
      position: Pin.nullable(),
    })
    .nullable(),
  note: z.string(),
  items: z.array(z.object({ name: z.string(), quantity: z.int() })),
  /** Whether the code of the guest may still be tried. */
  isCodeOpen: z.boolean(),
});
export type TakenOrder = z.infer<typeof TakenOrder>;

export const DriverRun = z.object({
  driver: z.object({ _id: idOf<DriverId>(), name: z.string() }),
  restaurant: z.object({ name: z.string(), currency: z.string() }),
  waiting: z.array(UntakenOrder),
  taken: z.array(TakenOrder),
  /** Whether the driver has sorted stops by hand. */
  isSorted: z.boolean(),
  /** The open one. */
  shift: DriverShift.nullable(),
});
export type DriverRun = z.infer<typeof DriverRun>;

const ofOrder = z.object({ orderId: idOf<OrderId>() });
const answered = z.object({ run: DriverRun });

export const signInDriver = endpoint({
  summary: 'Sign a driver in by the secret of their link and their code.',
  callers: ['anonymous'],
  body: z.object({ link: z.string().max(100), code: z.string().max(limits.phone) }),
  answer: z.object({ token: z.string() }),
  errors: ['delivery.link_invalid', 'delivery.wrong_code', 'delivery.code_locked'],
});

export const signOutDriver = endpoint({
  summary: 'End the session of the driver.',
  callers: ['driver'],
  whileClosed: true,
  answer: done,
  errors: [],
});

export const getRun = endpoint({
  summary: 'The orders that the driver has, and those that wait for one.',
  callers: ['driver'],
  isPolled: true,
  answer: answered,
  errors: [],
});

/** Taking an order that the driver has already changes nothing. */
export const takeOrder = endpoint({
  summary: 'Take an order. Of two who take the same one, one gets it, and the other reads who has it.',
  callers: ['driver'],
  isUrgent: true,
  body: ofOrder,
  answer: answered,
  errors: ['order.not_found', 'delivery.taken', 'delivery.not_deliverable', 'delivery.too_many_taken'],
});

/** Giving back an order that the driver does not have changes nothing. */
export const giveBackOrder = endpoint({
  summary: 'Give an order back: another driver can take it.',
  callers: ['driver'],
  body: ofOrder,
  answer: answered,
  errors: ['order.not_found'],
});

/** An order that is taken later comes after those that were sorted. Orders that the driver has no more are left out. */
export const sortRun = endpoint({
  summary: 'Sort the stops of the driver by hand, or by distance again (null).',
  callers: ['driver'],
  body: z.object({
    orderIds: z
      .array(idOf<OrderId>())
      .max(2 * driverLimits.takenMax)
      .nullable(),
  }),
  answer: answered,
  errors: ['order.not_found'],
});

/** Orders that the kitchen has not finished stay with the driver, who can leave with them later. */
export const leaveOutlet = endpoint({
  summary: 'Leave with all finished orders that the driver has: their guests read that they are on the way.',
  callers: ['driver'],
  answer: answered,
  errors: ['delivery.not_ready'],
});

/** With exactly one proof. Sending it again after a lost answer changes nothing. */
export const handOver = endpoint({
  summary: 'Hand an order over, with the code of the guest, a photo or a name. It is completed.',
  callers: ['driver'],
  isUrgent: true,
  form: z.object({
    orderId: idOf<OrderId>(),
    code: z.string().max(limits.phone).optional(),
    name: optionalLine(limits.name),
  }),
  files: ['photo'],
  answer: answered,
  errors: [
    'order.not_found',
    'delivery.not_yours',
    'delivery.not_ready',
    'delivery.wrong_guest_code',
    'delivery.guest_code_locked',
    'image.type_not_supported',
    'image.too_large',
    'image.unreadable',
    'image.too_much_work',
  ],
});

/** Sending it again after a lost answer changes nothing. */
export const failOrder = endpoint({
  summary: 'Say why an order could not be handed over. It waits for a driver again, and the kitchen reads why.',
  callers: ['driver'],
  isUrgent: true,
  body: ofOrder.extend({ reason: line(limits.reason) }),
  answer: answered,
  errors: ['order.not_found', 'delivery.not_yours'],
});
