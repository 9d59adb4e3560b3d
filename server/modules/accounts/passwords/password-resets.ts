import type { UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { User } from '../queries.ts';
import { hashToken, newToken } from '../sessions/sessions.ts';

/**
 * Creates the token of a link to choose a new password; an earlier token is void from now on (R5).
 * @returns the token, which is stored nowhere; the row has its SHA-256.
 */
export async function createReset(db: Db, userId: UserId, now: Date): Promise<string> {
  const token = newToken();
  const reset = {
    token_hash: hashToken(token),
    created_at: now,
    expires_at: new Date(now.getTime() + limits.resetValidSeconds * 1000),
  };
  await db
    .insertInto('password_resets')
    .values({ user_id: userId, ...reset })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(reset))
    .execute();
  return token;
}

/** The user of a valid token, or null. */
export async function findUserByReset(db: Db, token: string, now: Date): Promise<User | null> {
  const user = await db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .selectAll('users')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return user ?? null;
}

/** Whether a mailed link, by the hash of its token in hex, still works; a newer one or a new password has voided it. */
export async function isResetOpen(tx: Tx, tokenHash: string): Promise<boolean> {
  const found = await tx
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', Buffer.from(tokenHash, 'hex'))
    .executeTakeFirst();
  return found !== undefined;
}

/** Uses the token up; exactly one of any number of parallel callers gets true (R6). */
export async function consumeReset(tx: Tx, token: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('password_resets')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Voids the mailed link, because the password was changed in another way. */
export async function deleteReset(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

export async function removeExpiredResets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
}
