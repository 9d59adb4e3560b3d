/** A process that does the jobs of a database and nothing else, to be killed: `node run-jobs.ts <database> <gateway> <secret>`. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#server/config.ts';

enableCompileCache(join(import.meta.dirname, '..', '..', '..', '.cache', 'compiled'));
const { connect } = await import('#server/db/connect.ts');
const { openStandingConnection } = await import('#server/db/standing-connection.ts');
const { foreignEngine } = await import('#server/db/engine/engine.ts');
const { jobHandlers } = await import('#server/job-handlers.ts');
const { openOutbox } = await import('#server/modules/outbound/jobs/outbox.ts');
const { runOutbox } = await import('#server/modules/outbound/jobs/run-outbox.ts');
const { httpSms } = await import('#server/modules/outbound/sms.ts');
const { openVoiceCalls } = await import('#server/modules/outbound/voice-calls.ts');
const { openMemoryList } = await import('#server/test/data/erasure-list.ts');
const { testLog } = await import('./log.ts');

const [connectionString = '', url = '', secret = ''] = process.argv.slice(2);
const database = await connect(foreignEngine({ connectionString }), testLog);
const { db, pool } = database;
const config = {
  secret,
  publicUrl: 'http://localhost',
  backupDir: process.env['BACKUP_DIR'],
  scheduledBackups: { atMinute: undefined, keep: { days: 7, weeks: 4 } },
};
const clock = () => new Date();
const sms = httpSms({ url, authorization: undefined }, testLog);
const drivers = {
  sms,
  streams: { closeOf: () => undefined },
  erasures: openMemoryList().list,
  mail: { send: async () => undefined },
  calls: openVoiceCalls({ calls: undefined }, sms, testLog),
  push: { send: async () => 'sent' as const },
};
const outbox = openOutbox({
  db,
  clock,
  log: testLog,
  handlers: jobHandlers({ database, config: config as Config, clock, log: testLog, ...drivers }),
});
runOutbox(outbox, openStandingConnection(pool, testLog), testLog);
process.stdout.write('running\n');
flushCompileCache();
// The test ends this process; without it nobody would.
await sleep(600_000);
process.exit(1);
