import type { FastifyReply, FastifyRequest } from 'fastify';
import { PrinterPoll, type PrinterOffer } from '#contract/printing/printing.ts';
import type { Deps } from '#server/deps.ts';
import { checkedInput } from '#server/http/requests/checked-input.ts';
import type { OpenRoute } from '#server/http/open-routes.ts';
import type { Pen } from './draw-text.ts';
import { fetchTicket } from './fetch-ticket.ts';
import { mediaTypesOf } from './make-ticket.ts';
import { parsePrinterQuery, unescapePoll } from './printer-query.ts';
import { identifyPrinter } from './identify-printer.ts';
import { answerEpson } from './serve-epson.ts';
import { answerPoll, confirmJob } from './serve-printer.ts';

const url = '/print/:token';

/**
 * `/print/<token>`, where printers fetch their tickets by the CloudPRNT protocol: POST polls, GET fetches, DELETE
 * confirms. Printers know no bearer tokens; the secret in the address replaces one and is in no log. `/print/epson` is the same for Epson's
 * printers, by Server Direct Print.
 */
export function printerPages({ db, clock }: Pick<Deps, 'db' | 'clock'>, pen: Pen): OpenRoute[] {
  const requirePrinter = (request: FastifyRequest) =>
    identifyPrinter({ db, clock }, (request.params as { token: string }).token);
  const queryOf = (request: FastifyRequest) => parsePrinterQuery(request.query as Record<string, unknown>);

  return [
    {
      method: 'POST',
      url,
      why: 'A ticket printer asks for work; the secret is in its address.',
      precedence: 'urgent',
      handler: async (request, reply) => {
        const printer = await requirePrinter(request);
        const poll = checkedInput(PrinterPoll, request.body ?? {}) as PrinterPoll;
        const jobToken = await answerPoll(db, printer, unescapePoll(poll), clock());
        const offer: PrinterOffer =
          jobToken === null
            ? { jobReady: false }
            : { jobReady: true, mediaTypes: mediaTypesOf(printer.setup.kind), jobToken, deleteMethod: 'DELETE' };
        return send(reply, 'application/json; charset=utf-8', JSON.stringify(offer));
      },
    },
    {
      method: 'GET',
      url,
      why: 'A ticket printer fetches a ticket; the secret is in its address.',
      precedence: 'urgent',
      isCounted: true,
      handler: async (request, reply) => {
        const printer = await requirePrinter(request);
        const isHead = request.method === 'HEAD';
        const { mediaType, ticket } = await fetchTicket(db, printer, queryOf(request), isHead, pen, clock);
        return send(reply, mediaType, ticket);
      },
    },
    {
      method: 'DELETE',
      url,
      why: 'A ticket printer says how the printing went; the secret is in its address.',
      precedence: 'urgent',
      handler: async (request, reply) => {
        const printer = await requirePrinter(request);
        const { job, code } = queryOf(request);
        await confirmJob(db, printer, { id: job, code }, clock());
        return send(reply, 'application/json; charset=utf-8', '{}');
      },
    },
    {
      method: 'POST',
      url: '/print/epson',
      why: 'An Epson printer asks for work and says how it went; the secret is in its form.',
      precedence: 'urgent',
      takesBytes: true,
      handler: async ({ body }, reply) => {
        const answer = await answerEpson({ db, clock }, pen, body);
        return send(reply, 'text/xml; charset=utf-8', answer);
      },
    },
  ];
}

function send(reply: FastifyReply, type: string, body: string | Buffer): FastifyReply {
  return reply.header('cache-control', 'no-store').type(type).send(body);
}
