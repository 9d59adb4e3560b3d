import type { FastifyReply } from 'fastify';
import type { Deps } from '#server/deps.ts';
import type { OpenRoute } from '#server/http/open-routes.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Pen } from './draw-text.ts';
import { printRequest, readResults } from './epson.ts';
import { PrinterIdentification } from './identify-printer.ts';
import { epsonTicket } from './make-ticket.ts';
import { answerPoll, confirmJob, fetchJob, keepForLater } from './serve-printer.ts';

/**
 * `/print/epson`, where Epson's printers ask for their tickets by Server Direct Print: a form that is posted every few seconds is answered
 * with the next ticket or with nothing, and another one says how the printing went. The secret is the printer's ID in the form, where no
 * proxy logs it.
 */
export function epsonPages({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>, pen: Pen): OpenRoute[] {
  const identification = new PrinterIdentification({ db, clock, config });
  return [
    {
      method: 'POST',
      url: '/print/epson',
      why: 'An Epson printer asks for work and says how it went; the secret is in its form.',
      precedence: 'urgent',
      takesBytes: true,
      handler: async (request, reply) => {
        const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
        const printer = await identification.identify(form.get('ID')?.trim() ?? '', request.ip);
        switch (form.get('ConnectionType')) {
          case 'GetRequest': {
            // The poll says nothing of the printer's state: that is known from its last result.
            const job = await answerPoll(db, printer, null, clock());
            const fetched = job && (await fetchJob(db, printer, job, clock()));
            if (!fetched) return send(reply, '');
            return send(reply, printRequest(job, await epsonTicket(fetched, printer.setup, pen, clock())));
          }
          case 'SetResponse':
            for (const { job, isPrinted, status } of readResults(form.get('ResponseFile') ?? '')) {
              if (isPrinted || status >= 500) {
                await confirmJob(db, printer, { id: job, code: String(status) }, clock());
              }
              await keepForLater(db, printer, job, status);
            }
            return send(reply, '');
          case 'SetStatus':
            return send(reply, '');
          case null:
          default:
            throw new Refusal('request.invalid');
        }
      },
    },
  ];
}

function send(reply: FastifyReply, body: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('text/xml; charset=utf-8').send(body);
}
