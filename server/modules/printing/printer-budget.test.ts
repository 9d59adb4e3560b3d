import { afterAll, beforeAll, expect, test } from 'vitest';
import { inProcessFetch } from '#server/test/servers/in-process-fetch.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ config: { rateLimits: true } });
});
afterAll(() => app.close());

test('an address has 600 requests of printers a minute, however they are made', async () => {
  app.clock.set(new Date());
  const call = inProcessFetch(app.app) as typeof fetch;
  const ask = async (method: string) => (await call(`/print/${'a'.repeat(27)}`, { method })).status;
  const askAll = () => Promise.all(['POST', 'GET', 'HEAD', 'DELETE'].map(ask));
  for (let n = 0; n < 150; n++) expect(await askAll()).toEqual([404, 404, 404, 404]);
  expect(await askAll()).toEqual([429, 429, 429, 429]);
  app.clock.advance(60_000);
  expect(await askAll()).toEqual([404, 404, 404, 404]);
});
