import type { Bucket } from '#server/bucket-settings.ts';
import type { Config } from '#server/config.ts';
import type { BackupStore } from './backup-store.ts';
import { bucketStore } from './bucket-store.ts';
import { folderStore } from './folder-store.ts';

/** Where the log is kept, as data that another process can be told. */
export type StorePlace = { folder: string } | { bucket: Bucket };

/** The bucket, or else the folder of the backups; undefined where there is neither. */
export function storePlaceOf({
  backupDir,
  backupBucket,
}: Pick<Config, 'backupDir' | 'backupBucket'>): StorePlace | undefined {
  if (backupBucket !== undefined) return { bucket: backupBucket };
  return backupDir === undefined ? undefined : { folder: backupDir };
}

export function openStore(place: StorePlace): BackupStore {
  return 'bucket' in place ? bucketStore(place.bucket) : folderStore(place.folder);
}
