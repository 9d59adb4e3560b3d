import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { apiRoot } from '#contract/base/api.ts';
import { type Language, languages } from '#contract/base/enumerations.ts';
import type { Endpoint } from '#contract/base/endpoint.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { withinOutlets } from '#server/db/outlet-scope.ts';
import { answerWriter, requireDeclared, requireDeclaredRefusal } from './answers/answers.ts';
import {
  bearerToken,
  identify,
  isOfSites,
  onlyReads,
  requireCaller,
  requireGuestOf,
} from './requests/authenticating.ts';
import { limitBodyTime } from './requests/body-time.ts';
import type { Caller, FindCaller } from './requests/caller.ts';
import { checkedIdempotencyKey } from './requests/checked-input.ts';
import { type EndpointInput, inputReader } from './requests/endpoint-input.ts';
import type { EventStream } from './streams/event-stream.ts';
import { type FileAnswer, FileSender } from './answers/file-answer.ts';
import { type AdmitFile, formBytes, formLimits } from './requests/form-body.ts';
import { limitUpload } from './requests/limit-upload.ts';
import { preferredLanguage } from './requests/negotiate-language.ts';
import { readJson } from './requests/json-body.ts';
import { Prepared } from './answers/prepared.ts';
import { Refusal } from './answers/refusal.ts';
import { RequestBudget } from './requests/request-budget.ts';
import { askedEachTime, sendPrepared, sharedForASecond } from './answers/send-prepared.ts';
import type { Shelving } from './answers/shelf.ts';
import type { SeenTokens } from './requests/seen-tokens.ts';
import type { SiteHost } from './requests/site-host.ts';
import type { Streams } from './streams/streams.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of an endpoint, known once the headers are read. */
    caller: Caller;
  }
}

interface MountOptions {
  /** Endpoints by 'METHOD /path', relative to the API root. */
  endpoints: Record<string, Endpoint>;
  /** One handler per endpoint; `Handlers` types those of the product. */
  handlers: Record<string, AnyHandler>;
  findCaller: FindCaller;
  seenTokens: SeenTokens;
  streams: Streams;
  clock: () => Date;
  /** The largest file of a form, in bytes (UPLOAD_MAX_MB). */
  uploadBytes: number;
  /** Asked before a file is received. Admits all where it is missing. */
  admitFile?: AdmitFile;
  /** Off only for load tests (RATE_LIMITS). */
  rateLimits: boolean;
  /** Compares each answer and refusal with its declaration before it is sent. For tests: it doubles the work. */
  checkAnswers: boolean;
}

/** A handler of any call; `Handler` types it where it is written. */
export type AnyHandler = (call: never, stream: never) => Promise<unknown>;

interface AnyCall extends EndpointInput {
  caller: Caller;
  site: SiteHost | null;
  idempotencyKey: string | null;
  clientAddress: string;
  userAgent: string;
  language: Language | null;
  requestId: string;
}
type Handle = (call: AnyCall, stream?: EventStream) => Promise<unknown>;
type Answer = (call: AnyCall, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const json = 'application/json; charset=utf-8';

/**
 * Binds every declared endpoint to its handler. Throws when an endpoint has no handler or declares no caller, and when
 * a handler has no endpoint (R21).
 */
export async function mount(app: FastifyInstance, options: MountOptions): Promise<void> {
  const { endpoints, handlers } = options;
  for (const route of Object.keys(handlers)) {
    if (!Object.hasOwn(endpoints, route)) throw new Error(`${route} has a handler but is not declared in the contract`);
  }
  await app.register(multipart, { limits: formLimits(options.uploadBytes), throwFileSizeLimit: true });
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (isEncoded(request)) throw new Refusal('request.unsupported_type');
      return readJson(bytes);
    },
  );
  app.decorateRequest('caller');
  const spent = { budget: new RequestBudget(), files: new FileSender(options.rateLimits) };
  for (const [route, endpoint] of Object.entries(endpoints)) {
    const handler = Object.hasOwn(handlers, route) ? handlers[route] : undefined;
    if (handler === undefined) throw new Error(`${route} is declared in the contract but has no handler`);
    bind(app, route, endpoint, handler as Handle, options, spent);
  }
}

/** Whether the body is compressed, or in another charset than that of JSON. */
function isEncoded({ headers }: FastifyRequest): boolean {
  const charset = /charset="?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  return (headers['content-encoding'] ?? 'identity') !== 'identity' || charset.toLowerCase() !== 'utf-8';
}

function bind(
  app: FastifyInstance,
  route: string,
  endpoint: Endpoint,
  handle: Handle,
  options: MountOptions,
  { budget, files }: { budget: RequestBudget; files: FileSender },
): void {
  const [method, path] = route.split(' ') as [string, string];
  const readInput = inputReader(endpoint, options.admitFile ?? (async () => () => undefined));
  const mostBytes = endpoint.files && formBytes(options.uploadBytes, endpoint.files.length);
  const checked = options.checkAnswers ? withDeclaredRefusals(route, endpoint, handle) : handle;
  const answer =
    endpoint.answer === 'stream'
      ? streamAnswer(checked, options.streams)
      : endpoint.answer === 'file'
        ? fileAnswer(checked, files)
        : writtenAnswer(checked, endpoint.answer, options.checkAnswers, shelvingOf(route, endpoint, options, budget));

  const reads = onlyReads(method, endpoint);
  app.route({
    method,
    url: apiRoot + path,
    exposeHeadRoute: false,
    bodyLimit: endpoint.maxBodyBytes,
    config: {
      callers: endpoint.callers,
      precedence: endpoint.isUrgent === true ? 'urgent' : 'ordinary',
      isStream: endpoint.answer === 'stream',
      isOfSites: isOfSites(endpoint),
    },
    onRequest: async (request, reply) => {
      const now = options.clock();
      const token = bearerToken(request.headers);
      if (options.rateLimits && token !== null && !options.seenTokens.has(token)) budget.requireRoom(request.ip, now);
      request.caller = await identify(token, options.findCaller, options.seenTokens, now);
      if (options.rateLimits) budget.take(request.caller, request.ip, now, endpoint.isPolled);
      requireGuestOf(request.caller, request.site);
      requireCaller(request.caller, endpoint, reads);
      if (mostBytes !== undefined) limitUpload(request.raw, reply.raw, mostBytes);
    },
    // A GET has no body, and a file may take longer.
    preParsing: method === 'GET' || endpoint.files !== undefined ? [] : limitBodyTime,
    handler: async (request, reply) => {
      const { caller, ip: clientAddress, id: requestId, headers, site } = request;
      const idempotencyKey = endpoint.isIdempotent === true ? checkedIdempotencyKey(headers['idempotency-key']) : null;
      const userAgent = headers['user-agent'] ?? '';
      const language = preferredLanguage(headers['accept-language'] ?? '', languages);
      const input = ofSite(await readInput(request), site);
      const call = { ...input, caller, site, idempotencyKey, clientAddress, userAgent, language, requestId };
      return request.trace.run(() => withinOutlets(outletsOf(caller, endpoint), () => answer(call, request, reply)));
    },
  });
}

/** On an own domain a call is one to its restaurant, whichever it names. */
function ofSite(input: EndpointInput, site: SiteHost | null): EndpointInput {
  if (site === null) return input;
  const { slug } = site;
  const naming = (part: unknown, name: string) =>
    typeof part === 'object' && part !== null && name in part ? { ...part, [name]: slug } : part;
  return { ...input, params: naming(input.params, 'slug'), body: naming(input.body, 'restaurantName') };
}

/**
 * The outlets that limit a call. Public answers are the same for everybody and cached for all, so they are not limited.
 */
function outletsOf(caller: Caller, { callers }: Endpoint): readonly OutletId[] | null {
  return 'outletIds' in caller && !callers.includes('anonymous') ? caller.outletIds : null;
}

const anonymous: Caller = { kind: 'anonymous' };

/** How prepared answers of the endpoint are shelved: counted like calls without a token. Null where only some may read them. */
function shelvingOf(
  route: string,
  { callers, isPolled }: Endpoint,
  { rateLimits, clock }: MountOptions,
  budget: RequestBudget,
): Pick<Shelving, 'spend'> | null {
  if (!route.startsWith('GET ') || !callers.includes('anonymous')) return null;
  return rateLimits ? { spend: (address) => budget.take(anonymous, address, clock(), isPolled) } : {};
}

function writtenAnswer(
  handle: Handle,
  declared: z.ZodType,
  checkAnswers: boolean,
  shelving: Pick<Shelving, 'spend'> | null,
): Answer {
  const write = answerWriter(declared);
  const caching = shelving === null ? askedEachTime : sharedForASecond;
  return async (call, request, reply) => {
    const answer = await handle(call);
    if (answer instanceof Prepared) {
      if (checkAnswers) requireDeclared(declared, answer.body.toString());
      const { isCurrent } = answer;
      if (isCurrent !== null && shelving !== null && !request.url.includes('?'))
        reply.shelving = { ...shelving, isCurrent, languages: null };
      return sendPrepared(answer, json, request, reply, { caching });
    }
    const text = write(answer);
    if (checkAnswers) requireDeclared(declared, text);
    return reply.header('cache-control', 'no-store').type(json).send(text);
  };
}

function fileAnswer(handle: Handle, files: FileSender): Answer {
  return (call, _, reply) => files.send(() => handle(call) as Promise<FileAnswer>, call.caller, reply);
}

function streamAnswer(handle: Handle, streams: Streams): Answer {
  return async (call, request, reply) => {
    const stream = streams.open(request, reply, call.caller);
    try {
      await handle(call, stream);
    } catch (error) {
      if (!reply.raw.headersSent) throw error;
      request.log.error({ err: error, requestId: request.id }, 'A stream failed');
      stream.close();
    }
    if (stream.isClosed && !reply.sent) throw new Refusal('server.unavailable', { seconds: 1 });
    stream.open();
    // A stream is idle most of its life, so it does not count as work.
    request.release();
    return reply;
  };
}

function withDeclaredRefusals(route: string, endpoint: Endpoint, handle: Handle): Handle {
  return async (call, stream) => {
    try {
      return await handle(call, stream);
    } catch (error) {
      if (error instanceof Refusal) requireDeclaredRefusal(route, endpoint, error.code);
      throw error;
    }
  };
}
