import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#contract/base/endpoint.ts';
import { closeBareServers, startBareServer } from '#server/test/servers/bare-server.ts';

const endpoints = {
  'GET /me': endpoint({ summary: '', callers: ['anonymous'], answer: z.object({ address: z.string() }), errors: [] }),
};
const handlers = { 'GET /me': async ({ clientAddress }: { clientAddress: string }) => ({ address: clientAddress }) };

afterEach(closeBareServers);

async function addressSeen(trustProxy: number | string[], forwarded: string, from = '10.0.0.1'): Promise<string> {
  const app = await startBareServer(endpoints, handlers, { config: { trustProxy } });
  const reply = await app.inject({ url: '/api/v1/me', remoteAddress: from, headers: { 'x-forwarded-for': forwarded } });
  return reply.json<{ address: string }>().address;
}

test.each([
  ['no proxy is trusted', 0, '10.0.0.1'],
  ['one proxy is trusted with what it adds', 1, '192.0.2.2'],
  ['two proxies are trusted, and what is before them is a claim', 2, '198.51.100.3'],
  ['the proxies of a network are trusted', ['10.0.0.0/8'], '192.0.2.2'],
  ['other proxies are not', ['172.16.0.0/12'], '10.0.0.1'],
])('%s', async (_, trustProxy, address) => {
  expect(await addressSeen(trustProxy, '203.0.113.9, 198.51.100.3, 192.0.2.2')).toBe(address);
});

test.each([
  ['told once where none is trusted in production mode', 'production', 0, 1],
  ['expected where one is trusted', 'production', 1, 0],
  ['not told in development', 'development', 0, 0],
] as const)('a proxy is %s', async (_, mode, trustProxy, lines) => {
  const log: string[] = [];
  const logStream = { write: (line: string) => void log.push(line) };
  const config = { mode, trustProxy, logLevel: 'warn' } as const;
  const app = await startBareServer(endpoints, handlers, { config, logStream });
  await app.inject({ url: '/api/v1/me' });
  expect(log).toEqual([]);
  for (let n = 0; n < 3; n++) await app.inject({ url: '/api/v1/me', headers: { 'x-forwarded-for': '192.0.2.2' } });
  expect(log.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(
    Array.from({ length: lines }, () => expect.stringMatching(/TRUST_PROXY is 0: all guests/) as string),
  );
});

test.each([
  ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['two lengths', 'Content-Length: 0\r\nContent-Length: 4\r\n\r\nGET '],
  ['an odd transfer', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['a folded header', 'X-Folded: one\r\n two\r\nContent-Length : 4\r\n\r\nGET '],
  ['a bare line feed', 'Content-Length: 0\n\nGET /api/v1/me HTTP/1.1\r\nHost: a\r\n\r\n'],
])('a message whose end is ambiguous, by %s, is refused, and nothing after it is answered', async (_, rest) => {
  const app = await startBareServer(endpoints, handlers);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`GET /api/v1/me HTTP/1.1\r\nHost: a\r\n${rest}GET /api/v1/me HTTP/1.1\r\nHost: a\r\n\r\n`);
  const answer = await text(socket);
  expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400']);
});
