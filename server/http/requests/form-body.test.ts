import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#contract/base/endpoint.ts';
import { closeBareServers, startBareServer } from '#server/test/servers/bare-server.ts';
import type { AnyHandler } from '../mount.ts';

const anyone = { summary: '', callers: ['anonymous'], errors: [] } as const;

afterEach(closeBareServers);

describe('forms', () => {
  const endpoints = {
    'PUT /thing': endpoint({
      ...anyone,
      form: z.object({ name: z.string(), open: z.boolean().optional(), sizes: z.array(z.int()).nullish() }),
      files: ['image'],
      answer: z.object({ form: z.unknown(), files: z.array(z.object({ name: z.string(), size: z.int() })) }),
    }),
  };
  type FormCall = { form: unknown; files: Record<string, { name: string; bytes: Buffer }> };
  const handlers: Record<string, AnyHandler> = {
    'PUT /thing': async ({ form, files }: FormCall) => ({
      form: JSON.stringify(form),
      files: Object.values(files).map(({ name, bytes }) => ({ name, size: bytes.length })),
    }),
  };
  const send = async (fields: Record<string, string | Blob>) => {
    const app = await startBareServer(endpoints, handlers);
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    const encoded = new Response(data);
    return app.inject({
      method: 'PUT',
      url: '/api/v1/thing',
      headers: { 'content-type': encoded.headers.get('content-type')! },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
  };

  test('strings are plain, everything else is JSON, files arrive complete', async () => {
    const reply = await send({
      name: '12',
      open: 'true',
      sizes: '[1,2]',
      image: new Blob(['abc']),
      other: new Blob(['x'.repeat(300_000)]),
    });
    const { form, files } = reply.json<{ form: string; files: unknown }>();
    expect(JSON.parse(form)).toEqual({ name: '12', open: true, sizes: [1, 2] });
    expect(files).toEqual([{ name: 'blob', size: 3 }]);
  });

  test('an empty field is null, unless it accepts strings', async () => {
    const reply = await send({ name: '', sizes: '' });
    expect(JSON.parse(reply.json<{ form: string }>().form)).toEqual({ name: '', sizes: null });
    expect((await send({ name: 'a', open: '' })).json()).toMatchObject({ fields: { open: expect.anything() } });
  });

  test('an undeclared field is dropped, whatever it contains', async () => {
    const reply = await send({ name: 'a', image: 'undefined', other: '{' });
    expect(JSON.parse(reply.json<{ form: string }>().form)).toEqual({ name: 'a' });
  });

  test('a JSON body is accepted instead', async () => {
    const app = await startBareServer(endpoints, handlers);
    const reply = await app.inject({ method: 'PUT', url: '/api/v1/thing', payload: { name: 'a', open: false } });
    expect(JSON.parse(reply.json<{ form: string }>().form)).toEqual({ name: 'a', open: false });
  });

  test.each([
    ['a wrong value', { name: 'a', open: '"yes"' }, 400, { open: expect.anything() }],
    ['JSON that is none', { name: 'a', sizes: '[1,' }, 400, { sizes: { code: 'body.not_json' } }],
    [
      'JSON that is nested too deeply',
      { name: 'a', sizes: '['.repeat(20) + ']'.repeat(20) },
      400,
      { sizes: expect.anything() },
    ],
    ['a missing field', { open: 'true' }, 400, { name: { code: 'required' } }],
    ['NUL', { name: 'a\0' }, 400, { name: expect.anything() }],
    ['a field of 64 KiB and one', { name: 'x'.repeat(64 * 1024 + 1) }, 413, undefined],
    ['a file of 5 MiB and one', { name: 'a', image: new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]) }, 413, undefined],
  ])('%s is refused', async (_, fields, status, wrong) => {
    const reply = await send(fields);
    expect(reply.statusCode).toBe(status);
    if (wrong !== undefined) expect(reply.json()).toMatchObject({ fields: wrong });
  });

  test('a third file is refused', async () => {
    const three = { image: new Blob(['a']), b: new Blob(['b']), c: new Blob(['c']) };
    expect((await send({ name: 'a', ...three })).statusCode).toBe(413);
  });

  test.each([
    ['cut off', '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\nhal'],
    ['without parts', 'nothing'],
    ['aimed at the prototype', '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n{"a":1}\r\n--b--\r\n'],
  ])('a form that is %s is refused', async (_, payload) => {
    const app = await startBareServer(endpoints, handlers);
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const reply = await app.inject({ method: 'PUT', url: '/api/v1/thing', headers, payload });
    expect(reply.json()).toMatchObject({ code: 'request.invalid' });
  });
});
