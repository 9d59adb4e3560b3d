/**
 * Drivers, as the restaurant sees them: a driver is a person with a link and a code, and has no account. Link and code are
 * answered once, when they are made: the server stores their hashes.
 */
import * as z from 'zod';
import { editors, endpoint, merchant } from '../base/endpoint.ts';
import { done, idOf, idParams, instant, line } from '../base/fields.ts';
import type { DeliveryId, DriverId, OrderId, OutletId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { Order } from '../ordering/orders.ts';

/** Separate from `limits`, which is part of a guest's first download. */
export const driverLimits = {
  driversMax: 100,
  /** Wrong codes in a row after which a link opens no more. */
  codeTries: 5,
  /** Orders that one driver has at a time. */
  takenMax: 20,
} as const;

/** `outletIds` null means all outlets. `orders` are those that the driver has now. `lastSeenAt` is null before the first sign-in, and `phone` is empty with support access. */
export const Driver = z.object({
  _id: idOf<DriverId>(),
  name: z.string(),
  phone: z.string(),
  outletIds: z.array(idOf<OutletId>()).nullable(),
  isCodeLocked: z.boolean(),
  lastSeenAt: instant.nullable(),
  orders: z.array(
    z.object({
      _id: idOf<OrderId>(),
      orderName: z.string(),
      takenAt: instant,
      leftAt: instant.nullable(),
    }),
  ),
});
export type Driver = z.infer<typeof Driver>;

const driverFields = {
  name: line(limits.name),
  phone: line(2 * limits.phone),
  outletIds: z.array(idOf<OutletId>()).min(1).max(limits.outletsMax).nullable(),
};

/** `link` opens the driver's page, which asks for `code`. */
const withLink = done.extend({ driver: Driver, link: z.url(), code: z.string() });

export const listDrivers = endpoint({
  summary: "The restaurant's drivers, and what each has now.",
  callers: merchant,
  answer: z.object({ drivers: z.array(Driver) }),
  errors: [],
});

export const addDriver = endpoint({
  summary: 'Add a driver. Answers the link to their page and the code that opens it, once.',
  callers: editors,
  isRestaurantWide: true,
  body: z.object(driverFields),
  answer: withLink,
  errors: ['request.not_found', 'delivery.too_many_drivers'],
});

export const updateDriver = endpoint({
  summary: 'Change a driver’s name, phone or outlets.',
  callers: editors,
  isRestaurantWide: true,
  params: idParams<DriverId>(),
  body: z.object(driverFields).partial(),
  answer: done.extend({ driver: Driver }),
  errors: ['request.not_found', 'delivery.driver_is_out'],
});

export const newDriverLink = endpoint({
  summary: 'Give a driver a new link and a new code. The ones before open nothing, and their sessions end at once.',
  callers: editors,
  isRestaurantWide: true,
  params: idParams<DriverId>(),
  answer: withLink,
  errors: ['request.not_found'],
});

export const removeDriver = endpoint({
  summary: 'Remove a driver who is not out. Their sessions end at once; past deliveries keep the name.',
  callers: editors,
  isRestaurantWide: true,
  params: idParams<DriverId>(),
  answer: done,
  errors: ['request.not_found', 'delivery.driver_is_out'],
});

/** The same driver again changes nothing. `driverId` null takes the order back from whoever has it. */
export const assignOrder = endpoint({
  summary: 'Give an order to a driver, or take it back.',
  callers: merchant,
  isUrgent: true,
  body: z.object({ orderId: idOf<OrderId>(), driverId: idOf<DriverId>().nullable() }),
  answer: z.object({ order: Order }),
  errors: ['order.not_found', 'request.not_found', 'delivery.not_deliverable', 'delivery.too_many_taken'],
});

/** It is erased after 30 days, and with its guest. */
export const getPhoto = endpoint({
  summary: 'The photo by which a driver handed an order over.',
  callers: editors,
  params: idParams<DeliveryId>(),
  answer: 'file',
  errors: ['request.not_found'],
});
