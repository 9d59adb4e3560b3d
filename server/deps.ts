import type { Config } from './config.ts';
import type { Db } from './db/connect.ts';
import type { EventLog } from './events/event-log.ts';
import type { Streams } from './http/streams/streams.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Catalogues } from './modules/menu/catalogue/catalogues.ts';
import type { WithProof } from './modules/accounts/second-factor/require-proof.ts';
import type { Passwords } from './modules/accounts/passwords/passwords.ts';
import type { ErasureList } from './modules/customers/privacy/erasure-list.ts';
import type { Outbox } from './modules/outbound/jobs/outbox.ts';

/** Dependencies of the modules. A module names what it uses: `Pick<Deps, 'db' | 'clock'>`. */
export interface Deps {
  db: Db;
  /** For reports and the history: a replica's, where there is one. */
  readDb: Db;
  /** Connections apart, for imports. */
  importDb: Db;
  config: Config;
  /** The server's only clock, so that tests can move it. */
  clock: () => Date;
  log: Log;
  /** Null where nobody asks for figures (METRICS_PORT). */
  metrics: Metrics | null;
  events: EventLog;
  catalogues: Catalogues;
  passwords: Passwords;
  /** Asks for the password again before a change. */
  withProof: WithProof;
  erasures: ErasureList;
  /** For a message that its sender waits for; all others need the transaction alone. */
  outbox: Pick<Outbox, 'enqueueOwn' | 'perform'>;
  /** The open streams, to close those of revoked tokens. */
  streams: Pick<Streams, 'closeOf'>;
}
