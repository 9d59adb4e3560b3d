import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';

export interface MetricsListener {
  port: number;
  close(): Promise<void>;
}

/**
 * Answers `GET /metrics` and nothing else, on a port of its own: figures of all restaurants are not for everybody who
 * reaches the site, and are asked for without a password. Its timeouts are Node's own.
 */
export async function openMetricsListener(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<MetricsListener> {
  const server = createServer({ keepAliveTimeout: 5_000, maxHeaderSize: 8_192 }, (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Figures are at /metrics\n');
      return;
    }
    metrics.text().then(
      ({ body, contentType }) =>
        response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  server.listen({ host, port });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
