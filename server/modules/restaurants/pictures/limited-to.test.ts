import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

test('the limit is never exceeded, work starts in the order of requests, and a failure lets the next one start', async () => {
  const limited = limitConcurrency(2);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 9 }, (_, number) =>
      limited(async () => {
        started.push(number);
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 1));
        running -= 1;
        if (number % 3 === 0) throw new Error('no');
        return number;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3);
});
