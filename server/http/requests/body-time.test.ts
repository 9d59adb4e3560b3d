import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#contract/base/endpoint.ts';
import { closeBareServers, startBareServer } from '#server/test/servers/bare-server.ts';

const endpoints = {
  'POST /touch': endpoint({
    summary: '',
    callers: ['anonymous'],
    answer: z.object({ ok: z.literal(true) }),
    errors: [],
  }),
};
afterEach(closeBareServers);

test('a request without a body is given no time for one, because it never says that it has ended', async () => {
  const app = await startBareServer(endpoints, { 'POST /touch': async () => ({ ok: true }) });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1/touch`;
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  const bodyTimers = () => timers.mock.calls.filter(([, milliseconds]) => milliseconds === 10_000).length;

  const post = (body?: string) =>
    new Promise<number>((done, fail) => {
      const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length };
      const sent = request(url, { method: 'POST', headers, agent: false }, (answer) => {
        answer.resume().on('end', () => done(answer.statusCode!));
      });
      if (body === undefined) {
        sent.removeHeader('transfer-encoding');
        sent.removeHeader('content-length');
      }
      sent.on('error', fail).end(body);
    });
  expect([await post(), bodyTimers()]).toEqual([200, 0]);
  expect([await post('{}'), bodyTimers()]).toEqual([200, 1]);
});
