/** Where an order is while it is out, for its guest. */
import * as z from 'zod';
import { endpoint } from '../base/endpoint.ts';
import { idParams, instant } from '../base/fields.ts';
import type { OrderId } from '../base/ids.ts';
import { Pin } from '../outlets/delivery-areas.ts';

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
 * where it is not known, or too old; `metres` to the door, null without a pin. `place` is where the driver stands, only while the guest's
 * door is the next one and no door of another guest is near: it would show where others live (decision 101).
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
        /** Empty of a courier: their company has its own proof. */
        code: z.string(),
        /** Where the company shows its courier. */
        trackingUrl: z.url().optional(),
        position: z.object({ seconds: z.int(), metres: z.int().nullable(), place: Pin.optional() }).nullable(),
      })
      .nullable(),
  }),
  errors: ['order.not_found'],
});
