import { sql } from 'kysely';
import { MINUTE } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import { together } from '#server/db/together.ts';

interface SeenSession {
  tokenHash: Buffer;
  lastSeenAt: Date;
}

/**
 * Writes when sessions were last used, each at most once a minute. A session that somebody else has locked is skipped until its next use:
 * the statement writes sessions of unrelated requests, and none of them may wait for it.
 */
export async function markSeen(db: Db, sessions: readonly SeenSession[], now: Date): Promise<void> {
  const tokenHashes = sessions.filter((session) => isSeenLongAgo(session, now)).map(({ tokenHash }) => tokenHash);
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

/** Whether the use of a session is to be written again. */
export function isSeenLongAgo({ lastSeenAt }: Pick<SeenSession, 'lastSeenAt'>, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= MINUTE;
}

/** Marks the session of one request, in one statement with those of other requests. All get the latest of their times. */
export const markSeenTogether = together(async (db, seen: readonly (SeenSession & { now: Date })[]) => {
  await markSeen(db, seen, new Date(Math.max(...seen.map(({ now }) => now.getTime()))));
  return seen.map(() => undefined);
});
