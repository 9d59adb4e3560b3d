import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '#server/config.ts';

/** Connections for calls, beside the streams, each of which holds one (R79, R60). */
const mostForCalls = 1_000;
/** Connections of an address that are served, and that are accepted: those between are answered with 503 and closed. */
const mostPerAddress = 100;
const mostAcceptedPerAddress = 200;

/**
 * Limits connections, in total and per address. Behind a proxy all share its address, and the proxy limits each client.
 * @returns whether a connection is one too many, so that its request is refused and the connection closed.
 */
export function limitConnections(
  server: Server,
  config: Pick<Config, 'rateLimits' | 'streams' | 'trustProxy'>,
): (socket: Socket) => boolean {
  const surplus = new WeakSet<Socket>();
  const isSurplus = (socket: Socket) => surplus.has(socket);
  if (!config.rateLimits) return isSurplus;
  server.maxConnections = mostForCalls + config.streams.most;
  if (config.trustProxy !== 0) return isSurplus;
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    socket.once('close', () => {
      const left = counts.get(address)! - 1;
      if (left === 0) counts.delete(address);
      else counts.set(address, left);
    });
    if (count > mostAcceptedPerAddress) socket.destroy();
    else if (count > mostPerAddress) surplus.add(socket);
  });
  return isSurplus;
}
