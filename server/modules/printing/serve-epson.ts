import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Pen } from './draw-text.ts';
import { printRequest, readResults } from './epson.ts';
import { identifyPrinter } from './identify-printer.ts';
import { epsonTicket } from './make-ticket.ts';
import { answerPoll, confirmJob, fetchJob, notePrinting } from './serve-printer.ts';

/**
 * Answers a form of Epson's Server Direct Print: a poll gets the next ticket as XML, or nothing; the results of a printing are noted. The
 * secret is the printer's ID in the form, where no proxy logs it.
 * @throws request.invalid for another kind of form; as `identifyPrinter`.
 */
export async function answerEpson({ db, clock }: Pick<Deps, 'db' | 'clock'>, pen: Pen, body: unknown): Promise<string> {
  const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '');
  const printer = await identifyPrinter({ db, clock }, form.get('ID')?.trim() ?? '');
  switch (form.get('ConnectionType')) {
    case 'GetRequest': {
      // The poll says nothing of the printer's state: that is known from its last result.
      const job = await answerPoll(db, printer, null, clock());
      const fetched = job && (await fetchJob(db, printer, job, clock()));
      return fetched ? printRequest(job, await epsonTicket(fetched, printer.setup, pen, clock())) : '';
    }
    case 'SetResponse':
      for (const { job, isPrinted, status } of readResults(form.get('ResponseFile') ?? '')) {
        if (isPrinted || status >= 500) await confirmJob(db, printer, { id: job, code: String(status) }, clock());
        await notePrinting(db, printer, job, status);
      }
      return '';
    case 'SetStatus':
      return '';
    case null:
    default:
      throw new Refusal('request.invalid');
  }
}
