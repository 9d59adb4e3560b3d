/** The cash of a driver's shift: the change that they carried, and what they took for orders that arrived. */
import * as z from 'zod';
import { editors, endpoint } from '../base/endpoint.ts';
import { done, idOf, idParams, price } from '../base/fields.ts';
import type { ShiftId } from '../base/ids.ts';
import { DriverRun } from './deliveries.ts';
import { DriverShift } from './driver-shift.ts';

/** Taking an order begins a shift without change where none is open; a shift that is open goes on as it is. */
export const openShift = endpoint({
  summary: 'Begin a shift with some change.',
  callers: ['driver'],
  body: z.object({ float: price }),
  answer: z.object({ run: DriverRun }),
  errors: [],
});

/** Sent again after a lost answer it changes nothing: no shift is open then. */
export const closeShift = endpoint({
  summary: 'End the shift with the cash that was counted.',
  callers: ['driver'],
  body: z.object({ counted: price }),
  answer: z.object({ run: DriverRun, shift: DriverShift.nullable() }),
  errors: ['delivery.still_out'],
});

/** The newest first, at most 200; of those that were opened before the shift `before`, where it is given. */
export const listShifts = endpoint({
  summary: 'The shifts of the drivers, and their cash.',
  callers: editors,
  isRestaurantWide: true,
  query: z.object({ before: idOf<ShiftId>().optional() }),
  answer: z.object({ shifts: z.array(DriverShift) }),
  errors: [],
});

/** An open shift ends with it; of a closed one the count is corrected. It is in the audit log. */
export const settleShift = endpoint({
  summary: 'Say how much cash a driver handed in.',
  callers: editors,
  isRestaurantWide: true,
  params: idParams<ShiftId>(),
  body: z.object({ counted: price }),
  answer: done.extend({ shift: DriverShift }),
  errors: ['request.not_found', 'delivery.still_out'],
});
