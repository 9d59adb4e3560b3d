import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#contract/base/endpoint.ts';
import { Admission } from '../admission.ts';
import { closeBareServers, startBareServer } from '#server/test/servers/bare-server.ts';
import { Prepared } from './prepared.ts';

const endpoints = {
  'GET /menu/:slug': endpoint({
    summary: '',
    callers: ['anonymous'],
    params: z.object({ slug: z.string() }),
    answer: z.object({ version: z.string() }),
    errors: [],
  }),
};
const path = '/api/v1/menu/shop';

let handled: number;
let version: string;
beforeEach(() => {
  handled = 0;
  version = 'v1';
});
afterEach(closeBareServers);

async function menu(): Promise<Prepared> {
  handled++;
  const made = version;
  return new Prepared(JSON.stringify({ version: made }), made, () => version === made);
}

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

async function start(options: Parameters<typeof startBareServer>[2] = {}) {
  const app = await startBareServer(endpoints, { 'GET /menu/:slug': menu }, options);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const get = (sent: Record<string, string> = {}, method = 'GET', url = path): Promise<Reply> =>
    new Promise((done, fail) => {
      const headers = { 'accept-encoding': 'br', ...sent };
      const asked = request({ host: '127.0.0.1', port, path: url, method, headers, agent: new Agent() });
      asked.on('error', fail);
      asked.on('response', (response) => {
        buffer(response).then(
          (body) => done({ status: response.statusCode!, headers: response.headers, body: body.toString('base64') }),
          fail,
        );
      });
      asked.end();
    });
  return { app, get };
}

/** Without what differs from one answer to the next. */
const comparable = ({ status, headers: { date: _, 'x-request-id': __, ...headers }, body }: Reply) => ({
  status,
  headers,
  body,
});

describe('a finished answer', () => {
  test.each(['br', 'gzip, deflate', 'gzip;q=1.0, br;q=0'])(
    'is for %s what the router sent, headers and bytes, without asking a handler',
    async (encoding) => {
      const { get } = await start();
      const first = await get({ 'accept-encoding': encoding });
      expect(first.headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-content-type-options': 'nosniff',
        etag: '"v1"',
      });
      for (let n = 0; n < 3; n++) {
        expect(comparable(await get({ 'accept-encoding': encoding }))).toEqual(comparable(first));
      }
      expect(handled).toBe(1);
    },
  );

  test('is not sent to whoever has it', async () => {
    const { get } = await start();
    const known = { 'if-none-match': 'W/"v1"' };
    const first = await get(known);
    await get();
    const second = await get(known);
    expect([first.status, second.status, handled]).toEqual([304, 304, 2]);
    expect(comparable(second)).toEqual(comparable(first));
    expect((await get({ 'if-none-match': '"v0"' })).status).toBe(200);
  });

  test('is made anew once its content has another version', async () => {
    const { get } = await start();
    await get();
    version = 'v2';
    expect((await get()).headers.etag).toBe('"v2"');
    expect((await get({ 'accept-encoding': 'gzip' })).headers.etag).toBe('"v2"');
    version = 'v1';
    expect((await get()).headers.etag).toBe('"v1"');
    expect(handled).toBe(4);
  });

  test.each<[string, Record<string, string>, string?]>([
    ['a token', { authorization: 'Bearer a-token-that-nobody-has' }],
    ['a range', { range: 'bytes=0-1' }],
    ['a date', { 'if-modified-since': 'Sat, 29 Oct 1994 19:43:31 GMT' }],
    ['no encoding', { 'accept-encoding': 'identity' }],
    ['a body', { 'content-length': '0' }],
  ])('is left to the router where a request has %s', async (_, headers) => {
    const { get } = await start();
    await get();
    await get(headers);
    expect(handled).toBe(2);
  });

  test('is not for other methods, nor for the same address with a query', async () => {
    const { get } = await start();
    await get();
    expect((await get({}, 'POST')).status).toBe(405);
    await get({}, 'GET', `${path}?x=1`);
    await get({}, 'GET', `${path}?x=1`);
    expect(handled).toBe(3);
  });

  test('carries the id of its request, or a new one', async () => {
    const { get } = await start();
    await get();
    const ids = [
      (await get({ 'x-request-id': 'from-the-proxy-1' })).headers['x-request-id'],
      (await get({ 'x-request-id': 'no good' })).headers['x-request-id'],
      (await get()).headers['x-request-id'],
    ];
    expect(ids).toEqual(['from-the-proxy-1', expect.stringMatching(/^[\da-f-]{36}$/), expect.any(String)]);
    expect(ids[1]).not.toBe(ids[2]);
    expect(handled).toBe(1);
  });

  test('is logged like any reading, where readings are', async () => {
    const lines: string[] = [];
    const { get } = await start({
      config: { logLevel: 'debug' },
      logStream: { write: (line) => lines.push(line) },
    });
    await get();
    await get({ 'x-request-id': 'shelved-answer' });
    await expect.poll(() => lines.filter((line) => line.includes('Answered'))).toHaveLength(2);
    expect(JSON.parse(lines.find((line) => line.includes('shelved-answer'))!)).toMatchObject({
      method: 'GET',
      status: 200,
      msg: 'Answered',
      level: 20,
    });
  });
});

describe('the limits of requests', () => {
  test('count finished answers: 600 in a minute for an address, whichever way they were sent', async () => {
    const { get } = await start({ rateLimits: true, clock: () => new Date('2026-03-01T10:00:00Z') });
    const statuses: number[] = [];
    for (let n = 0; n < 603; n++) statuses.push((await get()).status);
    expect(statuses.indexOf(429)).toBe(600);
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    expect(handled).toBe(1);
  });

  test('count them for the address that a trusted proxy names', async () => {
    const { get } = await start({
      rateLimits: true,
      clock: () => new Date('2026-03-01T10:00:00Z'),
      config: { trustProxy: ['127.0.0.0/8'] },
    });
    for (let n = 0; n < 600; n++) await get({ 'x-forwarded-for': '203.0.113.9, 192.0.2.1' });
    expect((await get({ 'x-forwarded-for': '192.0.2.1' })).status).toBe(429);
    expect((await get({ 'x-forwarded-for': '192.0.2.2' })).status).toBe(200);
  });

  test('refuse under overload what they refuse otherwise, and count answers until they are read', async () => {
    const admission = new Admission(() => 0);
    const { get } = await start({ admission });
    await get();
    for (let n = 0; n < 256; n++) admission.admit('ordinary', null);
    expect((await get()).status).toBe(503);
    admission.release(null);
    // The connection ends here before it ends there.
    for (let n = 0; n < 3; n++) await expect.poll(async () => (await get()).status).toBe(200);
    expect(handled).toBe(1);
  });
});
