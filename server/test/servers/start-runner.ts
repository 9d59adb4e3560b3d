import type { Database } from '#server/db/connect.ts';
import { openStandingConnection } from '#server/db/standing-connection.ts';
import type { Outbox } from '#server/modules/outbound/jobs/outbox.ts';
import { runOutbox } from '#server/modules/outbound/jobs/run-outbox.ts';
import { testLog } from './log.ts';

/** Stands for election with an outbox, as one more process. */
export function startRunner(pool: Database['pool'], outbox: Outbox): ReturnType<typeof runOutbox> {
  const connection = openStandingConnection(pool, testLog);
  const runner = runOutbox(outbox, connection, testLog);
  return {
    ...runner,
    stop: async () => {
      await runner.stop();
      await connection.close();
    },
  };
}
