import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type Route } from '#contract/base/api.ts';
import { startApp, type TestApp } from '../test/servers/app.ts';
import { makeCallers } from '../test/servers/callers.ts';
import { rawCall } from '../test/servers/raw-call.ts';
import { makeSample, type Sample, sampleInput } from '../test/data/sample-input.ts';

let server: TestApp;
let sample: Sample;
beforeAll(async () => {
  server = await startApp({ config: { publicUrl: 'https://order.example.com' } });
  sample = await makeSample(server);
});
afterAll(() => server.close());

/** The headers of every reply (R67). */
function expectSafe(headers: Record<string, unknown>): void {
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/default-src 'none'/),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-request-id': expect.stringMatching(/^[\w.-]{8,64}$/),
  });
  expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe|unsafe-eval|\*/);
  expect(
    Object.keys(headers).filter(
      (name) => name.startsWith('access-control-') || ['server', 'x-powered-by', 'set-cookie'].includes(name),
    ),
  ).toEqual([]);
}

describe('every reply of the API', () => {
  test.each(Object.keys(api) as Route[])('%s', async (route) => {
    const tokens = Object.values(await makeCallers(server.db, sample));
    for (const token of [...tokens, 'a-token-that-nobody-has']) {
      // A stream never ends; the test of streams covers its headers.
      if (route === 'GET /events' && token !== undefined && token !== 'a-token-that-nobody-has') continue;
      for (const input of [sampleInput[route](sample), { params: { id: '%' }, body: '' }]) {
        const reply = await rawCall(server.app, route, input, token);
        expectSafe(reply.headers);
        if (token !== undefined && route !== 'GET /site/:slug') expect(reply.headers['cache-control']).toBe('no-store');
      }
    }
  });
});

const id = '01890000-0000-7000-8000-000000000000';
const elsewhere: [
  method: 'GET' | 'POST' | 'OPTIONS' | 'TRACE' | 'DELETE',
  url: string,
  status: number,
  headers?: Record<string, string>,
][] = [
  ['GET', '/healthz', 200],
  ['GET', '/readyz', 200],
  ['GET', '/api/docs', 200],
  ['GET', '/api/openapi.json', 200],
  ['GET', '/dev/inbox', 200],
  ['GET', '/dev/inbox.json', 200],
  ['GET', `/media/${id}/${'a'.repeat(64)}-88.webp`, 404],
  ['GET', '/media/x/y', 400],
  ['GET', '/nothing', 404],
  ['GET', '/nothing', 404, { accept: 'text/html' }],
  ['GET', '/api/v1/nothing', 404],
  ['GET', '/%', 400],
  ['GET', '/api/v1/menu/get-menu/%zz', 400],
  ['GET', `/api/v1/menu/get-menu/${'x'.repeat(500)}`, 400],
  ['DELETE', '/api/v1/auth/me', 405],
  ['OPTIONS', '/api/v1/auth/signin', 405, { origin: 'https://evil.test', 'access-control-request-method': 'POST' }],
  ['TRACE', '/api/v1/auth/me', 405],
  ['POST', '/api/v1/auth/signin', 415, { 'content-type': 'text/plain', origin: 'null' }],
  ['POST', '/healthz', 405],
];
test.each(elsewhere)('%s %s (%i) carries the headers too', async (method, url, status, headers = {}) => {
  const reply = await server.app.inject({ method, url, headers, ...(method === 'POST' ? { payload: 'x' } : {}) });
  expect(reply.statusCode).toBe(status);
  expectSafe(reply.headers);
  if (method === 'TRACE') expect(reply.body).not.toContain('TRACE');
});

test('a plain http address promises no encryption', async () => {
  const plain = await startApp({ config: { publicUrl: 'http://localhost:3000' } });
  expect((await plain.app.inject('/healthz')).headers).not.toHaveProperty('strict-transport-security');
  await plain.close();
});

test('production has no inbox', async () => {
  const production = await startApp({ config: { mode: 'production' } });
  expect((await production.app.inject('/dev/inbox')).statusCode).toBe(404);
  expect((await production.app.inject('/dev/inbox.json')).statusCode).toBe(404);
  await production.close();
});

test('the id of a request is adopted when it is a plain one', async () => {
  const named = async (name: string) =>
    (await server.app.inject({ url: '/healthz', headers: { 'x-request-id': name } })).headers['x-request-id'];
  expect(await named('from-the-proxy.1')).toBe('from-the-proxy.1');
  for (const name of ['short', 'x'.repeat(65), 'two words', '"quoted-name"', '<script>1</script>']) {
    expect(await named(name)).toMatch(/^[0-9a-f-]{36}$/);
  }
});
