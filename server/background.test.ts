import { afterEach, expect, test, vi } from 'vitest';
import { openBackground } from './background.ts';
import type { Log } from './log.ts';

const warned: string[] = [];
const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: (_, message) => warned.push(message),
  error: (_, message) => warned.push(`error: ${message}`),
};
afterEach(() => {
  warned.length = 0;
  vi.useRealTimers();
});

test('work begins after the call, and stopping waits for it', async () => {
  const background = openBackground(log);
  const done: string[] = [];
  background.start('It failed', async () => {
    done.push('first');
    background.start('It failed', async () => {
      done.push('second');
    });
  });
  expect(done).toEqual([]);
  await background.idle();
  expect(done).toEqual(['first', 'second']);
  expect(warned).toEqual([]);
});

test('failed work is logged and stops nothing else', async () => {
  const background = openBackground(log);
  background.start('The mail was not sent', () => Promise.reject(new Error('no')));
  await background.idle();
  expect(warned).toEqual(['The mail was not sent']);
});

test('stopping abandons work that hangs for five seconds', async () => {
  vi.useFakeTimers();
  const background = openBackground(log);
  background.start('It failed', () => new Promise(() => undefined));
  const idle = background.idle();
  await vi.advanceTimersByTimeAsync(5_000);
  await idle;
});

test('work beyond two hundred at once is dropped', async () => {
  const background = openBackground(log);
  let started = 0;
  for (let n = 0; n < 250; n++) {
    background.start('Too much', async () => {
      started++;
    });
  }
  await background.idle();
  expect(started).toBe(200);
  expect(warned).toHaveLength(50);
});
