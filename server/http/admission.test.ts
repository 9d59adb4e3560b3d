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

/** Counts the requests of a kind that are admitted one after the other before the first refusal. */
function countAdmitted(precedence: 'urgent' | 'ordinary' | 'always', most = 2_000): number {
  let count = 0;
  while (count < most && admission.admit(precedence)) count++;
  return count;
}

test('ordinary requests are refused first, orders later, health checks never', () => {
  admission = new Admission(() => 0);
  expect(countAdmitted('ordinary')).toBe(256);
  expect(countAdmitted('urgent')).toBe(768 - 256);
  expect(countAdmitted('always', 100)).toBe(100);
});

test('finished requests make room', () => {
  admission = new Admission(() => 0);
  countAdmitted('ordinary');
  admission.release();
  expect(countAdmitted('ordinary')).toBe(1);
});

test('a queue for the database is overload too, once many requests are in flight', () => {
  admission = new Admission(() => waiting);
  waiting = 200;
  expect(countAdmitted('ordinary')).toBe(32);
  expect(countAdmitted('urgent', 10)).toBe(10);
  waiting = 600;
  expect(admission.admit('urgent')).toBe(false);
});

test('a late event loop is overload too', async () => {
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

test('refused requests are told at once, in the common error shape, when to come back', async () => {
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
