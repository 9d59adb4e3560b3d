import { type BackupStore, readWhole, writeWhole } from './wal/backup-store.ts';

/** A restore that was tried and found whole, noted beside the backups: the database itself may be gone. */
interface TriedRestore {
  triedAt: Date;
  /** The newest change that came back. */
  newest: Date;
}

const name = 'tried-restore.json';

export async function readTriedRestore(store: BackupStore): Promise<TriedRestore | null> {
  if (!(await store.list(name)).includes(name)) return null;
  const { triedAt, newest } = JSON.parse((await readWhole(store, name)).toString()) as Record<
    keyof TriedRestore,
    string
  >;
  return { triedAt: new Date(triedAt), newest: new Date(newest) };
}

export function noteTriedRestore(store: BackupStore, tried: TriedRestore): Promise<void> {
  return writeWhole(store, name, Buffer.from(JSON.stringify(tried)));
}
