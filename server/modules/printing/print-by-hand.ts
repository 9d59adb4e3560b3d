import type { OrderId, PrinterId, RestaurantId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { findOrder } from '#server/modules/ordering/queries.ts';
import { followOrders } from './follow-orders.ts';
import { findPrinter, listPrintersOf, lockPrinter, queueJob } from './queries.ts';

/**
 * Queues the order's ticket on one printer, or on all of its outlet; a ticket that waits already is not queued twice.
 * @returns the names of the printers.
 * @throws order.not_found, request.not_found for the printer, printing.no_printer.
 */
export async function printTicket(
  tx: Tx,
  restaurantId: RestaurantId,
  { orderId, printerId }: { orderId: OrderId; printerId?: PrinterId },
  now: Date,
): Promise<string[]> {
  const order = await findOrder(tx, restaurantId, orderId);
  if (order === null) throw new Refusal('order.not_found');
  const printers =
    printerId === undefined
      ? await listPrintersOf(tx, restaurantId, order.outlet_id)
      : [await requirePrinter(tx, restaurantId, printerId, now)];
  if (printers.length === 0) throw new Refusal('printing.no_printer', { outlet: order.outlet_name });
  const names: string[] = [];
  for (const { id } of printers) {
    const printer = await lockPrinter(tx, restaurantId, id);
    names.push(printer.name);
    // The ticket may be about to be printed by itself.
    await followOrders(tx, restaurantId, printer, now);
    if (await isWaiting(tx, restaurantId, id, orderId)) continue;
    const job = { printerId: id, orderId, reason: 'hand', occasion: `hand ${newId()}` } as const;
    await queueJob(tx, restaurantId, job, now);
  }
  return names;
}

/** @throws request.not_found */
export async function printTestPage(tx: Tx, restaurantId: RestaurantId, id: PrinterId, now: Date): Promise<void> {
  await requirePrinter(tx, restaurantId, id, now);
  await queueJob(tx, restaurantId, { printerId: id, orderId: null, reason: 'test', occasion: `test ${newId()}` }, now);
}

async function requirePrinter(tx: Tx, restaurantId: RestaurantId, id: PrinterId, now: Date) {
  const printer = await findPrinter(tx, restaurantId, id, now);
  if (printer === null) throw new Refusal('request.not_found');
  return printer;
}

async function isWaiting(tx: Tx, restaurantId: RestaurantId, printerId: PrinterId, orderId: OrderId): Promise<boolean> {
  const waiting = await tx
    .selectFrom('print_jobs')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('printer_id', '=', printerId)
    .where('order_id', '=', orderId)
    .where('state', '=', 'queued')
    .where('reason', '<>', 'cancelled')
    .executeTakeFirst();
  return waiting !== undefined;
}
