/** A process that takes two seconds to start, for the test of the workers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { answerJobs } from '#server/worker-processes.ts';

await sleep(2_000);
answerJobs((job: number) => job + 1);
