/** Where an order is while it is out, for its guest. */
import * as z from 'zod';
import { endpoint } from '../base/endpoint.ts';
import { idParams, instant } from '../base/fields.ts';
import type { OrderId } from '../base/ids.ts';
import { Pin } from '../outlets/delivery-areas.ts';

export const trackingLimits = {
  /** Seconds after which a guest is not shown a place any more. */
  positionSeconds: 20,
  /** Minutes after the last delivery of a driver after which their place is erased. */
  keptMinutes: 15,
} as const;

/** `isWanted` false: the driver has nothing that has left, and nothing was stored. */
export const reportPosition = endpoint({
  summary: 'Say where the driver is. Only the last place is kept, and only while they are out.',
  callers: ['driver'],
  isPolled: true,
  body: Pin,
  answer: z.object({ isWanted: z.boolean() }),
  errors: [],
});

/**
 * `tracking` is null unless a driver is out with the order. `code` is what the guest reads to the driver at the door. `position` is null
 * where it is not known, or too old; `metres` to the door, null without a pin. Where the driver stands is no guest's business: it would
 * show the doors of others.
 */
export const trackOrder = endpoint({
  summary: 'Where the driver is who is out with an order of the guest.',
  callers: ['customer'],
  isPolled: true,
  params: idParams<OrderId>(),
  answer: z.object({
    tracking: z
      .object({
        leftAt: instant,
        code: z.string(),
        position: z.object({ seconds: z.int(), metres: z.int().nullable() }).nullable(),
      })
      .nullable(),
  }),
  errors: ['order.not_found'],
});
