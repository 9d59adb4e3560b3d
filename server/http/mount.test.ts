import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type Endpoint, endpoint } from '#contract/base/endpoint.ts';
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { closeBareServers, startBareServer } from '#server/test/servers/bare-server.ts';
import type { AnyHandler } from './mount.ts';

const anyone = { summary: '', callers: ['anonymous'], errors: [] } as const;
const echo = (schema: z.ZodType): Record<string, Endpoint> => ({
  'POST /echo/:id': endpoint({
    ...anyone,
    params: z.object({ id: z.string().max(20) }),
    query: z.object({ page: z.string().optional() }),
    body: schema,
    answer: z.object({ seen: z.unknown() }),
  }),
});
const echoed: Record<string, AnyHandler> = {
  'POST /echo/:id': async ({ body }: { body: unknown }) => ({ seen: JSON.stringify(body) }),
};

afterEach(closeBareServers);

async function post(
  schema: z.ZodType,
  payload: string | Buffer,
  headers: Record<string, string> = {},
  url = '/echo/1',
) {
  const app = await startBareServer(echo(schema), echoed);
  const all = { 'content-type': 'application/json', ...headers };
  return app.inject({ method: 'POST', url: `/api/v1${url}`, payload, headers: all });
}

describe('mounting', () => {
  test('an endpoint without a handler stops the start', async () => {
    await expect(startBareServer(echo(z.string()), {})).rejects.toThrow(
      'POST /echo/:id is declared in the contract but has no handler',
    );
  });

  test('a handler without an endpoint stops the start', async () => {
    await expect(startBareServer({}, echoed)).rejects.toThrow('POST /echo/:id has a handler but is not declared');
  });

  test('an endpoint that declares no caller stops the start', async () => {
    const nobodys = { 'GET /x': endpoint({ summary: '', callers: [], answer: z.object({}), errors: [] }) };
    await expect(startBareServer(nobodys, { 'GET /x': async () => ({}) })).rejects.toThrow(
      'declares nobody who may call it',
    );
  });

  test('a route outside the contract stops the start', async () => {
    const app = await startBareServer({}, {}, { isReady: false });
    expect(() => app.get('/secret-door', async () => 'in')).toThrow('The route GET /secret-door declares nobody');
  });

  test.each(['/api/v1/echo/1', '/api/v1/echo/1/'])('%s answers', async (url) => {
    const app = await startBareServer(echo(z.object({})), echoed);
    expect(await app.inject({ method: 'POST', url, payload: {} })).toMatchObject({ statusCode: 200 });
  });

  test('another method is answered 405 with the allowed methods', async () => {
    const app = await startBareServer(echo(z.object({})), echoed);
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'] as const) {
      const reply = await app.inject({ method, url: '/api/v1/echo/1' });
      expect([reply.statusCode, reply.headers['allow']]).toEqual([405, 'POST']);
    }
  });
});

describe('the body', () => {
  const anything = z.unknown();
  const refused: [string, string | Buffer, Record<string, string>, number][] = [
    ['no JSON', '{"a":', {}, 400],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22]), {}, 400],
    ['a byte order mark', '\ufeff{}', {}, 400],
    ['infinite numbers', '{"a":1e400}', {}, 400],
    ['negative zero', '{"a":[-0]}', {}, 400],
    ['NUL', '{"a":"b\\u0000"}', {}, 400],
    ['NUL in a name', '{"a\\u0000":1}', {}, 400],
    ['half a surrogate pair', '{"a":"\\ud800"}', {}, 400],
    ['__proto__', '{"__proto__":{"isAdmin":true}}', {}, 400],
    ['constructor', '{"a":{"constructor":{"prototype":{"isAdmin":true}}}}', {}, 400],
    ['11 levels', `${'['.repeat(11)}${']'.repeat(11)}`, {}, 400],
    ['30,000 levels', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, {}, 400],
    ['201 fields', JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`f${i}`, 1]))), {}, 400],
    ['more than 64 KiB', JSON.stringify('x'.repeat(limits.jsonBodyBytes)), {}, 413],
    ['plain text', 'a', { 'content-type': 'text/plain' }, 415],
    ['a form of a page', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['no type', '{}', { 'content-type': '' }, 415],
    ['a type that begins alike', '{}', { 'content-type': 'application/jsonp' }, 415],
    ['another charset', '{}', { 'content-type': 'application/json; charset=utf-16' }, 415],
    ['a compressed body', '{}', { 'content-encoding': 'gzip' }, 415],
    [
      'a multipart form where none is declared',
      '--b--\r\n',
      { 'content-type': 'multipart/form-data; boundary=b' },
      415,
    ],
  ];
  test.each(refused)('%s is refused', async (_, payload, headers, status) => {
    const reply = await post(anything, payload, headers);
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toMatchObject({
      code: expect.stringMatching(/^request\./),
      requestId: reply.headers['x-request-id'],
    });
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  });

  const accepted: [string, string, unknown][] = [
    ['10 levels', `${'['.repeat(10)}${']'.repeat(10)}`, JSON.parse(`${'['.repeat(10)}${']'.repeat(10)}`)],
    ['a name given twice, the last counts', '{"a":1,"a":2}', { a: 2 }],
    ['any plane of Unicode', '{"a":"مرحبا 🍔"}', { a: 'مرحبا 🍔' }],
  ];
  test.each(accepted)('%s is accepted', async (_, payload, seen) => {
    const reply = await post(anything, payload, { 'content-type': 'application/json; charset=UTF-8' });
    expect(JSON.parse(reply.json<{ seen: string }>().seen)).toEqual(seen);
  });

  test('problems are reported by field', async () => {
    const order = z.object({ items: z.array(z.object({ quantity: z.int().min(1) })).min(1), note: z.string() });
    const reply = await post(order, '{"items":[{"quantity":1},{"quantity":"2"}]}');
    expect(reply.json()).toMatchObject({
      name: 'Invalid input',
      code: 'request.invalid',
      fields: {
        'items.1.quantity': { code: 'not_a_number' },
        note: { code: 'required' },
      },
    });
  });

  test('with two possible shapes, the problems are those of the intended one', async () => {
    const plain = z.object({ outletId: z.string(), quantity: z.int() });
    const either = z.union([z.object({ order: plain }), plain]);
    expect((await post(either, '{"outletId":"a"}')).json()).toMatchObject({
      fields: { quantity: { code: 'required' } },
    });
    expect((await post(either, '{"order":{"outletId":"a"}}')).json()).toMatchObject({
      fields: { 'order.quantity': { code: 'required' } },
    });
  });

  test('an endpoint may lower the size limit', async () => {
    const small = endpoint({ ...anyone, body: z.unknown(), maxBodyBytes: 100, answer: z.object({}) });
    const app = await startBareServer({ 'POST /small': small }, { 'POST /small': async () => ({}) });
    const send = (length: number) =>
      app.inject({ method: 'POST', url: '/api/v1/small', payload: ['x'.repeat(length - 4)] });
    expect([(await send(100)).statusCode, (await send(101)).statusCode]).toEqual([200, 413]);
  });

  test('a missing body is a missing field', async () => {
    expect((await post(z.object({ a: z.string() }), '')).json()).toMatchObject({
      fields: { body: { code: 'required' } },
    });
  });
});

describe('path and query', () => {
  test.each([
    ['/echo/%00', { id: { code: 'characters_not_allowed' } }],
    ['/echo/1?page=%00', { page: { code: 'characters_not_allowed' } }],
    ['/echo/1?page=1&page=2', { page: { code: 'given_twice' } }],
    ['/echo/123456789012345678901', { id: expect.anything() }],
  ])('%s is refused', async (url, fields) => {
    const reply = await post(z.unknown(), '{}', {}, url);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'request.invalid', fields });
  });

  test.each(['/echo/%E0%A4%A', '/echo/%', '/%ff', '/echo/1%'])(
    'the malformed address %s is answered 400',
    async (url) => {
      const reply = await post(z.unknown(), '{}', {}, url);
      expect(reply.statusCode).toBe(400);
      expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-request-id': expect.any(String) });
      expect(reply.body).not.toContain(url);
    },
  );

  test('names that are special in JavaScript are plain names', async () => {
    expect((await post(z.unknown(), '{}', {}, '/echo/1?__proto__=1&constructor=2')).statusCode).toBe(200);
  });
});

describe('the caller', () => {
  const owner = {
    kind: 'owner',
    restaurantId: 'r' as RestaurantId,
    userId: 'u' as UserId,
    name: 'Sara',
    outletIds: null,
    isShared: false,
    isLocked: false,
    isSupportAccess: false,
    isClosed: false,
    tokenHash: Buffer.from('t'),
  } as const;
  const endpoints = {
    'GET /owners': endpoint({ summary: '', callers: ['owner'], answer: z.object({ kind: z.string() }), errors: [] }),
    'GET /admins': endpoint({ summary: '', callers: ['admin'], answer: z.object({ kind: z.string() }), errors: [] }),
    'GET /all': endpoint({ ...anyone, answer: z.object({ kind: z.string() }) }),
  };
  const saysKind: AnyHandler = async ({ caller }: { caller: { kind: string } }) => ({ kind: caller.kind });
  const token = 'a-good-token-of-some-length';
  const start = () =>
    startBareServer(
      endpoints,
      { 'GET /owners': saysKind, 'GET /admins': saysKind, 'GET /all': saysKind },
      { findCaller: async (sent) => (sent === token ? owner : null) },
    );

  test.each([
    ['/owners', undefined, 401, 'auth.required'],
    ['/owners', 'Bearer another-token-that-nobody-has', 401, 'auth.required'],
    ['/owners', `Basic ${token}`, 401, 'auth.required'],
    ['/owners', `Bearer ${token} x`, 401, 'auth.required'],
    ['/owners', 'Bearer short', 401, 'auth.required'],
    ['/admins', `Bearer ${token}`, 403, 'auth.forbidden'],
  ])('%s with %s is answered %i', async (url, authorization, status, code) => {
    const reply = await (
      await start()
    ).inject({ url: `/api/v1${url}`, headers: authorization === undefined ? {} : { authorization } });
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([status, code]);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
  });

  test.each([
    ['/owners', `Bearer ${token}`, 'owner'],
    ['/owners', `bearer ${token}`, 'owner'],
    ['/all', `Bearer ${token}`, 'owner'],
    ['/all', 'Bearer another-token-that-nobody-has', 'anonymous'],
    ['/all', undefined, 'anonymous'],
  ])('%s with %s is called as %s', async (url, authorization, kind) => {
    const reply = await (
      await start()
    ).inject({ url: `/api/v1${url}`, headers: authorization === undefined ? {} : { authorization } });
    expect(reply.json()).toEqual({ kind });
  });

  test('a token in the address or in a cookie is ignored', async () => {
    const app = await start();
    const reply = await app.inject({
      url: `/api/v1/owners?token=${token}&access_token=${token}`,
      headers: { cookie: `token=${token}` },
    });
    expect(reply.statusCode).toBe(401);
  });

  test('the 301st request of a token within a minute has to wait', async () => {
    let now = new Date('2026-03-01T10:00:00Z');
    const app = await startBareServer(
      { 'GET /owners': endpoints['GET /owners'] },
      { 'GET /owners': saysKind },
      { findCaller: async () => owner, rateLimits: true, clock: () => now },
    );
    const call = () => app.inject({ url: '/api/v1/owners', headers: { authorization: `Bearer ${token}` } });
    for (let i = 0; i < 300; i++) expect((await call()).statusCode).toBe(200);
    now = new Date('2026-03-01T10:00:18Z');
    const reply = await call();
    expect([reply.statusCode, reply.headers['retry-after'], reply.json<{ msg: string }>().msg]).toEqual([
      429,
      '42',
      'Too many requests. Try again in 42 s.',
    ]);
    now = new Date('2026-03-01T10:01:00Z');
    expect((await call()).statusCode).toBe(200);
  });

  test('an unknown token is not looked up for an address over its budget, and a known one is', async () => {
    const lookedUp: string[] = [];
    const now = new Date('2026-03-01T10:00:00Z');
    const app = await startBareServer(
      { 'GET /owners': endpoints['GET /owners'] },
      { 'GET /owners': saysKind },
      {
        findCaller: async (sent) => {
          lookedUp.push(sent);
          return sent === token ? owner : null;
        },
        rateLimits: true,
        clock: () => now,
      },
    );
    const call = async (sent: string) =>
      (await app.inject({ url: '/api/v1/owners', headers: { authorization: `Bearer ${sent}` } })).statusCode;
    expect(await call(token)).toBe(200);
    for (let n = 0; n < 600; n++) expect(await call(`nobody's token ${n}`.replaceAll(/[' ]/g, '-'))).toBe(401);
    lookedUp.length = 0;
    expect(await call('one-more-token-of-nobody')).toBe(429);
    expect(await call(token)).toBe(200);
    expect(lookedUp).toEqual([token]);
  });
});

describe('the Idempotency-Key', () => {
  const endpoints = {
    'POST /pay': endpoint({ ...anyone, isIdempotent: true, answer: z.object({ key: z.string().nullable() }) }),
    'POST /look': endpoint({ ...anyone, answer: z.object({ key: z.string().nullable() }) }),
  };
  const saysKey: AnyHandler = async ({ idempotencyKey }: { idempotencyKey: string | null }) => ({
    key: idempotencyKey,
  });
  const call = async (url: string, key?: string) => {
    const app = await startBareServer(endpoints, { 'POST /pay': saysKey, 'POST /look': saysKey });
    return app.inject({
      method: 'POST',
      url: `/api/v1${url}`,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  };

  test('is passed on where it is declared', async () => {
    expect((await call('/pay', 'k'.repeat(255))).json()).toEqual({ key: 'k'.repeat(255) });
    expect((await call('/pay')).json()).toEqual({ key: null });
    expect((await call('/look', 'abc')).json()).toEqual({ key: null });
  });

  test.each(['', 'a b', 'k'.repeat(256), 'ключ'])('%j is refused', async (key) => {
    expect((await call('/pay', key)).json()).toMatchObject({
      code: 'request.invalid',
      fields: { 'Idempotency-Key': expect.anything() },
    });
  });
});
