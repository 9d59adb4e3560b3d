import { sql } from 'kysely';
import { MINUTE } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import { together } from '#server/db/together.ts';
import type { SessionTimes } from './sessions.ts';

/**
 * Writes that sessions were used now. A session that somebody else has locked is skipped, and written at a later use: the statement writes
 * sessions of unrelated requests, and none of them may wait for it.
 */
export async function markSeen(db: Db, tokenHashes: readonly Buffer[], now: Date): Promise<void> {
  if (tokenHashes.length === 0) return;
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('token_hash')
        .where(sql<boolean>`token_hash = any(${tokenHashes}::bytea[])`)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute();
}

/** Whether the use of a session is to be written again: each is written at most once a minute. */
export function isSeenLongAgo({ lastSeenAt }: Pick<SessionTimes, 'lastSeenAt'>, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= MINUTE;
}

/** Marks the session of one request, in one statement with those of other requests. All get the latest of their times. */
export const markSeenTogether = together(async (db, seen: readonly { tokenHash: Buffer; now: Date }[]) => {
  const latest = new Date(Math.max(...seen.map(({ now }) => now.getTime())));
  await markSeen(
    db,
    seen.map(({ tokenHash }) => tokenHash),
    latest,
  );
  return seen.map(() => undefined);
});
