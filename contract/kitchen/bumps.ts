/** What the kitchen says of the lines of an order: made, or to be made again (LO-13). */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { idOf } from '../base/fields.ts';
import type { OrderId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { Order } from '../ordering/orders.ts';

const someLines = z.object({
  orderId: idOf<OrderId>(),
  lines: z.array(z.int().min(1).max(limits.basketLinesMax)).min(1).max(limits.basketLinesMax),
});

/** By `lineNumber`. Lines that are made already stay so; when none is left, an order in the kitchen becomes Ready. */
export const bumpLines = endpoint({
  summary: 'Say that lines of an order are made.',
  callers: merchant,
  isUrgent: true,
  body: someLines,
  answer: z.object({ order: Order }),
  errors: ['order.not_found', 'order.line_not_found', 'order.status_changed', 'order.move_not_allowed'],
});

/**
 * The way back, for as long as the order is not completed. Within the time of an undo an order that became Ready is in the kitchen
 * again; after it the order stays Ready, because the guest was told, and the lines are to be made again all the same.
 */
export const recallLines = endpoint({
  summary: 'Call lines of an order back to the kitchen.',
  callers: merchant,
  isUrgent: true,
  body: someLines,
  answer: z.object({ order: Order }),
  errors: ['order.not_found', 'order.line_not_found', 'order.status_changed', 'order.move_not_allowed'],
});
