/** Jobs that take too much, for the test of the workers. */
import { answerJobs } from '#server/worker-processes.ts';

answerJobs((job: 'memory' | 'time' | 'error' | number) => {
  if (typeof job === 'number') return job + 1;
  if (job === 'error') throw new RangeError('no such job');
  const kept: object[] = [];
  for (;;) {
    if (job === 'memory') kept.push({ of: kept.length });
  }
});
