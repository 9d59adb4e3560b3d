import { join } from 'node:path';
import { MINUTE } from '#contract/base/time.ts';
import type { BackupOrder, TakenBackup } from '#server/db/backup/take-backup.ts';
import { noteVerifiedAt } from '#server/db/backup/verified-backup.ts';
import type { Database } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import type { JobHandler } from '#server/modules/outbound/jobs/job.ts';
import { WorkerProcesses } from '#server/worker-processes.ts';
import { backupFailedMail, mailAdmins } from './backup-mails.ts';

export interface BackupDeps extends Pick<Deps, 'config' | 'clock' | 'log'> {
  database: Pick<Database, 'db' | 'target'>;
}

/** In the data folder, for a backup on its way to a bucket. */
const passingFolder = 'backup-under-way';
/** Longer than any backup takes; what hangs for so long is tried again. */
const withinMs = 6 * 60 * MINUTE;

/** Makes the backups, in a process that yields to everything else. A server without a folder or a bucket for them leaves them to the next one that is elected. */
export function backupHandler({ database: { db, target }, config, clock, log }: BackupDeps): JobHandler {
  const { backupDir, backupBucket, backupRecipient, dataDir, secret, scheduledBackups } = config;
  const hasPlace = backupDir !== undefined || backupBucket !== undefined;
  const workers = new WorkerProcesses<BackupOrder, TakenBackup>(
    new URL('../../../db/backup/backup-worker.ts', import.meta.url),
    { deadlineMs: withinMs },
  );
  return {
    atOnce: hasPlace ? 1 : 0,
    withinMs,
    retries: () => ({ most: 6, firstMs: MINUTE, longestMs: 30 * MINUTE }),
    async perform(_, signal) {
      const takenAt = clock();
      const sealing = backupRecipient === undefined ? undefined : { recipient: backupRecipient, secret };
      const order = {
        target,
        folder: backupDir ?? join(dataDir, passingFolder),
        isPassing: backupDir === undefined,
        bucket: backupBucket,
        takenAt,
        sealing,
        keep: scheduledBackups.keep,
      };
      const facts = await workers.run(order, signal);
      await noteVerifiedAt(db, takenAt);
      log.info({ ...facts, folder: backupDir, bucket: backupBucket?.url }, 'A backup was made and read back');
    },
    async afterGivenUp(tx, { key, tries }, error) {
      const problem = error instanceof Error ? error.message : String(error);
      log.error({ err: error, tries }, 'A backup was given up until tomorrow');
      await mailAdmins(tx, { config, clock }, `failed ${key}`, (admin) => backupFailedMail(admin, tries, problem));
    },
  };
}
