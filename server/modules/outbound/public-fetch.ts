/** The one way to an address that an owner has typed (a company's provider, a courier company): it must not lead into the operator's network. */
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Config } from '#server/config.ts';
import { isLoopback } from '#server/loopback.ts';
import { isPublicAddress, lookUpPublic } from './public-addresses.ts';

/** The other side was not reached, or is somewhere that this server does not call. */
export class NotReached extends Error {
  override readonly name = 'NotReached';
}

/** More than any of them has to say: documents and keys have some kilobytes. */
const answerBytesMax = 512 * 1024;

/** Statuses whose answers cannot be given a body. */
const withoutBody = new Set([204, 205, 304]);

interface FetchOptions {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** Whether this server calls the address: https on the public network, and this machine outside production mode. */
export function mayCall(url: string, { mode }: Pick<Config, 'mode'>): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  if (mode !== 'production' && isLoopback(hostname)) return protocol === 'https:' || protocol === 'http:';
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  return protocol === 'https:' && (isIP(literal) === 0 || isPublicAddress(literal));
}

/** A fetch that follows no redirect, and connects to what it has looked up and found public. */
export function openPublicFetch(config: Pick<Config, 'mode'>) {
  return (url: string, { method, headers, body, signal }: FetchOptions): Promise<Response> =>
    new Promise((done, failed) => {
      const fail = (message: string, cause?: unknown) => failed(new NotReached(message, { cause }));
      if (!mayCall(url, config)) return fail('The address is not one that this server calls');
      const { protocol, hostname } = new URL(url);
      const asked = (protocol === 'https:' ? tlsRequest : plainRequest)(url, {
        method,
        headers,
        signal,
        // No socket that somebody else has opened.
        agent: false,
        ...((config.mode === 'production' || !isLoopback(hostname)) && { lookup: lookUpPublic }),
      });
      asked.on('error', (cause) => fail('The other side did not answer', cause));
      // A server that changes the protocol is cut off, and neither answers nor fails.
      let isAnswered = false;
      asked.on('close', () => {
        if (!isAnswered) fail('The other side closed the connection');
      });
      asked.on('response', (response) => {
        isAnswered = true;
        const parts: Buffer[] = [];
        let length = 0;
        response.on('data', (part: Buffer) => {
          length += part.length;
          parts.push(part);
          if (length > answerBytesMax) asked.destroy(new Error('The answer is too long'));
        });
        response.on('error', (cause) => fail('The other side broke off', cause));
        response.on('close', () => fail('The other side broke off'));
        response.on('end', () => {
          const { statusCode: status = 502 } = response;
          if (status < 200 || status > 599) return fail('The other side answered by no status that there is');
          const type = response.headers['content-type'];
          const content = withoutBody.has(status) ? null : Buffer.concat(parts);
          return done(new Response(content, { status, headers: type === undefined ? {} : { 'content-type': type } }));
        });
      });
      asked.end(body instanceof URLSearchParams ? body.toString() : (body as string | undefined));
    });
}
