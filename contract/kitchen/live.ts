/** The live stream of a restaurant: server-sent events that resume after a lost connection (R58 to R61). */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { idOf } from '../base/fields.ts';
import type { OrderId, OutletId } from '../base/ids.ts';
import { Order } from '../ordering/orders.ts';

/**
 * The data of one event. `ready` opens every stream; `reload` means that the gap is too old to fill. Guests do not get
 * the events about an order's escalation.
 */
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
  /** A service request from a table was made or answered. */
  z.object({ type: z.literal('service_request.changed'), seq: z.int(), outletId: idOf<OutletId>() }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

/** Resumes after the number in the Last-Event-ID header. Guests get only their own orders. */
export const streamEvents = endpoint({
  summary: "The restaurant's events as they happen, as server-sent events.",
  callers: [...merchant, 'customer'],
  query: z.object({ orderId: idOf<OrderId>().optional() }),
  answer: 'stream',
  errors: [],
});
