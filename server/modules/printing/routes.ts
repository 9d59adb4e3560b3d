import type { FastifyReply, FastifyRequest } from 'fastify';
import { isId, type PrintJobId } from '#contract/base/ids.ts';
import { PrinterPoll, type PrinterOffer } from '#contract/printing/printing.ts';
import type { Deps } from '#server/deps.ts';
import { checkedInput } from '#server/http/requests/checked-input.ts';
import type { OpenRoute } from '#server/http/open-routes.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { RequestBudget } from '#server/http/requests/request-budget.ts';
import type { Pen } from './draw-text.ts';
import { chosenMediaType, makeTicket, mediaTypesOf } from './make-ticket.ts';
import {
  answerPoll,
  type PollingPrinter,
  confirmJob,
  fetchJob,
  findPollingPrinter,
  findSetup,
} from './serve-printer.ts';
import type { PrinterRow } from './queries.ts';

const url = '/print/:token';

/**
 * `/print/<token>`, where printers fetch their tickets by the CloudPRNT protocol: POST polls, GET fetches, DELETE
 * confirms. Printers know no bearer tokens; the secret in the address replaces one and is in no log.
 */
export function printerPages({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>, pen: Pen): OpenRoute[] {
  const budget = new RequestBudget();

  async function requirePrinter(request: FastifyRequest): Promise<PollingPrinter & { setup: PrinterRow }> {
    if (config.rateLimits) budget.take({ kind: 'anonymous' }, request.ip, clock());
    const { token } = request.params as { token: string };
    const asking = /^[a-z0-9]{20,40}$/.test(token) ? await findPollingPrinter(db, token) : null;
    const setup = asking && (await findSetup(db, asking, clock()));
    if (asking === null || setup === null) throw new Refusal('request.no_route');
    return { ...asking, setup };
  }

  return [
    {
      method: 'POST',
      url,
      why: 'A ticket printer asks for work; the secret is in its address.',
      precedence: 'urgent',
      handler: async (request, reply) => {
        const printer = await requirePrinter(request);
        const poll = checkedInput(PrinterPoll, request.body ?? {}) as PrinterPoll;
        const jobToken = await answerPoll(db, printer, plain(poll), clock());
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
      handler: async (request, reply) => {
        const printer = await requirePrinter(request);
        const asked = wordsOf(request);
        // A HEAD hands nothing over, so it must not count as having fetched the ticket.
        if (request.method === 'HEAD') throw new Refusal('request.not_found');
        const mediaType = chosenMediaType(printer.setup.kind, asked.type);
        if (mediaType === null) throw new Refusal('request.unsupported_type');
        const job = await fetchJob(db, printer, asked.job, clock());
        if (job === null) throw new Refusal('request.not_found');
        return send(reply, mediaType, Buffer.from(await makeTicket(job, printer.setup, mediaType, pen, clock())));
      },
    },
    {
      method: 'DELETE',
      url,
      why: 'A ticket printer says how the printing went; the secret is in its address.',
      precedence: 'urgent',
      handler: async (request, reply) => {
        const printer = await requirePrinter(request);
        const { job, code } = wordsOf(request);
        await confirmJob(db, printer, { id: job, code }, clock());
        return send(reply, 'application/json; charset=utf-8', '{}');
      },
    },
  ];
}

/** The query of a printer. An unknown job is refused; printers without job tokens name none. */
function wordsOf(request: FastifyRequest): { type: string | undefined; job: PrintJobId | null; code: string } {
  const { type, token, code } = request.query as Record<string, unknown>;
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
function plain(poll: PrinterPoll): PrinterPoll {
  return { ...poll, statusCode: poll.statusCode?.replaceAll(/%20/g, ' ') };
}

function send(reply: FastifyReply, type: string, body: string | Buffer): FastifyReply {
  return reply.header('cache-control', 'no-store').type(type).send(body);
}
