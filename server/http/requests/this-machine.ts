import type { FastifyRequest } from 'fastify';
import { isLoopback } from '#server/loopback.ts';
import { Refusal } from '../answers/refusal.ts';

/** Headers by which a proxy says for whom it asks. */
const forwardingHeaders = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * Whether somebody on this machine asks, through no proxy. A proxy on the same machine has a loopback address too, so
 * the name that was asked for has to be this machine's, and no header may speak of somebody else.
 */
export function isFromThisMachine({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  const peer = socket.remoteAddress ?? '';
  const host = URL.canParse(`http://${headers.host}`) ? new URL(`http://${headers.host}`).hostname : '';
  return isLoopback(peer) && isLoopback(host) && !isForwarded({ headers });
}

/** Whether a proxy says that it asks for somebody else. */
export function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return Object.keys(headers).some((name) => forwardingHeaders.test(name));
}

/** @throws request.no_route for others, as if there were no such address. */
export function requireThisMachine(request: FastifyRequest): void {
  if (!isFromThisMachine(request)) throw new Refusal('request.no_route');
}
