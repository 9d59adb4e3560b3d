import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { DAY } from '#contract/base/time.ts';
import { DamagedBackup } from './archive.ts';
import { bucketFolder, listStored, type Retention, superfluous } from './scheduled-backups.ts';
import type { BackupStore } from './wal/backup-store.ts';

/**
 * Copies a scheduled backup into a bucket, reads it back, and only then removes those there that are kept no longer.
 * @returns the names of the removed ones.
 * @throws an `Error` with a sentence for the operator; older backups are all there then.
 */
export async function storeBackup(store: BackupStore, path: string, keep: Retention): Promise<string[]> {
  const made = basename(path);
  const name = bucketFolder + made;
  // Parts of files whose sending was broken off by a kill.
  await store.removeUnfinished(bucketFolder, new Date(Date.now() - DAY));
  const [sent, found] = [createHash('sha256'), createHash('sha256')];
  await store.write(name, hashed(createReadStream(path), sent));
  for await (const part of store.read(name)) found.update(part);
  if (!sent.digest().equals(found.digest())) {
    await store.remove(name);
    throw new DamagedBackup(`The backup in ${store.place} is not what was sent there`);
  }
  const names = superfluous(await listStored(store), keep)
    .map((backup) => backup.name)
    .filter((one) => one !== made);
  for (const one of names) await store.remove(bucketFolder + one);
  return names;
}

async function* hashed(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const part of bytes) {
    hash.update(part);
    yield part;
  }
}
