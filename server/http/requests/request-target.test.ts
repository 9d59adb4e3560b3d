import { rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#contract/base/endpoint.ts';
import { closeBareServers, startBareServer } from '#server/test/servers/bare-server.ts';
import { makeDist, startPages } from '#server/test/servers/pages.ts';
import { Prepared } from '../answers/prepared.ts';
import { toOriginForm } from './request-target.ts';

let dist: string;
beforeAll(async () => {
  dist = await makeDist();
});
afterEach(closeBareServers);
afterAll(() => rm(dist, { recursive: true }));

type App = Awaited<ReturnType<typeof startPages>>;

/** The status of the answer to these lines, and the answer. */
async function ask(app: App, lines: readonly string[]): Promise<[status: number, answer: string]> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  const answer = await text(socket);
  return [Number(answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)), answer];
}

const start = () => startPages(dist, { now: () => new Date('2026-03-01T12:00:00Z'), version: () => 'v1' });

test.each([
  'http://evil.example/demo/menu',
  'HTTPS://evil.example:8443/demo/menu',
  'http://someone@evil.example/demo/menu',
])('the whole address %s is that of the page it names', async (target) => {
  const app = await start();
  const [status, answer] = await ask(app, [`GET ${target} HTTP/1.1`, 'Host: shop.test']);
  expect(status).toBe(200);
  expect(answer).toContain('"slug":"demo","base":"/demo","path":"/demo/menu"');
  expect(answer).not.toContain('evil.example');
});

test.each([
  'http://evil.example',
  'http://evil.example?a',
  'ftp://evil.example/demo',
  'http://evil.example//demo',
  '*',
])('the target %s is no failure of the server', async (target) => {
  const app = await start();
  for (const method of ['GET', 'OPTIONS']) {
    const [status] = await ask(app, [`${method} ${target} HTTP/1.1`, 'Host: shop.test']);
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(500);
  }
});

test('a whole address says the host, and the Host header is needed all the same', () => {
  const read = (url: string, headers: { host?: string }) => {
    const request = { url, headers } as Parameters<typeof toOriginForm>[0];
    toOriginForm(request);
    return [request.url, request.headers.host];
  };
  expect(read('http://one.test:80/a?b=http://c', { host: 'two.test' })).toEqual(['/a?b=http://c', 'one.test:80']);
  expect(read('http://one.test?b', { host: 'two.test' })).toEqual(['/?b', 'one.test']);
  expect(read('http://one.test/', {})).toEqual(['/', undefined]);
  expect(read('//one.test/a', { host: 'two.test' })).toEqual(['//one.test/a', 'two.test']);
});

test('a request with two hosts is refused, also where the answer lies ready', async () => {
  const endpoints = {
    'GET /menu': endpoint({ summary: '', callers: ['anonymous'], answer: z.object({ a: z.string() }), errors: [] }),
  };
  const menu = async () => new Prepared('{"a":"b"}', 'v1', () => true);
  const app = await startBareServer(endpoints, { 'GET /menu': menu });
  const lines = ['GET /api/v1/menu HTTP/1.1', 'Accept-Encoding: br', 'Host: shop.test'];
  for (let n = 0; n < 2; n++) expect((await ask(app, lines))[0]).toBe(200);
  for (const second of ['Host: evil.example', 'host: shop.test']) {
    const [status, answer] = await ask(app, [...lines, second]);
    expect(status).toBe(400);
    expect(answer).toContain('"code":"request.invalid"');
  }
});
