import type { CategoryId, ItemId, OrderId, OutletId, PrinterId, RestaurantId } from '#contract/base/ids.ts';
import type { PrintMoment } from '#contract/base/enumerations.ts';
import type { Tx } from '#server/db/transaction.ts';
import { listEventsAfter } from '#server/events/queries.ts';
import { listOrdersById, type StoredOrder } from '#server/modules/ordering/queries.ts';
import { listItemsOnlyIn } from '#server/modules/menu/categories/queries.ts';
import { queueJob } from './queries.ts';
import type { PrintReason, PrintState } from '#server/db/schema/printing.ts';

/** A printer whose row this transaction has locked. */
interface PrinterPosition {
  id: PrinterId;
  outlet_id: OutletId;
  prints: PrintMoment;
  hidden_categories: readonly CategoryId[];
  events_read: number;
}

/** Events read in one transaction; the rest follows at the printer's next poll. */
const eventsPerRun = 500;

/**
 * Queues the jobs that events since the last time require of this printer. Its position in the events is written in the
 * same transaction and under the printer's lock, so each order is queued once, however many servers run and whatever
 * breaks.
 */
export async function followOrders(
  tx: Tx,
  restaurantId: RestaurantId,
  printer: PrinterPosition,
  now: Date,
): Promise<void> {
  const events = await listEventsAfter(tx, [{ restaurantId, seq: printer.events_read }], eventsPerRun);
  const last = events.at(-1);
  if (last === undefined) return;
  const ids = [...new Set(events.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])))];
  const orders = ids.length === 0 ? [] : await listOrdersById(tx, restaurantId, ids);
  // Most events are of no order.
  const elsewhere = orders.length === 0 ? noItems : await madeElsewhere(tx, restaurantId, printer.hidden_categories);
  for (const order of orders.toReversed()) {
    if (order.outlet_id !== printer.outlet_id) continue;
    await queueDueJobs(tx, restaurantId, printer, { order, hasWork: hasWork(order, elsewhere) }, now);
  }
  await tx
    .updateTable('printers')
    .set({ events_read: last.seq })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', printer.id)
    .execute();
}

export const noItems: ReadonlySet<ItemId> = new Set();

/** The items that a printer leaves out: those that stand in its hidden categories alone. */
export async function madeElsewhere(
  tx: Tx,
  restaurantId: RestaurantId,
  hidden: readonly CategoryId[],
): Promise<ReadonlySet<ItemId>> {
  return hidden.length === 0 ? noItems : new Set(await listItemsOnlyIn(tx, restaurantId, hidden));
}

function hasWork({ lines }: StoredOrder, elsewhere: ReadonlySet<ItemId>): boolean {
  return lines.some(({ item_id }) => !elsewhere.has(item_id));
}

interface KnownJob {
  reason: PrintReason;
  state: PrintState;
  tries: number;
  /** When the printer last fetched it. */
  sent_at: Date | null;
  /** The change that it has: see `lastChange`. */
  fetched_change: number | null;
}

/**
 * Queues a ticket, a newer one of a changed order, or a slip that calls one back, so that the paper in the kitchen matches the order.
 * Outdated jobs that were not fetched yet are dropped: a ticket is never printed only to be called back, nor after its order's acceptance
 * was undone. An order without work for this printer gets no ticket by itself; one that was printed here all the same, by hand or before
 * the categories changed, is called back.
 */
async function queueDueJobs(
  tx: Tx,
  restaurantId: RestaurantId,
  printer: PrinterPosition,
  { order, hasWork: isOurs }: { order: StoredOrder; hasWork: boolean },
  now: Date,
): Promise<void> {
  const isCancelled = order.status === 'Cancelled';
  const isTrue = ({ reason }: KnownJob) => (reason === 'cancelled') === isCancelled;
  const jobs = await listJobsOf(tx, restaurantId, printer.id, order.id);
  await dropUnfetched(tx, restaurantId, printer, order, now);
  const last = jobs.filter((job) => job.tries > 0 || (job.state === 'queued' && isTrue(job))).at(-1);
  const queue = (reason: PrintReason, occasion: string) =>
    queueJob(tx, restaurantId, { printerId: printer.id, orderId: order.id, reason, occasion }, now);

  if (isCancelled) {
    if (last !== undefined && !isTrue(last)) await queue('cancelled', `cancelled ${order.status_version}`);
  } else if (last?.reason === 'cancelled') {
    await queue('restored', `restored ${order.status_version}`);
  } else if (last !== undefined && isOutdated(last, order)) {
    const occasion = `changed ${lastChange(order)}`;
    // A cancellation that was undone has dropped the ticket, which comes once more.
    const isDropped = jobs.some(({ reason, state }) => reason === 'changed' && state === 'dropped');
    await queue('changed', isDropped ? `${occasion} ${order.status_version}` : occasion);
  } else if (!isOurs) {
    return;
  } else if (isDue(printer.prints, order)) {
    const tickets = jobs.filter(({ reason }) => reason === 'order');
    if (tickets.some(({ state }) => state !== 'dropped')) return;
    await queue('order', tickets.length === 0 ? 'order' : `order ${order.status_version}`);
  } else if (last === undefined && jobs.some(({ state, reason }) => state === 'dropped' && reason === 'hand')) {
    await queue('hand', `hand ${order.status_version}`);
  }
}

/**
 * Whether the order was changed since its paper was made. One that the printer has not fetched is made of the order as it is then. A change may
 * be accepted before the ticket is fetched and committed after it, so its number tells and not its time.
 */
function isOutdated({ tries, sent_at, fetched_change }: KnownJob, order: StoredOrder): boolean {
  if (tries === 0) return false;
  if (fetched_change !== null) return fetched_change < lastChange(order);
  // A server of before has handed it out.
  const change = lastAccepted(order);
  return change !== undefined && sent_at !== null && sent_at < change.ended_at!;
}

/** The number of the last change that the order has; 0 where it is as it was placed. */
export function lastChange(order: StoredOrder): number {
  return lastAccepted(order)?.number ?? 0;
}

function lastAccepted({ changes }: StoredOrder): StoredOrder['changes'][number] | undefined {
  return changes.findLast(({ state }) => state === 'accepted');
}

/** A scheduled order arrives when it fires. */
function isDue(prints: PrintMoment, { status, fires_at, fired_at }: StoredOrder): boolean {
  if (prints === 'arrival') return status !== 'New' || fires_at === null || fired_at !== null;
  return prints === 'acceptance' && status !== 'New';
}

/** Sorted by the time they were queued. */
function listJobsOf(tx: Tx, restaurantId: RestaurantId, printerId: PrinterId, orderId: OrderId): Promise<KnownJob[]> {
  return tx
    .selectFrom('print_jobs')
    .select(['reason', 'state', 'tries', 'sent_at', 'fetched_change'])
    .where('restaurant_id', '=', restaurantId)
    .where('printer_id', '=', printerId)
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/**
 * Drops a cancelled order's tickets. Of any other order the slips that call one back, and the ticket that came by itself while the order
 * is not due. A printer that was changed to print by hand keeps the tickets from before.
 */
async function dropUnfetched(
  tx: Tx,
  restaurantId: RestaurantId,
  { id: printerId, prints }: PrinterPosition,
  order: StoredOrder,
  now: Date,
): Promise<void> {
  const isEarly = prints !== 'hand' && !isDue(prints, order);
  const outdated: readonly PrintReason[] = isEarly ? ['cancelled', 'order'] : ['cancelled'];
  await tx
    .updateTable('print_jobs')
    .set({ state: 'dropped', done_at: now })
    .where('restaurant_id', '=', restaurantId)
    .where('printer_id', '=', printerId)
    .where('order_id', '=', order.id)
    .where('state', '=', 'queued')
    .where('tries', '=', 0)
    .$if(order.status === 'Cancelled', (query) => query.where('reason', '<>', 'cancelled'))
    .$if(order.status !== 'Cancelled', (query) => query.where('reason', 'in', outdated))
    .execute();
}
