import type { OrderId, OutletId, PrinterId, RestaurantId } from '#contract/base/ids.ts';
import type { PrintMoment } from '#contract/base/enumerations.ts';
import type { PrintReason, PrintState } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { findLastSeq, listEventsAfter } from '#server/events/queries.ts';
import { listOrdersById, type StoredOrder } from '#server/modules/ordering/queries.ts';
import { queueJob } from './queries.ts';

/** A printer whose row this transaction has locked. */
export interface FollowingPrinter {
  id: PrinterId;
  outlet_id: OutletId;
  prints: PrintMoment;
  events_read: number;
}

/** How many events are looked at in one transaction; what is left comes with the printer's next question. */
const mostEvents = 500;

/**
 * Queues what the events since the last time ask of this printer. How far it has read is written in the same transaction and under
 * the printer's lock, so each order is queued once, whoever asks, in however many servers, and whatever breaks off.
 */
export async function followOrders(
  tx: Tx,
  restaurantId: RestaurantId,
  printer: FollowingPrinter,
  now: Date,
): Promise<void> {
  const events = await listEventsAfter(tx, [{ restaurantId, seq: printer.events_read }], mostEvents);
  const last = events.at(-1);
  if (last === undefined) return;
  const ids = [...new Set(events.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])))];
  const orders = ids.length === 0 ? [] : await listOrdersById(tx, restaurantId, ids);
  for (const order of orders.toReversed()) {
    if (order.outlet_id === printer.outlet_id) await queueWhatIsDue(tx, restaurantId, printer, order, now);
  }
  await tx
    .updateTable('printers')
    .set({ events_read: last.seq })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', printer.id)
    .execute();
}

/** Where a printer begins to follow: nothing from before it was there is printed by itself. */
export function startOfFollowing(tx: Tx, restaurantId: RestaurantId): Promise<number> {
  return findLastSeq(tx, restaurantId);
}

interface KnownJob {
  reason: PrintReason;
  state: PrintState;
  tries: number;
}

/**
 * What the kitchen holds in its hands, or will, is to say what the order is now: a ticket, or a slip that calls it back. What the
 * printer has not fetched yet and is not true any more is dropped, so it never prints a ticket only to call it back.
 */
async function queueWhatIsDue(
  tx: Tx,
  restaurantId: RestaurantId,
  printer: FollowingPrinter,
  order: StoredOrder,
  now: Date,
): Promise<void> {
  const isCancelled = order.status === 'Cancelled';
  const isTrue = ({ reason }: KnownJob) => (reason === 'cancelled') === isCancelled;
  const jobs = await listJobsOf(tx, restaurantId, printer.id, order.id);
  await dropUnfetched(tx, restaurantId, printer.id, order, now);
  const last = jobs.filter((job) => job.tries > 0 || (job.state === 'queued' && isTrue(job))).at(-1);
  const queue = (reason: PrintReason, occasion: string) =>
    queueJob(tx, restaurantId, { printerId: printer.id, orderId: order.id, reason, occasion }, now);

  if (isCancelled) {
    if (last !== undefined && !isTrue(last)) await queue('cancelled', `cancelled ${order.status_version}`);
  } else if (last?.reason === 'cancelled') {
    await queue('restored', `restored ${order.status_version}`);
  } else if (last === undefined && jobs.some(({ state, reason }) => state === 'dropped' && reason !== 'cancelled')) {
    await queue('order', `order ${order.status_version}`);
  } else if (isDue(printer.prints, order)) {
    await queue('order', 'order');
  }
}

/** What is for later arrives when the kitchen is to begin with it. */
function isDue(prints: PrintMoment, { status, fires_at, fired_at }: StoredOrder): boolean {
  if (prints === 'arrival') return status !== 'New' || fires_at === null || fired_at !== null;
  return prints === 'acceptance' && status !== 'New';
}

/** By the time they were queued. */
function listJobsOf(tx: Tx, restaurantId: RestaurantId, printerId: PrinterId, orderId: OrderId): Promise<KnownJob[]> {
  return tx
    .selectFrom('print_jobs')
    .select(['reason', 'state', 'tries'])
    .where('restaurant_id', '=', restaurantId)
    .where('printer_id', '=', printerId)
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Of a cancelled order the tickets, of any other the slips that call one back. */
async function dropUnfetched(
  tx: Tx,
  restaurantId: RestaurantId,
  printerId: PrinterId,
  { id: orderId, status }: StoredOrder,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('print_jobs')
    .set({ state: 'dropped', done_at: now })
    .where('restaurant_id', '=', restaurantId)
    .where('printer_id', '=', printerId)
    .where('order_id', '=', orderId)
    .where('state', '=', 'queued')
    .where('tries', '=', 0)
    .where('reason', status === 'Cancelled' ? '<>' : '=', 'cancelled')
    .execute();
}
