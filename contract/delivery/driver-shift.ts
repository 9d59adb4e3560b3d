/** A shift of a driver, with its cash. */
import * as z from 'zod';
import { idOf, instant, price } from '../base/fields.ts';
import type { DriverId, ShiftId } from '../base/ids.ts';

/**
 * `expected` is the change and the cash of the orders; of a closed shift as it was at its end. `difference` is what was counted beyond it,
 * below zero where some is missing; both are null while the shift is open.
 */
export const DriverShift = z.object({
  _id: idOf<ShiftId>(),
  driverId: idOf<DriverId>(),
  driverName: z.string(),
  currency: z.string(),
  openedAt: instant,
  closedAt: instant.nullable(),
  /** Orders in cash that arrived. */
  orders: z.int(),
  float: price,
  expected: price,
  counted: price.nullable(),
  difference: z.number().nullable(),
});
export type DriverShift = z.infer<typeof DriverShift>;
