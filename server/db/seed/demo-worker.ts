/** A process that fills a database with the demo, and takes the memory of its pictures and passwords along when it ends. */
import type { Config } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { foreignEngine, type Target } from '#server/db/engine/engine.ts';
import { textLog } from '#server/log.ts';
import { answerJobs } from '#server/worker-processes.ts';
import { seedDemo } from './demo.ts';
import type { Demo } from './find-demo.ts';

export interface SeedOrder {
  target: Target;
  config: Config;
}

answerJobs(async ({ target, config }: SeedOrder): Promise<Demo | null> => {
  const database = await connect(
    foreignEngine(target),
    textLog(() => undefined),
  );
  try {
    return await seedDemo(database.db, config, () => new Date());
  } finally {
    await database.close();
  }
});
