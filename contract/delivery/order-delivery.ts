/** How an order goes out, beside its status: an order that is out stays Ready until it is handed over (decision 91). */
import * as z from 'zod';
import { idOf, instant, price } from '../base/fields.ts';
import type { CourierCompanyId, DeliveryId, DriverId } from '../base/ids.ts';
import { courierProblems, courierStates } from './courier-states.ts';
import { courierProof, deliveryProofs } from './proofs.ts';

/** `taken`: a driver has it, or will once it is ready. `out`: it has left. `failed`: it came back, and waits for another driver. */
const deliveryStates = ['taken', 'out', 'delivered', 'failed'] as const;

/** How a courier company says it, where no driver of the restaurant has the order. `fee` is what the company asked for. */
const OrderCourier = z.object({
  companyId: idOf<CourierCompanyId>(),
  state: z.enum(courierStates),
  fee: price.nullable(),
  /** Minutes to the door, as the company said when it was asked. */
  minutes: z.int().nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  problem: z.enum(courierProblems).nullable(),
});
export type OrderCourier = z.infer<typeof OrderCourier>;

/**
 * The last delivery of an order. Guests read of it while it is out and once it has arrived, and no names; `reason` is a
 * `FailureReason` or the words of the driver. Of a courier `driverName` is the name of the company, and there is no `driverId`.
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
  proof: z
    .enum([...deliveryProofs, courierProof])
    .nullable()
    .optional(),
  proofName: z.string().nullable().optional(),
  /** A delivery with a photo says whether it is still there; servers of before do not. */
  hasPhoto: z.boolean().optional(),
  courier: OrderCourier.optional(),
});
export type OrderDelivery = z.infer<typeof OrderDelivery>;
