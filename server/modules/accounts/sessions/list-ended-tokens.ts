import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { isSeenLongAgo, markSeen } from './mark-seen.ts';
import { isExpired, type SessionKind } from './sessions.ts';

/**
 * The hashes among those of open streams whose sessions are over (R59): logged out, expired, or of a user who was
 * disabled or works there no more. A stream counts as use, so the screen of a quiet kitchen stays signed in.
 */
export async function listEndedTokens(db: Db, tokenHashes: readonly Buffer[], now: Date): Promise<readonly Buffer[]> {
  if (tokenHashes.length === 0) return [];
  const rows = await platformTransaction(db, 'caller-lookup', (tx) =>
    tx
      .selectFrom('sessions')
      .leftJoin('users', 'users.id', 'sessions.user_id')
      .leftJoin('memberships', (join) =>
        join
          .onRef('memberships.restaurant_id', '=', 'sessions.restaurant_id')
          .onRef('memberships.user_id', '=', 'sessions.user_id'),
      )
      .select([
        'token_hash',
        'kind',
        'expires_at',
        'last_seen_at',
        'user_type',
        'disabled_at',
        'role',
        'support_reason',
      ])
      .where(sql<boolean>`token_hash = any(${tokenHashes}::bytea[])`)
      .execute(),
  );
  const live = rows
    .filter(({ user_type, disabled_at, role }) => disabled_at === null && (user_type !== 'merchant' || role !== null))
    .map(({ token_hash, kind, user_type, support_reason, expires_at, last_seen_at }) => ({
      tokenHash: token_hash,
      kind: kind === 'user' ? kindOfUser(user_type, support_reason) : (kind satisfies SessionKind),
      expiresAt: expires_at,
      lastSeenAt: last_seen_at,
    }))
    .filter((session) => !isExpired(session, now));
  const seenLongAgo = live.filter((session) => isSeenLongAgo(session, now));
  await markSeen(
    db,
    seenLongAgo.map(({ tokenHash }) => tokenHash),
    now,
  );
  const liveKeys = new Set(live.map(({ tokenHash }) => tokenHash.toString('base64')));
  return tokenHashes.filter((tokenHash) => !liveKeys.has(tokenHash.toString('base64')));
}

function kindOfUser(userType: 'merchant' | 'admin' | null, supportReason: string | null): SessionKind {
  return supportReason === null ? (userType ?? 'merchant') : 'support';
}
