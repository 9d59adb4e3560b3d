/** Another time for an order that a kitchen has accepted. */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { idOf } from '../base/fields.ts';
import type { OrderId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { Order } from './orders.ts';

/** `preparationTime` counts from now, as when the order was accepted. A scheduled order stays promised for its slot at the earliest. */
export const changeOrderTime = endpoint({
  summary: 'Promise another time for an order in the kitchen, and tell its guest.',
  callers: merchant,
  isUrgent: true,
  body: z.object({ orderId: idOf<OrderId>(), preparationTime: z.int().min(1).max(limits.promiseMinutesMax) }),
  answer: z.object({ order: Order }),
  errors: ['order.not_found', 'order.status_changed'],
});
