import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Prepared } from './prepared.ts';

/**
 * Sends the variant that the client accepts, or 304 if it has this version. `contentType` is that of the uncompressed
 * body; `vary` names the headers that selected it.
 */
export function sendPrepared(
  prepared: Prepared,
  contentType: string,
  request: FastifyRequest,
  reply: FastifyReply,
  vary = 'accept-encoding',
): FastifyReply {
  const headers = request.headers;
  void reply.headers({ etag: prepared.etag, vary, 'cache-control': 'no-cache' });
  if (headers['if-none-match'] !== undefined && names(headers['if-none-match'], prepared.etag))
    return reply.code(304).send();
  void reply.type(contentType);
  const accepted = headers['accept-encoding'];
  if (accepts(accepted, 'br')) return reply.header('content-encoding', 'br').send(prepared.brotli);
  if (accepts(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(prepared.gzip);
  return reply.send(prepared.body);
}

/** Whether the Accept-Encoding header accepts the encoding: named, and not with a weight of 0. */
export function accepts(header: string | string[] | undefined, encoding: 'br' | 'gzip'): boolean {
  if (typeof header !== 'string' || !header.includes(encoding)) return false;
  return header.split(',').some((part) => {
    const [name, weight] = part.split(';');
    return name?.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(weight ?? '');
  });
}

/** Whether the If-None-Match header names the version, compared weakly (RFC 9110, 13.1.2). */
export function names(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => opaque(tag) === opaque(etag));
}
