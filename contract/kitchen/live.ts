/** What happens while a screen is open: server-sent events that resume after a lost connection (decision 16; R58 to R61). */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { idOf } from '../base/fields.ts';
import type { OrderId, OutletId } from '../base/ids.ts';
import { Order } from '../ordering/orders.ts';

/** The data of one event. What becomes of the alarm of an order, `order.escalated` and `order.seen`, is for the restaurant alone. `ready` opens every stream, `reload` says that the gap is too old to fill. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), seq: z.int() }),
  z.object({ type: z.literal('reload'), seq: z.int() }),
  z.object({ type: z.literal('order.placed'), seq: z.int(), order: Order }),
  z.object({ type: z.literal('order.fired'), seq: z.int(), order: Order }),
  z.object({ type: z.literal('order.status_changed'), seq: z.int(), order: Order }),
  z.object({ type: z.literal('order.escalated'), seq: z.int(), order: Order }),
  z.object({ type: z.literal('order.seen'), seq: z.int(), order: Order }),
  z.object({ type: z.literal('order.bumped'), seq: z.int(), order: Order }),
  z.object({ type: z.literal('outlet.changed'), seq: z.int(), outletId: idOf<OutletId>() }),
  z.object({ type: z.literal('catalogue.changed'), seq: z.int() }),
  /** A table has called, or somebody has answered it. */
  z.object({ type: z.literal('table.called'), seq: z.int(), outletId: idOf<OutletId>() }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

/** Resumes after the number in the Last-Event-ID header. A guest gets the own orders only. */
export const streamEvents = endpoint({
  summary: "The restaurant's events as they happen, as server-sent events.",
  callers: [...merchant, 'customer'],
  query: z.object({ orderId: idOf<OrderId>().optional() }),
  answer: 'stream',
  errors: [],
});
