import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#contract/base/endpoint.ts';
import { errors, type ErrorAnswer } from '#contract/base/errors.ts';
import { addOpenRoutes, type OpenRoute } from '#server/http/open-routes.ts';
import { closeBareServers, startBareServer } from '#server/test/servers/bare-server.ts';
import { slowness } from '#server/test/servers/slowness.ts';

const endpoints = {
  'POST /echo': endpoint({
    summary: '',
    callers: ['anonymous'],
    body: z.unknown(),
    answer: z.object({ ok: z.literal(true) }),
    errors: [],
  }),
};

afterEach(closeBareServers);

const openRoutes = ['/print/:token', '/payments/:id'].map((url): OpenRoute => ({
  method: 'POST',
  url,
  why: '',
  takesBytes: url.startsWith('/payments'),
  handler: async (_, reply) => reply.send('{}'),
}));

async function startListening(rateLimits = false) {
  const handlers = { 'POST /echo': async () => ({ ok: true }) };
  const app = await startBareServer(endpoints, handlers, { rateLimits, isReady: false });
  addOpenRoutes(app, openRoutes, rateLimits ? () => new Date() : null);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: (app.server.address() as AddressInfo).port };
}

const start = async (rateLimits = false) => (await startListening(rateLimits)).port;

/** Sends the text as it is and then `drip`, one byte every half second; returns everything received until the end. */
async function speak(port: number, text: string, drip = ''): Promise<{ reply: string; milliseconds: number }> {
  const socket = connect({ port, host: '127.0.0.1' });
  const startedAt = performance.now();
  let reply = '';
  socket.on('data', (chunk: Buffer) => (reply += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(text);
  let sent = 0;
  const dripping = setInterval(() => socket.write(drip[sent++] ?? ''), 500);
  await once(socket, 'close');
  clearInterval(dripping);
  return { reply, milliseconds: performance.now() - startedAt };
}

/** Status, body and headers of the first answer. */
function read(reply: string) {
  const [head = '', body = ''] = reply.split('\r\n\r\n');
  const answer = JSON.parse(body) as ErrorAnswer;
  return { status: Number(head.split(' ')[1]), answer, head };
}

describe.concurrent('a client that is too slow is cut off with 408', () => {
  test('while it sends headers, after 5 seconds', async () => {
    const { reply, milliseconds } = await speak(
      await start(),
      'POST /api/v1/echo HTTP/1.1\r\nhost: x\r\n',
      'x-slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    );
    expect(read(reply)).toMatchObject({
      status: 408,
      answer: { code: 'request.timed_out', msg: errors['request.timed_out'].msg },
    });
    expect(milliseconds).toBeLessThan(5_000 + 2_000 * slowness());
  });

  test.each(['/api/v1/echo', '/print/x', '/payments/x'])(
    'while it sends a body to %s, after 10 seconds',
    async (path) => {
      const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n`;
      const { reply, milliseconds } = await speak(
        await start(),
        head,
        '{"a":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
      );
      expect(read(reply)).toMatchObject({ status: 408, answer: { code: 'request.timed_out' } });
      expect(milliseconds).toBeGreaterThan(9_000);
      expect(milliseconds).toBeLessThan(10_000 + 2_000 * slowness());
    },
  );
});

describe('a body is not awaited', () => {
  const longBody = 'content-type: application/json\r\ncontent-length: 1000\r\nconnection: close\r\n\r\n';

  test('where nothing is served', async () => {
    const { reply, milliseconds } = await speak(await start(), `POST /nothing HTTP/1.1\r\nhost: x\r\n${longBody}`);
    expect(read(reply)).toMatchObject({ status: 404, answer: { code: 'request.no_route' } });
    expect(milliseconds).toBeLessThan(2_000 * slowness());
  });

  test('from the 601st request of a minute to open routes on', async () => {
    const { app, port } = await startListening(true);
    for (let n = 0; n < 600; n++) {
      const { statusCode } = await app.inject({ method: 'POST', url: '/print/x', payload: {} });
      expect(statusCode).toBe(200);
    }
    const { reply, milliseconds } = await speak(port, `POST /payments/x HTTP/1.1\r\nhost: x\r\n${longBody}`);
    expect(read(reply)).toMatchObject({ status: 429, answer: { code: 'rate.limited' } });
    expect(milliseconds).toBeLessThan(2_000 * slowness());
  });
});

describe('malformed HTTP', () => {
  const post = 'POST /api/v1/echo HTTP/1.1\r\nhost: x\r\nconnection: close\r\n';
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    [
      'a length and chunks',
      `${post}content-type: application/json\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
      400,
    ],
    ['two lengths', `${post}content-type: application/json\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}`, 400],
    ['a broken chunk', `${post}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`, 400],
    ['no host', 'GET /api/v1/echo HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['a header over two lines', `${post}x-a: b\r\n  c\r\n\r\n`, 400],
    ['headers of 17 KiB', `${post}x-a: ${'b'.repeat(17 * 1024)}\r\n\r\n`, 431],
    ['a method nobody knows', 'BREW /api/v1/echo HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
  ])('%s is refused in the common error shape', async (_, text, status) => {
    const { reply } = await speak(await start(), text);
    if (reply.includes('requestId')) {
      const { head, answer } = read(reply);
      expect(head).toMatch(/x-content-type-options: nosniff/i);
      expect(answer).toMatchObject({
        code: status === 431 ? 'request.too_large' : 'request.invalid',
        msg: expect.any(String),
      });
    }
    expect(Number(reply.split(' ')[1])).toBe(status);
    expect(reply).not.toMatch(/HPE_|Parse Error|llhttp|node/i);
  });
});

test('an unknown expectation is ignored', async () => {
  const { reply } = await speak(
    await start(),
    'POST /api/v1/echo HTTP/1.1\r\nhost: x\r\nexpect: tea\r\nconnection: close\r\n\r\n',
  );
  expect(reply).toMatch(/^HTTP\/1.1 200 OK\r\n/);
});

test('the 101st connection of an address is answered with 503, and the 201st is closed at once', async () => {
  const port = await start(true);
  const sockets: Socket[] = [];
  const openUpTo = async (count: number) => {
    while (sockets.length < count) {
      const socket = connect({ port, host: '127.0.0.1' });
      sockets.push(socket);
      await once(socket, 'connect');
    }
  };
  const request = 'POST /api/v1/echo HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n';
  await openUpTo(100);
  const refused = await speak(port, request);
  expect(read(refused.reply)).toMatchObject({ status: 503, answer: { code: 'server.unavailable' } });
  expect(read(refused.reply).head).toMatch(/retry-after: 5\r\n/i);
  await openUpTo(200);
  const { reply, milliseconds } = await speak(port, '');
  expect(reply).toBe('');
  expect(milliseconds).toBeLessThan(2_000 * slowness());
  for (const socket of sockets) socket.destroy();
});
