import type { Db } from '#server/db/connect.ts';

/**
 * Of the tokens with these hashes, those whose session was ended or has run out; one query, however many. Open streams are
 * closed by it (R59). A stream does not count as use, so how long a session was idle is left to `findCaller`.
 */
export async function listEndedTokens(db: Db, tokenHashes: readonly Buffer[], now: Date): Promise<Buffer[]> {
  if (tokenHashes.length === 0) return [];
  const sessions = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('token_hash', 'in', [...tokenHashes])
    .where('expires_at', '>', now)
    .execute();
  const live = new Set(sessions.map((session) => session.token_hash.toString('hex')));
  return tokenHashes.filter((hash) => !live.has(hash.toString('hex')));
}
