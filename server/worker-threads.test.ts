import { expect, test } from 'vitest';
import { WorkerThreads } from './worker-threads.ts';

const threadsFor = (deadlineMs?: number) =>
  new WorkerThreads<'memory' | 'time' | 'error' | number, number>(
    new URL('test/threads/greedy-thread.ts', import.meta.url),
    deadlineMs === undefined ? {} : { deadlineMs },
  );

test('jobs at once and one after the other are answered, and an error of a job is thrown here', async () => {
  const threads = threadsFor();
  expect(await Promise.all([threads.run(1), threads.run(2)])).toEqual([2, 3]);
  await expect(threads.run('error')).rejects.toThrow('no such job');
  expect(await threads.run(3)).toBe(4);
});

test('a job that takes too much memory or time ends alone, and the next one has a thread', async () => {
  const threads = threadsFor(60_000);
  await expect(threads.run('memory')).rejects.toMatchObject({ name: 'WorkerEnded', reason: 'memory' });
  expect(await threads.run(1)).toBe(2);
  await expect(threadsFor(500).run('time')).rejects.toMatchObject({ name: 'WorkerEnded', reason: 'time' });
});
