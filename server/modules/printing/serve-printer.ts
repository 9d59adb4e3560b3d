/**
 * The requests of a printer by CloudPRNT: poll, fetch, confirm. Everything about one printer happens under its lock.
 */
import { sql } from 'kysely';
import type { ItemId, OrderId, PrinterId, PrintJobId, RestaurantId } from '#contract/base/ids.ts';
import type { Language } from '#contract/base/enumerations.ts';
import { limits } from '#contract/base/limits.ts';
import type { PrinterPoll } from '#contract/printing/printing.ts';
import { platformTransaction, transaction, type Tx } from '#server/db/transaction.ts';
import type { Db } from '#server/db/connect.ts';
import { hashToken } from '#server/modules/accounts/sessions/sessions.ts';
import { findOrder, markPrinted, type StoredOrder } from '#server/modules/ordering/queries.ts';
import { getSender } from '#server/modules/restaurants/queries.ts';
import { followOrders, lastChange, madeElsewhere, noItems } from './follow-orders.ts';
import { findPrinter, lockPrinter, type PrinterRow } from './queries.ts';
import type { PrintReason } from '#server/db/schema/printing.ts';

/** The printer behind the secret in the address. */
export interface PollingPrinter {
  restaurantId: RestaurantId;
  printerId: PrinterId;
}

/** A job that the printer has just fetched, with the data to print it. */
export interface FetchedJob {
  /** Null for a test page. */
  order: StoredOrder | null;
  reason: PrintReason;
  /** The number of tickets of this order that this printer has fetched before, of a changed one those since its change. */
  copiesBefore: number;
  /** The restaurant's, as its country. */
  language: Language;
  country: string;
  /** Items that another station makes. */
  elsewhere: ReadonlySet<ItemId>;
}

/** @returns null for an unknown or former address, or one of a closed restaurant. */
export async function findPollingPrinter(db: Db, token: string): Promise<PollingPrinter | null> {
  const found = await platformTransaction(
    db,
    'printer-lookup',
    (tx) =>
      tx
        .selectFrom('printers')
        .innerJoin('outlets', (join) =>
          join
            .onRef('outlets.restaurant_id', '=', 'printers.restaurant_id')
            .onRef('outlets.id', '=', 'printers.outlet_id')
            .on('outlets.deleted_at', 'is', null),
        )
        .innerJoin('restaurants', (join) =>
          join.onRef('restaurants.id', '=', 'printers.restaurant_id').on('restaurants.closed_at', 'is', null),
        )
        .select(['printers.restaurant_id', 'printers.id'])
        .where('printers.token_hash', '=', hashToken(token))
        .where('printers.deleted_at', 'is', null)
        .executeTakeFirst(),
    { readOnly: true },
  );
  return found === undefined ? null : { restaurantId: found.restaurant_id, printerId: found.id };
}

/**
 * Stores the printer's state, and returns the job to fetch, if any. A job that was fetched and neither confirmed nor
 * refused comes back after `printLeaseSeconds`, or as soon as the printer says that it cannot print. A poll that is null says nothing of
 * the printer's state.
 */
export function answerPoll(
  db: Db,
  { restaurantId, printerId }: PollingPrinter,
  poll: PrinterPoll | null,
  now: Date,
): Promise<PrintJobId | null> {
  const status = statusOf(poll?.statusCode);
  const told = poll === null ? {} : { status_code: status, mac: poll.printerMAC ?? null };
  return transaction(db, restaurantId, async (tx) => {
    const printer = await tx
      .updateTable('printers')
      .set({ last_seen_at: now, ...told })
      .where('restaurant_id', '=', restaurantId)
      .where('id', '=', printerId)
      .returning(['id', 'outlet_id', 'prints', 'hidden_categories', 'events_read'])
      .executeTakeFirstOrThrow();
    await followOrders(tx, restaurantId, printer, now);
    if (poll?.printingInProgress === true) {
      await renewLease(tx, restaurantId, printerId, now);
      return null;
    }
    const canPrint = isSuccess(status);
    await requeueJobs(tx, restaurantId, printerId, now, canPrint ? null : status);
    return canPrint ? findNextJob(tx, restaurantId, printerId) : null;
  });
}

/**
 * Hands a job out, to one of several parallel callers. Without `id`, the next one.
 * @returns null when there is none, or it was handed out.
 */
export function fetchJob(
  db: Db,
  { restaurantId, printerId }: PollingPrinter,
  id: PrintJobId | null,
  now: Date,
): Promise<FetchedJob | null> {
  return transaction(db, restaurantId, async (tx) => {
    const printer = await lockPrinter(tx, restaurantId, printerId);
    await followOrders(tx, restaurantId, printer, now);
    await requeueJobs(tx, restaurantId, printerId, now, null);
    const nextId = id ?? (await findNextJob(tx, restaurantId, printerId));
    if (nextId === null) return null;
    const orderId = await findOrderOfJob(tx, restaurantId, nextId);
    const order = orderId === null ? null : await findOrder(tx, restaurantId, orderId);
    // In one update: a second one of the row would have it wait for whoever changes the order.
    const { rows } = await sql<{ reason: PrintReason; copiesBefore: number }>`
      update print_jobs job
      set state = 'sent', sent_at = ${now}, tries = tries + 1, fetched_change = ${order && lastChange(order)}
      where restaurant_id = ${restaurantId} and printer_id = ${printerId} and id = ${nextId} and state = 'queued'
      returning reason, case reason when 'changed' then tries - 1 else (
        select coalesce(sum(other.tries), 0) from print_jobs other
        where other.restaurant_id = ${restaurantId} and other.printer_id = ${printerId}
          and other.order_id = job.order_id and other.reason not in ('cancelled', 'test')
      ) end::integer as "copiesBefore"`.execute(tx);
    const [job] = rows;
    if (job === undefined) return null;
    const { language, country } = await getSender(tx, restaurantId);
    // A ticket that somebody asked for is whole.
    const isWhole = order === null || job.reason === 'hand';
    const elsewhere = isWhole ? noItems : await madeElsewhere(tx, restaurantId, printer.hidden_categories);
    return { ...job, language, country, order, elsewhere };
  });
}

/** Null where the job is of no order, such as a test of the printer, or has gone. */
async function findOrderOfJob(tx: Tx, restaurantId: RestaurantId, id: PrintJobId): Promise<OrderId | null> {
  const job = await tx
    .selectFrom('print_jobs')
    .select('order_id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return job?.order_id ?? null;
}

/**
 * The printer's settings.
 * @returns null when it was deleted meanwhile.
 */
export function findSetup(db: Db, { restaurantId, printerId }: PollingPrinter, now: Date): Promise<PrinterRow | null> {
  return transaction(db, restaurantId, (tx) => findPrinter(tx, restaurantId, printerId, now), { readOnly: true });
}

/**
 * Ends a job, or notes that it failed. `code` is '200 OK', 'OK', '410', ...; without `id` it concerns the last fetched
 * job. A failed job is tried again, `printTries` times in all.
 */
export function confirmJob(
  db: Db,
  { restaurantId, printerId }: PollingPrinter,
  { id, code }: { id: PrintJobId | null; code: string },
  now: Date,
): Promise<void> {
  const status = statusOf(code);
  return transaction(db, restaurantId, async (tx) => {
    await lockPrinter(tx, restaurantId, printerId);
    const job = await findFetched(tx, restaurantId, printerId, id);
    if (job === null) return;
    if (isSuccess(status)) {
      await tx
        .updateTable('print_jobs')
        .set({ state: 'printed', done_at: now, problem: null })
        .where('restaurant_id', '=', restaurantId)
        .where('id', '=', job.id)
        .execute();
      if (job.order_id !== null && job.reason !== 'cancelled') {
        await markPrinted(tx, restaurantId, job.order_id, now);
      }
    } else if (job.state === 'sent') {
      await requeueJobs(tx, restaurantId, printerId, now, status);
    }
  });
}

/**
 * Notes the state in which a printer was that tells it with its results alone. A job that it could not print for want of paper or with an
 * open cover waits, however often it is tried: the next print says that it may be a copy.
 */
export function notePrinting(
  db: Db,
  { restaurantId, printerId }: PollingPrinter,
  id: PrintJobId,
  status: number,
): Promise<void> {
  return transaction(db, restaurantId, async (tx) => {
    await tx
      .updateTable('printers')
      .set({ status_code: status })
      .where('restaurant_id', '=', restaurantId)
      .where('id', '=', printerId)
      .execute();
    if (isSuccess(status) || status >= 500) return;
    await sql`
      update print_jobs set state = 'queued', problem = ${status}, tries = least(tries, 1)
      where restaurant_id = ${restaurantId} and printer_id = ${printerId} and id = ${id} and state = 'sent'`.execute(
      tx,
    );
  });
}

/**
 * The three digits: '410%20Paper' is 410. Text without them is 200 when it says OK, otherwise 0, which is no success.
 */
function statusOf(text = '200 OK'): number {
  const digits = /^\s*"?(\d{3})(?!\d)/.exec(text)?.[1];
  if (digits !== undefined) return Number(digits);
  return /^\s*OK/i.test(text) ? 200 : 0;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

async function findNextJob(tx: Tx, restaurantId: RestaurantId, printerId: PrinterId): Promise<PrintJobId | null> {
  const job = await tx
    .selectFrom('print_jobs')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('printer_id', '=', printerId)
    .where('state', '=', 'queued')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  return job?.id ?? null;
}

/** A job that is confirmed late may be queued again already, or given up: it was printed all the same. */
async function findFetched(tx: Tx, restaurantId: RestaurantId, printerId: PrinterId, id: PrintJobId | null) {
  const job = await tx
    .selectFrom('print_jobs')
    .select(['id', 'order_id', 'reason', 'state'])
    .where('restaurant_id', '=', restaurantId)
    .where('printer_id', '=', printerId)
    .where('tries', '>', 0)
    .where('state', 'in', id === null ? ['sent'] : ['sent', 'queued', 'failed'])
    .$if(id !== null, (query) => query.where('id', '=', id!))
    .orderBy('sent_at', 'desc')
    .executeTakeFirst();
  return job ?? null;
}

async function renewLease(tx: Tx, restaurantId: RestaurantId, printerId: PrinterId, now: Date): Promise<void> {
  await tx
    .updateTable('print_jobs')
    .set({ sent_at: now })
    .where('restaurant_id', '=', restaurantId)
    .where('printer_id', '=', printerId)
    .where('state', '=', 'sent')
    .execute();
}

/**
 * Queues fetched, unconfirmed jobs again: all of them when the printer reports a `problem`, otherwise those past their
 * time. A job with all its tries has failed, and an old one has expired.
 */
async function requeueJobs(
  tx: Tx,
  restaurantId: RestaurantId,
  printerId: PrinterId,
  now: Date,
  problem: number | null,
): Promise<void> {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const tooOld = before(limits.printJobHours * 3600);
  await sql`
    update print_jobs set
      state = case when created_at < ${tooOld} then 'expired' when tries >= ${limits.printTries} then 'failed' else 'queued' end,
      problem = coalesce(${problem}::integer, problem),
      done_at = case when created_at < ${tooOld} or tries >= ${limits.printTries} then ${now}::timestamptz end
    where restaurant_id = ${restaurantId} and printer_id = ${printerId} and state in ('queued', 'sent') and (
      created_at < ${tooOld}
      or (state = 'sent' and (${problem !== null} or sent_at <= ${before(limits.printLeaseSeconds)}))
    )`.execute(tx);
}
