import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { OpenWaits } from './open-waits.ts';

const never = new Promise<never>(() => undefined);
const broken = new Error('The connection is lost');

test('a wait ends with the answer or its failure, and nothing of it is kept', async () => {
  const waits = new OpenWaits();
  const refusal = new Error('refused');
  const both = Promise.allSettled([
    waits.waitFor(Promise.resolve('an answer')),
    waits.waitFor(Promise.reject(refusal)),
  ]);
  expect(waits.count).toBe(2);
  expect(await both).toEqual([
    { status: 'fulfilled', value: 'an answer' },
    { status: 'rejected', reason: refusal },
  ]);
  expect(waits.count).toBe(0);
});

test('a failure breaks off what is waited for, then and later, and nothing of that is kept either', async () => {
  const waits = new OpenWaits();
  const [first, second] = [waits.waitFor(never), waits.waitFor(never)];
  waits.fail(broken);
  waits.fail(new Error('lost once more'));
  expect(await Promise.allSettled([first, second, waits.waitFor(never)])).toEqual(
    Array.from({ length: 3 }, () => ({ status: 'rejected', reason: broken })),
  );
  expect(waits.count).toBe(0);
});

test('an answer that fails after the wait was broken off troubles nobody', async () => {
  const waits = new OpenWaits();
  const { promise, reject } = Promise.withResolvers<never>();
  const wait = waits.waitFor(promise);
  waits.fail(broken);
  await expect(wait).rejects.toBe(broken);
  reject(new Error('late'));
  // A rejection that nobody handles would fail the run.
  await nextTurn();
  expect(waits.count).toBe(0);
});
