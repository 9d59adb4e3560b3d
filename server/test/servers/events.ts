import type { Database } from '#server/db/connect.ts';
import { openStandingConnection } from '#server/db/standing-connection.ts';
import { type EventLog, openEventLog } from '#server/events/event-log.ts';
import { testLog } from './log.ts';

/** The events of a database, read on a standing connection of their own, as in one more process. */
export function openEvents({ db, pool }: Pick<Database, 'db' | 'pool'>): EventLog {
  const connection = openStandingConnection(pool, testLog);
  const events = openEventLog(db, connection, testLog);
  return {
    ...events,
    close: async () => {
      await events.close();
      await connection.close();
    },
  };
}
