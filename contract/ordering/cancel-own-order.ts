/** A guest takes an order back that nobody has accepted. */
import * as z from 'zod';
import { endpoint } from '../base/endpoint.ts';
import { idOf } from '../base/fields.ts';
import type { OrderId } from '../base/ids.ts';
import { Order } from './orders.ts';

/** An order that is cancelled already is answered as it is, so that a repeated request succeeds. */
export const cancelOwnOrder = endpoint({
  summary: "Cancel an order of one's own that the restaurant has not accepted.",
  callers: ['customer'],
  isUrgent: true,
  body: z.object({ orderId: idOf<OrderId>() }),
  answer: z.object({ order: Order }),
  errors: ['order.not_found', 'order.already_accepted'],
});
