/** How an order goes out, beside its status: an order that is out stays Ready until it is handed over (decision 91). */
import * as z from 'zod';
import { idOf, instant } from '../base/fields.ts';
import type { DeliveryId, DriverId } from '../base/ids.ts';
import { deliveryProofs } from './proofs.ts';

/** `taken`: a driver has it, or will once it is ready. `out`: it has left. `failed`: it came back, and waits for another driver. */
const deliveryStates = ['taken', 'out', 'delivered', 'failed'] as const;

/**
 * The last delivery of an order. Guests read of it while it is out and once it has arrived, and no names; `reason` is a
 * `FailureReason` or the words of the driver.
 */
export const OrderDelivery = z.object({
  state: z.enum(deliveryStates),
  takenAt: instant,
  leftAt: instant.nullable(),
  endedAt: instant.nullable(),
  _id: idOf<DeliveryId>().optional(),
  driverId: idOf<DriverId>().optional(),
  driverName: z.string().optional(),
  reason: z.string().nullable().optional(),
  proof: z.enum(deliveryProofs).nullable().optional(),
  proofName: z.string().nullable().optional(),
});
export type OrderDelivery = z.infer<typeof OrderDelivery>;
