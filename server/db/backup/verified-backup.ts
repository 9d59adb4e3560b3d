import type { Db } from '../connect.ts';

/** Milliseconds after which the last backup is too old: a night's is missing, and half a day of tries. */
const lateAfterMs = 36 * 3_600_000;

/** When the newest backup that was read back was taken; null before the first. Files are not looked for. */
export async function readVerifiedAt(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('installation').select('backup_verified_at').executeTakeFirst();
  return row?.backup_verified_at ?? null;
}

export async function noteVerifiedAt(db: Db, takenAt: Date): Promise<void> {
  await db.updateTable('installation').set({ backup_verified_at: takenAt }).execute();
}

/** @param since from when on backups were expected, where there is none. A backup of the future was taken by a wrong clock. */
export function isBackupLate(verifiedAt: Date | null, since: Date, now: Date): boolean {
  const last = verifiedAt === null || verifiedAt > now ? since : verifiedAt;
  return now.getTime() - last.getTime() > lateAfterMs;
}
