/** A load balancer in front of servers, as deploy/haproxy.cfg sets one up: it asks `/readyz` and uses those that are ready. */
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask } from './ask.ts';

interface Proxy {
  url: string;
  close(): void;
}

const checkEveryMs = 500;

/** Sends requests to the ready servers in turn. A request that no connection took goes to the next, all others once. */
export async function startProxy(servers: readonly string[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  let ready = servers;
  let turn = 0;
  const check = async () => {
    const answers = await Promise.all(servers.map((url) => ask(`${url}/readyz`).catch(() => null)));
    ready = servers.filter((_, n) => answers[n]?.status === 200);
  };
  const pass = (body: Buffer, incoming: IncomingMessage, outgoing: ServerResponse, tries: number) => {
    const server = (ready.length > 0 ? ready : servers)[turn++ % Math.max(1, ready.length)]!;
    const { method, headers, url } = incoming;
    const asked = request(`${server}${url}`, { method, headers, agent });
    asked.on('response', (response) => {
      // The connection to the client is another one.
      const { connection: _, ...rest } = response.headers;
      outgoing.writeHead(response.statusCode!, rest);
      response.pipe(outgoing);
    });
    asked.on('error', (error) => {
      if ('code' in error && error.code === 'ECONNREFUSED' && tries > 1) pass(body, incoming, outgoing, tries - 1);
      else outgoing.writeHead(502).end(JSON.stringify({ code: `the proxy got no answer: ${error.message}` }));
    });
    asked.end(body);
  };
  const proxy = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => pass(Buffer.concat(parts), incoming, outgoing, servers.length));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const checking = setInterval(() => void check(), checkEveryMs);
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => {
      clearInterval(checking);
      agent.destroy();
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
