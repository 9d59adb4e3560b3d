import type { Background } from './background.ts';
import type { Config } from './config.ts';
import type { Db } from './db/connect.ts';
import type { EventLog } from './events/event-log.ts';
import type { Streams } from './http/streams/streams.ts';
import type { Log } from './log.ts';
import type { Catalogues } from './modules/menu/catalogue/catalogues.ts';
import type { Passwords } from './modules/accounts/passwords/passwords.ts';
import type { ErasureList } from './modules/customers/privacy/erasure-list.ts';
import type { Mail } from './modules/outbound/mail.ts';
import type { Sms } from './modules/outbound/sms.ts';

/** Dependencies of the modules. A module names what it uses: `Pick<Deps, 'db' | 'clock'>`. */
export interface Deps {
  db: Db;
  config: Config;
  /** The server's only clock, so that tests can move it. */
  clock: () => Date;
  log: Log;
  events: EventLog;
  catalogues: Catalogues;
  passwords: Passwords;
  sms: Sms;
  mail: Mail;
  erasures: ErasureList;
  background: Background;
  /** The open streams, to close those of revoked tokens. */
  streams: Pick<Streams, 'closeOf'>;
}
