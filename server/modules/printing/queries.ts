import { sql } from 'kysely';
import type { OrderId, OutletId, PrinterId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { PrintReason } from '#server/db/schema/printing.ts';

const hour = 3_600_000;

/** A printer that is not deleted, in an outlet that is not, with its waiting jobs. */
export type PrinterRow = Awaited<ReturnType<typeof listPrinters>>[number];

/** The printers sorted by outlet and name, with the tickets that wait, and that failed in the day before `now`. */
export function listPrinters(tx: Tx, restaurantId: RestaurantId, now: Date) {
  return selectPrinters(tx, restaurantId, now).execute();
}

export async function countPrinters(tx: Tx, restaurantId: RestaurantId): Promise<number> {
  const { count } = await presentPrinters(tx, restaurantId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findPrinter(
  tx: Tx,
  restaurantId: RestaurantId,
  id: PrinterId,
  now: Date,
): Promise<PrinterRow | null> {
  return (await selectPrinters(tx, restaurantId, now).where('printers.id', '=', id).executeTakeFirst()) ?? null;
}

/** Locks the printer until this transaction ends. Throws when there is none. */
export function lockPrinter(tx: Tx, restaurantId: RestaurantId, id: PrinterId) {
  return tx
    .selectFrom('printers')
    .select(['id', 'name', 'outlet_id', 'prints', 'hidden_categories', 'events_read'])
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** The printers of an outlet, oldest first. */
export function listPrintersOf(tx: Tx, restaurantId: RestaurantId, outletId: OutletId) {
  return tx
    .selectFrom('printers')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('outlet_id', '=', outletId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

interface NewPrintJob {
  printerId: PrinterId;
  /** Null for a test page. */
  orderId: OrderId | null;
  reason: PrintReason;
  /** The key of a job: there is one for each printer, order and occasion. */
  occasion: string;
}

/**
 * Queues a job unless it is queued already; there is one for each printer, order and occasion.
 * @returns whether it is new.
 */
export async function queueJob(
  tx: Tx,
  restaurantId: RestaurantId,
  { printerId, orderId, reason, occasion }: NewPrintJob,
  at: Date,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('print_jobs')
    .values({
      restaurant_id: restaurantId,
      id: newId(),
      printer_id: printerId,
      order_id: orderId,
      reason,
      occasion,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Removes up to `limit` jobs that are no longer requested. */
export async function deleteJobsBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from print_jobs where (restaurant_id, id) in (
      select restaurant_id, id from print_jobs where created_at < ${before} order by created_at limit ${limit}
    )`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Printers of outlets that are not deleted. */
function presentPrinters(tx: Tx, restaurantId: RestaurantId) {
  return tx
    .selectFrom('printers')
    .innerJoin('outlets', (join) =>
      join
        .onRef('outlets.restaurant_id', '=', 'printers.restaurant_id')
        .onRef('outlets.id', '=', 'printers.outlet_id')
        .on('outlets.deleted_at', 'is', null),
    )
    .where('printers.restaurant_id', '=', restaurantId)
    .where('printers.deleted_at', 'is', null);
}

function selectPrinters(tx: Tx, restaurantId: RestaurantId, now: Date) {
  const dayAgo = new Date(now.getTime() - limits.printJobHours * hour);
  return presentPrinters(tx, restaurantId)
    .select([
      'printers.id',
      'printers.outlet_id',
      'outlets.name as outlet_name',
      'outlets.time_zone as outlet_time_zone',
      'printers.name',
      'printers.kind',
      'printers.width',
      'printers.prints',
      'printers.hidden_categories',
      'printers.status_code',
      'printers.last_seen_at',
    ])
    .select([
      sql<number>`(select count(*) from print_jobs job
        where job.restaurant_id = printers.restaurant_id and job.printer_id = printers.id
          and job.state in ('queued', 'sent') and job.created_at >= ${dayAgo})
        + ${unreadOrders(dayAgo)}`.as('waiting'),
      awaitedOrders(dayAgo).as('awaited'),
      sql<number>`(select count(*) from print_jobs job
        where job.restaurant_id = printers.restaurant_id and job.printer_id = printers.id
          and job.state = 'failed' and job.created_at >= ${dayAgo})`.as('failed'),
      unprintedOrders(dayAgo).as('unprinted'),
    ])
    .orderBy('outlets.name')
    .orderBy('printers.name')
    .orderBy('printers.id');
}

/** Orders that are still being made, whose ticket waits for the printer. */
function awaitedOrders(dayAgo: Date) {
  return sql<number>`(select count(distinct orders.id) from print_jobs job
    join orders on orders.restaurant_id = job.restaurant_id and orders.id = job.order_id
    where job.restaurant_id = printers.restaurant_id and job.printer_id = printers.id
      and job.state in ('queued', 'sent') and job.created_at >= ${dayAgo} and orders.status not in ('Completed', 'Cancelled'))
    + ${unreadOrders(dayAgo, sql`orders.status <> 'Completed'`)}`;
}

/** Orders that are still being made, whose ticket has failed and was not printed since, by this printer or by hand on another. */
function unprintedOrders(dayAgo: Date) {
  return sql<number>`(select count(distinct orders.id) from print_jobs job
    join orders on orders.restaurant_id = job.restaurant_id and orders.id = job.order_id
    where job.restaurant_id = printers.restaurant_id and job.printer_id = printers.id
      and job.state = 'failed' and job.created_at >= ${dayAgo} and orders.status not in ('Completed', 'Cancelled')
      and not exists (select from print_jobs later where later.restaurant_id = job.restaurant_id
        and later.order_id = job.order_id and later.state = 'printed' and later.created_at > job.created_at
        and (later.printer_id = job.printer_id or later.reason = 'hand')))`;
}

/**
 * Orders that become jobs at the printer's next poll: those after its position, by the same rule as `follow-orders`.
 */
function unreadOrders(dayAgo: Date, which = sql`true`) {
  return sql<number>`(select count(distinct orders.id) from events
    join orders on orders.restaurant_id = events.restaurant_id and orders.id = events.order_id
    where events.restaurant_id = printers.restaurant_id and events.seq > printers.events_read
      and events.happened_at >= ${dayAgo} and orders.outlet_id = printers.outlet_id and orders.status <> 'Cancelled' and ${which}
      and (orders.status <> 'New' and printers.prints = 'acceptance' or printers.prints = 'arrival'
        and (orders.status <> 'New' or orders.fires_at is null or orders.fired_at is not null))
      and not exists (select from print_jobs job where job.restaurant_id = orders.restaurant_id
        and job.printer_id = printers.id and job.order_id = orders.id and job.reason = 'order' and job.state <> 'dropped'))`;
}
