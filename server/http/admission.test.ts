import { afterEach, expect, test } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import { endpoint } from '#contract/base/endpoint.ts';
import * as z from 'zod';
import { closeBareServers, startBareServer } from '#server/test/servers/bare-server.ts';
import { Admission, type Precedence } from './admission.ts';

const [crowded, calm] = ['crowded', 'calm'] as [RestaurantId, RestaurantId];

let admission: Admission;
let waiting = 0;
afterEach(async () => {
  admission?.stop();
  waiting = 0;
  await closeBareServers();
});

/** Counts the requests of a kind that are admitted one after the other before the first refusal. */
function countAdmitted(precedence: Precedence, most = 2_000, restaurantId: RestaurantId | null = crowded): number {
  let count = 0;
  while (count < most && admission.admit(precedence, restaurantId)) count++;
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
  admission.release(crowded);
  expect(countAdmitted('ordinary')).toBe(1);
});

test('overload is refused where it comes from: other restaurants and sign-ins keep a few requests', () => {
  admission = new Admission(() => 0);
  expect(countAdmitted('ordinary')).toBe(256);
  expect(countAdmitted('ordinary', 2_000, calm)).toBe(16);
  expect(countAdmitted('ordinary', 2_000, null)).toBe(64);
  expect(admission.admit('ordinary', crowded)).toBe(false);
  admission.release(calm);
  expect(countAdmitted('ordinary', 2_000, calm)).toBe(1);
});

test('no number of restaurants is admitted above 1,024 requests', () => {
  admission = new Admission(() => 0);
  for (let count = 0; count < 1_024; count++) admission.admit('ordinary', `restaurant ${count}` as RestaurantId);
  expect(admission.admit('ordinary', calm)).toBe(false);
  expect(admission.admit('always', calm)).toBe(true);
});

test('a queue for the database is overload too, once many requests are in flight', () => {
  admission = new Admission(() => waiting);
  waiting = 200;
  expect(countAdmitted('ordinary')).toBe(32);
  expect(countAdmitted('urgent', 10)).toBe(10);
  waiting = 600;
  expect(admission.admit('urgent', crowded)).toBe(false);
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
  await expect.poll(() => admission.admit('ordinary', crowded)).toBe(false);
  expect(admission.admit('urgent', crowded)).toBe(true);
  await expect.poll(() => admission.admit('ordinary', crowded)).toBe(true);
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
