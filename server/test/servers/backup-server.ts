/** A server that does nothing but make backups, with a clock of the test. */
import { sql } from 'kysely';
import { inject, onTestFinished } from 'vitest';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { jobHandlers } from '#server/job-handlers.ts';
import type { Log } from '#server/log.ts';
import { openOutbox } from '#server/modules/outbound/jobs/outbox.ts';
import { scheduleBackups } from '#server/modules/platform/backups/schedule-backups.ts';
import { testConfig } from './app.ts';
import { targetOf } from './database.ts';
import { openMemoryList } from '#server/test/data/erasure-list.ts';

interface Surroundings {
  clock: () => Date;
  /** The sentences that it logs. */
  logged: string[];
  config: Partial<Config>;
}

export async function openBackupServer(db: Db, { clock, logged, config: changes }: Surroundings) {
  const config = { ...testConfig, ...changes };
  const note = (_: object, message: string) => void logged.push(message);
  const log: Log = { debug: () => undefined, info: note, warn: note, error: note };
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const mails: string[] = [];
  const drivers = {
    mail: { send: async ({ to, subject }: { to: string; subject: string }) => void mails.push(`${to}: ${subject}`) },
    sms: { send: async () => undefined },
    streams: { closeOf: () => undefined },
    erasures: openMemoryList().list,
    calls: { kind: 'message' as const, call: async () => undefined },
    push: { send: async () => 'sent' as const },
  };
  const database = { db, target: targetOf(inject('engine'), rows[0]!.name) };
  const handlers = jobHandlers({ database, config, clock, log, ...drivers });
  const outbox = openOutbox({ db, clock, log, handlers, chance: () => 0 });
  const backups = scheduleBackups({ db, config, clock, log });
  onTestFinished(() => backups.stop());
  const look = async () => {
    await backups.look();
    await outbox.settle();
  };
  return { backups, look, mails };
}
