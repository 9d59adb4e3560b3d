import type { Db } from '#server/db/connect.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Pen } from './draw-text.ts';
import { chosenMediaType, makeTicket } from './make-ticket.ts';
import type { PrinterQuery } from './printer-query.ts';
import { fetchJob } from './serve-printer.ts';
import type { IdentifiedPrinter } from './identify-printer.ts';

/**
 * Hands out a job as a ticket in the media type that the printer wants.
 * @throws request.unsupported_type; request.not_found when there is no such job, or it was handed out.
 */
export async function fetchTicket(
  db: Db,
  printer: IdentifiedPrinter,
  wanted: PrinterQuery,
  isHead: boolean,
  pen: Pen,
  clock: () => Date,
): Promise<{ mediaType: string; ticket: Buffer }> {
  // A HEAD hands nothing over, so it must not count as having fetched the ticket.
  if (isHead) throw new Refusal('request.not_found');
  const mediaType = chosenMediaType(printer.setup.kind, wanted.type);
  if (mediaType === null) throw new Refusal('request.unsupported_type');
  const job = await fetchJob(db, printer, wanted.job, clock());
  if (job === null) throw new Refusal('request.not_found');
  return { mediaType, ticket: Buffer.from(await makeTicket(job, printer.setup, mediaType, pen, clock())) };
}
