/** Proposing changes of an order to its guest, and answering them (decision 89). */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { idOf, text } from '../base/fields.ts';
import type { OrderId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { ChangedFacts } from './order-change.ts';
import { OrderLineInput } from './order-lines.ts';
import { Order } from './orders.ts';

/**
 * A line of the order as it is to be: with `lineNumber` alone it is the dish that was ordered, at its price of then; with `dish` too,
 * another one takes its place; with `dish` alone, it is added. Dishes have the prices of now.
 */
const WantedLine = z
  .object({
    lineNumber: z.int().min(1).optional(),
    quantity: z.int().min(1).max(limits.quantityMax),
    dish: OrderLineInput.pick({ itemId: true, modifierList: true, selections: true, note: true }).optional(),
  })
  .refine(({ lineNumber, dish }) => lineNumber !== undefined || dish !== undefined, { path: ['dish'] });
export type WantedLine = z.infer<typeof WantedLine>;

/** All lines of the changed order: one that is not named is taken off. */
export const WantedOrder = z.object({
  orderId: idOf<OrderId>(),
  lines: z.array(WantedLine).min(1).max(limits.basketLinesMax),
  /** Minutes from now, for an order that the kitchen has accepted; without it the promised time stays. */
  preparationTime: z.int().min(1).max(limits.promiseMinutesMax).optional(),
});
export type WantedOrder = z.infer<typeof WantedOrder>;

const refusals = [
  'order.not_found',
  'order.line_not_found',
  'order.change_too_late',
  'order.change_open',
  'order.change_is_none',
  'order.change_costs_more',
  'order.change_not_refundable',
  'order.change_paid_at_table',
  'order.change_with_courier',
  'order.too_many_changes',
  'order.outlet_not_found',
  'order.item_gone',
  'order.item_unavailable',
  'order.sold_out',
  'order.options_invalid',
] as const;

/** Writes nothing. */
export const previewChange = endpoint({
  summary: 'The figures that an order would have with other lines.',
  callers: merchant,
  isReading: true,
  inSupportAccess: 'never',
  body: WantedOrder,
  maxBodyBytes: limits.orderBodyBytes,
  answer: z.object({ before: ChangedFacts, after: ChangedFacts }),
  errors: refusals,
});

/** The order stays as it is until its guest agrees. The question waits for an answer for the minutes that the outlet has set. */
export const proposeChange = endpoint({
  summary: 'Ask the guest of an order whether it may be changed.',
  callers: merchant,
  isUrgent: true,
  body: WantedOrder.extend({ note: text(limits.reason).default('') }),
  maxBodyBytes: limits.orderBodyBytes,
  answer: z.object({ order: Order }),
  errors: refusals,
});

/** Staff answer for a guest whom they have on the telephone; the order's history says so. The same answer again changes nothing. */
export const answerChange = endpoint({
  summary: 'Agree to the change of an order, or decline it.',
  callers: [...merchant, 'customer'],
  isUrgent: true,
  body: z.object({ orderId: idOf<OrderId>(), number: z.int().min(1), isAccepted: z.boolean() }),
  answer: z.object({ order: Order }),
  errors: [
    'order.not_found',
    'order.change_not_found',
    'order.change_over',
    'order.change_paid_at_table',
    'order.change_with_courier',
    'order.sold_out',
  ],
});

export const withdrawChange = endpoint({
  summary: 'Take the question to the guest back.',
  callers: merchant,
  isUrgent: true,
  body: z.object({ orderId: idOf<OrderId>(), number: z.int().min(1) }),
  answer: z.object({ order: Order }),
  errors: ['order.not_found', 'order.change_not_found', 'order.change_over'],
});
