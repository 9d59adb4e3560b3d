import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Encoding, Prepared } from './prepared.ts';

/** Every cache asks each time whether there is another version. */
export const askedEachTime = { 'cache-control': 'no-cache' };

/**
 * For what is the same for everybody at its address: shared caches ask once a second, and may send what they have for one
 * more while they ask, so that a change is seen by all within two (decision 60). Browsers ask each time; the second header is
 * not for them (RFC 9213).
 */
export const sharedForASecond = {
  'cache-control': 'public, max-age=0, s-maxage=1',
  'cdn-cache-control': 'public, max-age=1, stale-while-revalidate=1',
};

/**
 * Sends the variant that the client accepts, or 304 if it has this version. `contentType` is that of the uncompressed
 * body; `vary` names the headers that selected it.
 */
export async function sendPrepared(
  prepared: Prepared,
  contentType: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { vary = 'accept-encoding', caching = askedEachTime }: { vary?: string; caching?: Record<string, string> } = {},
): Promise<FastifyReply> {
  const headers = request.headers;
  const versioned = { etag: prepared.etag, vary, ...caching };
  if (headers['if-none-match'] !== undefined && namesVersion(headers['if-none-match'], prepared.etag))
    return reply.headers(versioned).code(304).send();
  const encoding = chooseEncoding(headers['accept-encoding']);
  // Before any header: a failure is no version of the content, and is not compressed.
  const body = encoding === null ? prepared.body : await prepared.variant(encoding);
  if (encoding !== null) void reply.header('content-encoding', encoding);
  return reply.headers(versioned).type(contentType).send(body);
}

/** The preferred encoding of those that the header accepts: Brotli's texts are smaller. */
export function chooseEncoding(header: string | string[] | undefined): Encoding | null {
  return accepts(header, 'br') ? 'br' : accepts(header, 'gzip') ? 'gzip' : null;
}

/** Whether the Accept-Encoding header accepts the encoding: named, and not with a weight of 0. */
export function accepts(header: string | string[] | undefined, encoding: Encoding): boolean {
  if (typeof header !== 'string' || !header.includes(encoding)) return false;
  return header.split(',').some((part) => {
    const [name, weight] = part.split(';');
    return name?.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(weight ?? '');
  });
}

/** Whether the If-None-Match header names the version, compared weakly (RFC 9110, 13.1.2). */
export function namesVersion(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => opaque(tag) === opaque(etag));
}
