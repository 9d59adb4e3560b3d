/** A process that fills a database with the demo, and takes the memory of its pictures and passwords along when it ends. */
import type { Config } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { foreignEngine, type Target } from '#server/db/engine/engine.ts';
import { textLog } from '#server/log.ts';
import { answerJobs } from '#server/worker-processes.ts';
import { prepareDemo, seedDemo } from './demo.ts';
import type { Demo } from './find-demo.ts';

/** 'prepare' is answered at once, and the work begun. */
export type SeedJob = 'prepare' | { target: Target; config: Config };

let prepared: ReturnType<typeof prepareDemo> | undefined;

answerJobs(async (job: SeedJob): Promise<Demo | null> => {
  if (job === 'prepare') {
    prepared = prepareDemo();
    // Told to whoever fills the database with it.
    prepared.catch(() => undefined);
    return null;
  }
  const database = await connect(
    foreignEngine(job.target),
    textLog(() => undefined),
  );
  try {
    return await seedDemo(database.db, job.config, () => new Date(), prepared);
  } finally {
    await database.close();
  }
});
