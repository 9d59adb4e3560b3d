import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { api } from '#contract/base/api.ts';
import { type Endpoint, endpoint } from '#contract/base/endpoint.ts';
import { closeBareServers, startBareServer } from '#server/test/servers/bare-server.ts';
import { compileWriter } from './answers.ts';
import { Prepared } from './prepared.ts';
import { Refusal } from './refusal.ts';

const anyone = { summary: '', callers: ['anonymous'], errors: [] } as const;

afterEach(closeBareServers);

test('every declared answer can be written, though its serializer is compiled at the first call', () => {
  const declared = Object.values<Endpoint>(api).flatMap(({ answer }) => (typeof answer === 'string' ? [] : [answer]));
  expect(declared.length).toBeGreaterThan(100);
  for (const answer of declared) expect(compileWriter(answer)).toBeTypeOf('function');
});

describe('the answer', () => {
  const answer = async (declared: z.ZodType, value: unknown, checkAnswers = false) => {
    const app = await startBareServer(
      { 'GET /x': endpoint({ ...anyone, answer: declared }) },
      { 'GET /x': async () => value },
      {
        checkAnswers,
        expectsErrors: true,
      },
    );
    return app.inject({ url: '/api/v1/x' });
  };
  const inner = z.object({ a: z.string(), b: z.int().optional() });
  const declared = z.object({
    inner,
    list: z.array(inner).nullable(),
    maybe: inner.nullable(),
    word: z.enum(['x', 'y']).nullable(),
    texts: z.record(z.string(), z.string()),
    ok: z.literal(true),
    at: z.iso.datetime().nullable(),
    either: z.discriminatedUnion('type', [
      z.object({ type: z.literal('n'), n: z.number() }),
      z.object({ type: z.literal('s'), s: z.string() }),
    ]),
  });
  const value = {
    inner: { a: '"</script>\u2028' },
    list: [{ a: 'x', b: 1 }],
    maybe: null,
    word: 'x',
    texts: { ar: 'قهوة', __proto__x: 'z' },
    ok: true,
    at: '2026-01-01T00:00:00.000Z',
    either: { type: 's', s: 'q' },
  };

  test('is written as declared', async () => {
    for (const answered of [
      value,
      { ...value, list: null, maybe: { a: 'b' }, word: null, texts: {}, at: null, either: { type: 'n', n: 1.5 } },
    ]) {
      const reply = await answer(declared, answered, true);
      expect(reply.json()).toEqual(answered);
      expect(reply.headers['cache-control']).toBe('no-store');
    }
  });

  test('has lists of numbers as they are, and nothing undeclared beside them', async () => {
    const outline = z.object({
      shape: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('ring'), points: z.array(z.tuple([z.number(), z.number()])) }),
        z.object({ kind: z.literal('round'), middle: z.tuple([z.number(), z.int()]).nullable() }),
      ]),
      counts: z.array(z.int()).optional(),
    });
    const ring = {
      kind: 'ring',
      points: [
        [0.1 + 0.2, -1e-7],
        [1e21, 5],
      ],
    };
    const secret = { secret: 'canary' };
    expect((await answer(outline, { shape: { ...ring, ...secret }, counts: [], ...secret })).json()).toEqual({
      shape: ring,
      counts: [],
    });
    for (const middle of [null, [1.5, 2]]) {
      const shape = { kind: 'round', middle };
      expect((await answer(outline, { shape, counts: [1, 2] }, true)).json()).toEqual({ shape, counts: [1, 2] });
    }
  });

  test('does not contain undeclared fields', async () => {
    const secret = { secret: 'canary' };
    const leaky = {
      ...value,
      ...secret,
      inner: { ...value.inner, ...secret },
      list: [{ a: 'x', ...secret }],
      maybe: { a: 'x', ...secret },
      either: { type: 's', s: 'q', ...secret },
    };
    const reply = await answer(declared, leaky);
    expect(reply.statusCode).toBe(200);
    expect(reply.body).not.toContain('canary');
  });

  test('is a server error that reveals nothing when a declared field is missing', async () => {
    const reply = await answer(declared, { ...value, inner: {} });
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toEqual({
      name: 'server error',
      msg: 'Something went wrong on our side. Nothing was saved.',
      code: 'server.error',
      requestId: reply.headers['x-request-id'],
    });
  });

  test('is compressed once by each encoding', async () => {
    const prepared = new Prepared('a'.repeat(1_000));
    const first = prepared.variant('br');
    expect(prepared.variant('br')).toBe(first);
    expect(brotliDecompressSync(await first).toString()).toBe('a'.repeat(1_000));
    expect(gunzipSync(await prepared.variant('gzip')).toString()).toBe('a'.repeat(1_000));
  });

  test('is sent unchanged when prepared, compressed as accepted, and not at all when the client has it', async () => {
    const text = JSON.stringify({ a: 'b'.repeat(50) });
    const prepared = new Prepared(text, 'v1');
    const app = await startBareServer(
      { 'GET /x': endpoint({ ...anyone, answer: inner }) },
      { 'GET /x': async () => prepared },
    );
    const get = async (headers: Record<string, string>) => {
      const reply = await app.inject({ url: '/api/v1/x', headers });
      const encoding = reply.headers['content-encoding'];
      const unpack =
        { br: brotliDecompressSync, gzip: gunzipSync }[encoding as 'br' | 'gzip'] ?? ((raw: Buffer) => raw);
      return [reply.statusCode, encoding, unpack(reply.rawPayload).toString()];
    };
    expect(await get({})).toEqual([200, undefined, text]);
    expect(await get({ 'accept-encoding': 'gzip, deflate, br' })).toEqual([200, 'br', text]);
    expect(await get({ 'accept-encoding': 'gzip, br;q=0' })).toEqual([200, 'gzip', text]);
    expect(await get({ 'if-none-match': '"v1"' })).toEqual([304, undefined, '']);
    expect(await get({ 'if-none-match': '"v0", W/"v1"' })).toEqual([304, undefined, '']);
    expect(await get({ 'if-none-match': '"v2"' })).toEqual([200, undefined, text]);
  });
});

describe('a refusal', () => {
  const refusing = async (error: unknown, declares: Endpoint['errors'] = [], checkAnswers = false) => {
    const app = await startBareServer(
      { 'GET /x': endpoint({ ...anyone, errors: declares, answer: z.object({}) }) },
      { 'GET /x': async () => Promise.reject(error) },
      { checkAnswers, expectsErrors: true },
    );
    return app.inject({ url: '/api/v1/x', headers: { 'x-request-id': 'from-the-proxy' } });
  };

  test('is answered in the one shape', async () => {
    const reply = await refusing(
      new Refusal('order.outlet_closed', { outlet: 'Marina' }, { outletId: { code: 'not_found' } }),
    );
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toEqual({
      name: 'Outlet closed',
      msg: 'Marina is closed now.',
      code: 'order.outlet_closed',
      fields: { outletId: { code: 'not_found' } },
      details: { outlet: 'Marina' },
      requestId: 'from-the-proxy',
    });
  });

  test('is a server error when it is undeclared and answers are checked', async () => {
    expect((await refusing(new Refusal('order.sold_out'), [], true)).statusCode).toBe(500);
    expect((await refusing(new Refusal('order.sold_out'), ['order.sold_out'], true)).statusCode).toBe(409);
    expect((await refusing(new Refusal('request.not_found'), [], true)).statusCode).toBe(404);
  });

  test.each([new Error('select * from users'), { statusCode: 404, message: 'secret path' }, 'text', null, undefined])(
    'any other thrown value (%s) is 500 without its text',
    async (thrown) => {
      const reply = await refusing(thrown);
      expect(reply.statusCode).toBe(500);
      expect(reply.body).not.toMatch(/select|secret|text/);
    },
  );
});
