import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isForwarded } from '#server/http/requests/this-machine.ts';
import type { SiteHosts } from './site-hosts.ts';

/**
 * Tells the proxy whether it may fetch a certificate for a name, as Caddy's on-demand TLS asks: `?domain=<name>`, answered 200 or
 * 404 from memory. It listens apart from the site, for the proxy alone; what came through a proxy is somebody else's.
 */
export async function openAskListener(
  hosts: Pick<SiteHosts, 'isCertified'>,
  { host, port }: { host: string; port: number },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer({ maxHeaderSize: 4 * 1024, requestTimeout: 5_000 }, (request, response) => {
    const [, search] = (request.url ?? '').split('?', 2);
    const domain = new URLSearchParams(search).get('domain') ?? '';
    const name = domain.toLowerCase().replace(/\.$/, '');
    const isAllowed = request.method === 'GET' && !isForwarded(request) && hosts.isCertified(name);
    response.writeHead(isAllowed ? 200 : 404, { 'content-length': '0', 'cache-control': 'no-store' }).end();
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
