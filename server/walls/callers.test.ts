import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type Route } from '#contract/base/api.ts';
import type { CallerKind } from '#contract/base/endpoint.ts';
import type { ErrorAnswer } from '#contract/base/errors.ts';
import { startApp, type TestApp } from '../test/servers/app.ts';
import { checkedDatabase } from '#server/test/servers/database.ts';
import { makeCallers, type Tokens } from '../test/servers/callers.ts';
import { rawCall } from '../test/servers/raw-call.ts';
import { makeSample, type Sample, sampleInput } from '../test/data/sample-input.ts';

let server: TestApp;
let sample: Sample;
let tokens: Tokens;
beforeAll(async () => {
  server = await startApp({ database: await checkedDatabase() });
  sample = await makeSample(server);
  tokens = await makeCallers(server.db, sample);
});
afterAll(() => server.close());

const kinds: CallerKind[] = [
  'anonymous',
  'site',
  'customer',
  'registration',
  'driver',
  'owner',
  'manager',
  'staff',
  'admin',
];
const cells = (Object.keys(api) as Route[]).flatMap((route) =>
  kinds.map((kind): [Route, CallerKind, boolean] => {
    const callers: readonly CallerKind[] = api[route].callers;
    return [route, kind, callers.includes(kind) || callers.includes('anonymous')];
  }),
);
const call = (route: Route, token: string | undefined) => rawCall(server.app, route, sampleInput[route](sample), token);

test.each(cells.filter(([, , may]) => !may))('%s refuses %s', async (route, kind) => {
  const reply = await call(route, tokens[kind]);
  const expected = kind === 'anonymous' ? [401, 'auth.required'] : [403, 'auth.forbidden'];
  expect([reply.status, (JSON.parse(reply.text) as ErrorAnswer).code]).toEqual(expected);
});

// A stream never ends, so the test of streams covers it over a network.
test.each(cells.filter(([route, , may]) => may && route !== 'GET /events'))('%s admits %s', async (route, kind) => {
  const reply = await call(route, tokens[kind]);
  const code = reply.status < 400 ? null : (JSON.parse(reply.text) as ErrorAnswer).code;
  expect(['auth.required', 'auth.forbidden', 'server.error']).not.toContain(code);
  if (/ signout|\/signout/.test(route) || route === 'POST /auth/delete-customer')
    tokens = await makeCallers(server.db, sample);
});

test.each(Object.keys(api) as Route[])('%s treats an unknown token as none', async (route) => {
  const [known, unknown] = [await call(route, undefined), await call(route, 'a-token-that-nobody-has-ever-had')];
  expect(unknown.status).toBe(known.status);
});
