import { isId, type PrintJobId } from '#contract/base/ids.ts';
import type { PrinterPoll } from '#contract/printing/printing.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

export interface PrinterQuery {
  /** The media type the printer wants. */
  type: string | undefined;
  job: PrintJobId | null;
  code: string;
}

/**
 * The query of a printer. Printers without job tokens name no job.
 * @throws request.invalid; request.not_found for a job that cannot exist.
 */
export function parsePrinterQuery({ type, token, code }: Record<string, unknown>): PrinterQuery {
  for (const word of [type, token, code]) {
    if (word !== undefined && typeof word !== 'string') throw new Refusal('request.invalid');
  }
  const job = typeof token === 'string' && token !== '' ? token : null;
  if (job !== null && !isId(job)) throw new Refusal('request.not_found');
  return {
    type: typeof type === 'string' && type !== '' ? type : undefined,
    job: job === null ? null : (job.toLowerCase() as PrintJobId),
    code: typeof code === 'string' ? code : '200 OK',
  };
}

/** Printers escape spaces in their status; badly escaped text stays as it is. */
export function unescapePoll(poll: PrinterPoll): PrinterPoll {
  return { ...poll, statusCode: poll.statusCode?.replaceAll(/%20/g, ' ') };
}
