import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A gateway that takes its time, and sends a message once however often its key comes. */
export async function startGateway() {
  const arrived: string[] = [];
  const sent = new Map<string, string>();
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    arrived.push(key);
    void request.toArray().then(async (chunks: Buffer[]) => {
      const { text } = JSON.parse(Buffer.concat(chunks).toString()) as { text: string };
      if (!sent.has(key)) sent.set(key, text);
      await sleep(Math.random() * 50);
      response.writeHead(202).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`,
    arrived,
    sent,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
