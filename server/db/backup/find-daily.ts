import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import type { ArchiveSource } from './archive.ts';
import { bucketFolder, listScheduled, listStored } from './scheduled-backups.ts';
import { openStore } from './wal/open-store.ts';

export interface DailyBackup {
  name: string;
  takenAt: Date;
  source: ArchiveSource;
  /** Bytes of the file; null in a bucket, which is not asked. */
  bytes: number | null;
}

/**
 * A daily backup of the bucket, or else of the folder of the backups.
 * @param name 'latest' is the newest. @throws an `Error` with a sentence for the operator where there is none.
 */
export async function findDaily(
  { backupDir, backupBucket }: Pick<Config, 'backupDir' | 'backupBucket'>,
  name: string,
): Promise<DailyBackup> {
  const store = backupBucket === undefined ? undefined : openStore({ bucket: backupBucket });
  const all =
    store !== undefined ? await listStored(store) : backupDir === undefined ? [] : await listScheduled(backupDir);
  const found = name === 'latest' ? all[0] : all.find((one) => one.name === name);
  const place = store?.place ?? backupDir ?? 'BACKUP_DIR or BACKUP_BUCKET';
  if (found === undefined)
    throw new Error(name === 'latest' ? `There is no daily backup in ${place}` : `There is no ${name} in ${place}`);
  if (store !== undefined) return { ...found, source: store.read(bucketFolder + found.name), bytes: null };
  const path = join(backupDir!, found.name);
  return { ...found, source: path, bytes: (await stat(path)).size };
}
