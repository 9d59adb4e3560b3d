import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '#server/config.ts';

/** R79 and R60: 1,000 connections for calls beside 2,000 streams, each of which holds one. */
const mostConnections = 3_000;
const mostPerAddress = 100;

/** Bounds the connections, also those of one address. Behind a proxy all come from its address, and the proxy does the latter. */
export function limitConnections(server: Server, config: Pick<Config, 'rateLimits' | 'trustProxy'>): void {
  if (!config.rateLimits) return;
  server.maxConnections = mostConnections;
  if (config.trustProxy !== 0) return;
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
    if (count > mostPerAddress) socket.destroy();
  });
}
