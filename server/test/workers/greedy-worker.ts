/** Jobs that take too much, for the test of the workers. */
import { answerJobs } from '#server/worker-processes.ts';

answerJobs((job: 'memory' | 'time' | 'error' | 'setting' | number) => {
  if (typeof job === 'number') return job + 1;
  if (job === 'setting') return process.env['MALLOC_MMAP_THRESHOLD_'] ?? 'the default';
  if (job === 'error') throw new RangeError('no such job');
  const kept: object[] = [];
  for (;;) {
    // Large ones: a heap full of small ones is searched again and again before it is given up.
    if (job === 'memory') kept.push(Array.from({ length: 100_000 }, () => kept.length));
  }
});
