import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LruCache } from '#server/lru-cache.ts';
import type { FindSiteHost, SiteHost } from '../requests/site-host.ts';
import { negotiateLanguage } from '../requests/negotiate-language.ts';
import { chooseEncoding, namesVersion } from './send-prepared.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Set by a handler whose answer is the same for everybody who asks for this address. */
    shelving: Shelving | null;
  }
}

/** How long an answer stays on the shelf, and for whom. */
export interface Shelving {
  /** Whether a handler would still answer the same; asked before each answer, so it must be cheap. */
  isCurrent: () => boolean;
  /** The languages that the reader's headers choose from; null where they decide nothing. */
  languages: readonly string[] | null;
  /** Counts the request against the limits of its caller's address. @throws a Refusal beyond them. */
  spend?: (clientAddress: string) => void;
}

/** An address with its answers by encoding and language, all of one version. */
interface Place extends Shelving {
  answers: Map<string, ShelvedAnswer>;
  /** The keys of `answers` by the headers that chose them, because most readers send one of a few. */
  variants: Map<string, string>;
  bytes: number;
}

interface ShelvedAnswer {
  etag: string | null;
  body: Buffer;
  /** Names and values in turn, as `writeHead` reads them fastest; the last value is the id of the request that is being answered. */
  headers: string[];
  /** The headers of a 304, in the same form. */
  headersUnchanged: string[];
}

type SentHeaders = ReturnType<FastifyReply['getHeaders']>;

interface ShelfOptions {
  requestId: (request: IncomingMessage) => string;
  clientAddress: (request: IncomingMessage) => string;
  /** The own domain that a request asks; null on the platform's hosts, 'nobody' where the router refuses. */
  site: (request: IncomingMessage) => ReturnType<FindSiteHost>;
  /** Whether the request may be answered now; otherwise it is left to the router. `release` ends its share of the capacity. */
  admit: (request: IncomingMessage) => boolean;
  release: () => void;
  /** Called after each answer. */
  answered?: (facts: ShelvedFacts) => void;
}

export interface ShelvedFacts {
  requestId: string;
  status: number;
  milliseconds: number;
}

/** Bytes of all answers together, and of the largest one. */
const mostBytes = 16 * 1024 * 1024;
const mostBytesOfAnswer = 1024 * 1024;
/** Headers that belong to one request, or that Node writes. */
const notKept = new Set(['x-request-id', 'content-length', 'connection', 'date', 'keep-alive']);
const notOf304 = new Set(['content-type', 'content-encoding', 'accept-ranges']);
/** Remembered choices of an address, and the characters of the headers that make one; they count as bytes of the address. */
const mostVariants = 16;
const longestChoice = 200;

/**
 * Finished answers, by host, address, encoding, language and version: bytes and headers as the router sent them once. They are
 * sent before the router is asked, which saves the cost of routing, hooks and headers. Everything that is true of each request holds for
 * them as well: identity, limits, admission, safety headers, log.
 */
export class Shelf {
  readonly #options: ShelfOptions;
  readonly #places = new LruCache<string, Place>(mostBytes);
  #isClosed = false;

  constructor(options: ShelfOptions) {
    this.#options = options;
  }

  /** Keeps what `app` answers where a handler allows it. */
  fillFrom(app: FastifyInstance): void {
    app.decorateReply('shelving', null);
    app.addHook('onSend', async (request, reply, payload: unknown) => {
      const { shelving } = reply;
      if (request.method !== 'GET') return payload;
      const isSmall = Number(reply.getHeader('content-length')) <= mostBytesOfAnswer;
      // A small file is read at once, so that it is a finished answer however slowly its reader takes it.
      const body = payload instanceof Readable && isSmall ? await buffer(payload) : payload;
      if (shelving === null || reply.statusCode !== 200) return body;
      if (Buffer.isBuffer(body) && body.length <= mostBytesOfAnswer)
        this.#keep(request, reply.getHeaders(), body, shelving);
      return body;
    });
    // The router tells clients of a stopping server to connect elsewhere.
    app.addHook('preClose', async () => {
      this.#isClosed = true;
      this.#places.clear();
    });
  }

  /** Sends the answer to a request if it is here. @returns whether it did. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '', headers } = request;
    if (method !== 'GET' || this.#isClosed) return false;
    const site = this.#options.site(request);
    const place = site === 'nobody' ? undefined : this.#places.get(keyOf(url, site));
    if (place === undefined || headers.host === undefined || isForHandlers(headers) || !place.isCurrent()) return false;
    const answer = place.answers.get(knownVariantFor(headers, url, place));
    return answer !== undefined && this.#send(answer, place, request, response);
  }

  #send(answer: ShelvedAnswer, place: Place, request: IncomingMessage, response: ServerResponse): boolean {
    const { requestId, clientAddress, admit, release, answered } = this.#options;
    if (!admit(request)) return false;
    try {
      place.spend?.(clientAddress(request));
    } catch {
      // The router refuses it.
      release();
      return false;
    }
    const begun = answered && performance.now();
    const id = requestId(request);
    const known = request.headers['if-none-match'];
    const isUnchanged = known !== undefined && answer.etag !== null && namesVersion(known, answer.etag);
    const status = isUnchanged ? 304 : 200;
    const headers = isUnchanged ? answer.headersUnchanged : answer.headers;
    // The list is read before anybody else writes into it.
    headers[headers.length - 1] = id;
    response.writeHead(status, headers).end(isUnchanged ? undefined : answer.body);
    release();
    if (answered !== undefined) {
      response.once('finish', () => answered({ requestId: id, status, milliseconds: performance.now() - begun! }));
    }
    return true;
  }

  #keep(request: FastifyRequest, sent: SentHeaders, body: Buffer, shelving: Shelving): void {
    const { originalUrl: url, headers: asked } = request;
    const key = keyOf(url, request.site);
    if (this.#isClosed || sent['set-cookie'] !== undefined || !shelving.isCurrent()) return;
    // An encoding that `variantFor` would not choose is no answer for its other readers; few want none at all.
    const encoding = chooseEncoding(asked['accept-encoding']) ?? '';
    if ((sent['content-encoding'] ?? encoding) !== encoding || encoding === '') return;
    const found = this.#places.get(key);
    const isOfSameVersion = found !== undefined && found.isCurrent() && isSameList(found.languages, shelving.languages);
    const place: Place = isOfSameVersion
      ? found
      : { ...shelving, answers: new Map(), variants: new Map(), bytes: key.length + mostVariants * longestChoice };
    const variant = variantFor(asked, url, shelving.languages);
    if (place.answers.has(variant)) return;
    const kept = Object.entries(sent).filter(([name, value]) => value !== undefined && !notKept.has(name));
    const flat = (entries: typeof kept) => entries.flatMap(([name, value]) => [name, String(value)]);
    const etag = sent.etag === undefined ? null : String(sent.etag);
    place.answers.set(variant, {
      etag,
      body,
      headers: [...flat(kept), 'content-length', String(body.length), 'x-request-id', ''],
      headersUnchanged: [...flat(kept.filter(([name]) => !notOf304.has(name))), 'x-request-id', ''],
    });
    place.bytes += body.length + 2_000;
    this.#places.set(key, place, place.bytes);
  }
}

/** One address has another answer on each own domain, and for each restaurant that ever has the domain. */
function keyOf(url: string, site: SiteHost | null): string {
  return site === null ? url : `${site.restaurantId} ${site.domain} ${url}`;
}

/** Whether a request has headers that only a handler understands. */
function isForHandlers(headers: IncomingHttpHeaders): boolean {
  return (
    headers.authorization !== undefined ||
    headers.range !== undefined ||
    headers['if-modified-since'] !== undefined ||
    headers.expect !== undefined ||
    headers['content-length'] !== undefined ||
    headers['transfer-encoding'] !== undefined
  );
}

/** `variantFor`, remembered for the headers that choose at an address. */
function knownVariantFor(headers: IncomingHttpHeaders, url: string, { languages, variants }: Place): string {
  const encodings = headers['accept-encoding'] ?? '';
  const choice =
    languages === null ? encodings : `${encodings}\n${headers['accept-language'] ?? ''}\n${headers.cookie ?? ''}`;
  const known = variants.get(choice);
  if (known !== undefined) return known;
  const variant = variantFor(headers, url, languages);
  if (choice.length <= longestChoice) {
    if (variants.size >= mostVariants) variants.clear();
    variants.set(choice, variant);
  }
  return variant;
}

/** The encoding and language that a reader gets, as the handlers choose them. */
function variantFor(headers: IncomingHttpHeaders, url: string, languages: readonly string[] | null): string {
  const encoding = chooseEncoding(headers['accept-encoding']) ?? '';
  if (languages === null) return encoding;
  const at = url.indexOf('?');
  const wishes = {
    search: at === -1 ? '' : url.slice(at),
    cookie: headers.cookie,
    acceptLanguage: headers['accept-language'],
  };
  return `${encoding} ${negotiateLanguage(wishes, languages).language}`;
}

function isSameList(a: readonly string[] | null, b: readonly string[] | null): boolean {
  return a?.join() === b?.join();
}
