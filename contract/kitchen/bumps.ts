/** Bumping and recalling the lines of an order on the kitchen display. */
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

/**
 * Lines are given by `lineNumber`; bumping a line twice changes nothing. The last bump moves an order from the kitchen
 * to Ready.
 */
export const bumpLines = endpoint({
  summary: 'Bump lines of an order: they are made.',
  callers: merchant,
  isUrgent: true,
  body: someLines,
  answer: z.object({ order: Order }),
  errors: ['order.not_found', 'order.line_not_found', 'order.status_changed', 'order.move_not_allowed'],
});

/**
 * Undoes bumps until the order is completed. Within the undo time a Ready order returns to the kitchen; after it the
 * order stays Ready, because the guest was told, and only the lines are recalled.
 */
export const recallLines = endpoint({
  summary: 'Recall bumped lines of an order: they are to be made again.',
  callers: merchant,
  isUrgent: true,
  body: someLines,
  answer: z.object({ order: Order }),
  errors: ['order.not_found', 'order.line_not_found', 'order.status_changed', 'order.move_not_allowed'],
});
