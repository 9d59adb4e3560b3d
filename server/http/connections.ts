import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '#server/config.ts';

/** 1,000 connections for calls beside 2,000 streams, each of which holds one (R79, R60). */
const mostConnections = 3_000;
const mostPerAddress = 100;

/**
 * Limits connections, in total and per address. Behind a proxy all share its address, and the proxy limits each client.
 */
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
