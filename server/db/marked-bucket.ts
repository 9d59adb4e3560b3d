import type { Db } from './connect.ts';

/** The id of the database, and since when a bucket has it; null where no server was started on it. Backups have both. */
export async function readBucketMark(db: Db): Promise<{ id: string; markedAt: Date | null } | null> {
  const row = await db.selectFrom('installation').select(['id', 'bucket_marked_at']).executeTakeFirst();
  return row === undefined ? null : { id: row.id, markedAt: row.bucket_marked_at };
}

export async function noteMarkedBucket(db: Db, at: Date): Promise<void> {
  await db.updateTable('installation').set({ bucket_marked_at: at }).where('bucket_marked_at', 'is', null).execute();
}
