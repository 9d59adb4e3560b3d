import { afterEach, expect, test } from 'vitest';
import { endpoint } from '#contract/base/endpoint.ts';
import * as z from 'zod';
import { closeBareServers, startBareServer } from '#server/test/servers/bare-server.ts';
import { Admission } from './admission.ts';

let admission: Admission;
let waiting = 0;
afterEach(async () => {
  admission?.stop();
  waiting = 0;
  await closeBareServers();
});

/** How many requests of a kind are taken on, one after the other, before the first is refused. */
function countAdmitted(precedence: 'urgent' | 'ordinary' | 'always', most = 2_000): number {
  let count = 0;
  while (count < most && admission.admit(precedence)) count++;
  return count;
}

test('ordinary requests stop first, orders later, health never', () => {
  admission = new Admission(() => 0);
  expect(countAdmitted('ordinary')).toBe(256);
  expect(countAdmitted('urgent')).toBe(768 - 256);
  expect(countAdmitted('always', 100)).toBe(100);
});

test('what is done makes room', () => {
  admission = new Admission(() => 0);
  countAdmitted('ordinary');
  admission.release();
  expect(countAdmitted('ordinary')).toBe(1);
});

test('a queue before the database is as good as a crowd, once there is one', () => {
  admission = new Admission(() => waiting);
  waiting = 200;
  expect(countAdmitted('ordinary')).toBe(32);
  expect(countAdmitted('urgent', 10)).toBe(10);
  waiting = 600;
  expect(admission.admit('urgent')).toBe(false);
});

test('a loop that does not come round is a crowd too', async () => {
  admission = new Admission(() => 0);
  expect(countAdmitted('ordinary', 40)).toBe(40);
  const until = performance.now() + 1_500;
  while (performance.now() < until) {
    const blockedUntil = performance.now() + 300;
    while (performance.now() < blockedUntil);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => admission.admit('ordinary')).toBe(false);
  expect(admission.admit('urgent')).toBe(true);
  await expect.poll(() => admission.admit('ordinary'), { timeout: 3_000 }).toBe(true);
});

test('the refused are told at once, and in the one shape, when to come back', async () => {
  let goOn: () => void = () => undefined;
  const isHeld = new Promise<void>((resolve) => (goOn = resolve));
  const anyone = { summary: '', callers: ['anonymous'], errors: [], answer: z.object({}) } as const;
  const hold = async () => {
    await isHeld;
    return {};
  };
  const app = await startBareServer(
    { 'GET /slow': endpoint(anyone), 'GET /order': endpoint({ ...anyone, isUrgent: true }) },
    { 'GET /slow': hold, 'GET /order': async () => ({}) },
  );
  const held = Array.from({ length: 256 }, () => app.inject('/api/v1/slow'));
  await new Promise((resolve) => setImmediate(resolve));
  const refused = await app.inject('/api/v1/slow');
  expect([refused.statusCode, refused.headers['retry-after'], refused.json<{ code: string }>().code]).toEqual([
    503,
    '1',
    'server.unavailable',
  ]);
  expect((await app.inject('/api/v1/order')).statusCode).toBe(200);
  goOn();
  expect(new Set((await Promise.all(held)).map((reply) => reply.statusCode))).toEqual(new Set([200]));
  expect((await app.inject('/api/v1/slow')).statusCode).toBe(200);
});
