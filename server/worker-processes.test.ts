import { expect, test, vi } from 'vitest';
import { WorkerProcesses } from './worker-processes.ts';

const workersFor = (deadlineMs?: number) =>
  new WorkerProcesses<'memory' | 'time' | 'error' | 'setting' | number, number | string>(
    new URL('test/workers/greedy-worker.ts', import.meta.url),
    deadlineMs === undefined ? {} : { deadlineMs },
  );

test('jobs at once and one after the other are answered, and an error of a job is thrown here', async () => {
  const workers = workersFor();
  expect(await Promise.all([workers.run(1), workers.run(2)])).toEqual([2, 3]);
  await expect(workers.run('error')).rejects.toThrow('no such job');
  expect(await workers.run(3)).toBe(4);
});

test('a worker keeps the memory of one step for the next, which the server gives back', async () => {
  vi.stubEnv('MALLOC_MMAP_THRESHOLD_', '32768');
  expect(await workersFor().run('setting')).toBe('the default');
});

test('a job that takes too much memory or time ends alone, and the next one has a worker', async () => {
  const workers = workersFor(60_000);
  await expect(workers.run('memory')).rejects.toMatchObject({ name: 'WorkerEnded', reason: 'memory' });
  expect(await workers.run(1)).toBe(2);
  await expect(workersFor(500).run('time')).rejects.toMatchObject({ name: 'WorkerEnded', reason: 'time' });
});

test('the time of a job begins when its worker has started, which has a limit of its own', async () => {
  const file = new URL('test/workers/slow-worker.ts', import.meta.url);
  const job = new WorkerProcesses<number, number>(file, { deadlineMs: 1_900, startMs: 60_000 });
  expect(await job.run(1)).toBe(2);
  const start = new WorkerProcesses<number, number>(file, { deadlineMs: 60_000, startMs: 500 });
  await expect(start.run(1)).rejects.toMatchObject({ name: 'QueueFull', isOwn: false });
});

test('workers that run out of memory one after the other leave the server alone', async () => {
  const workers = workersFor(60_000);
  const ends = await Promise.allSettled([workers.run('memory'), workers.run('memory'), workers.run(1)]);
  expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : (end.reason as Error).message))).toEqual([
    'A worker took too much memory',
    'A worker took too much memory',
    2,
  ]);
});
