import type { UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { findUserByEmail } from '../queries.ts';
import { endSessionsOf, hashToken, newToken } from '../sessions/sessions.ts';
import { deletePasskeysOf } from '../passkeys/change-passkeys.ts';
import { deleteFactor } from './second-factor.ts';

/**
 * Creates the one-time token with which an admin sets the second factor up; an earlier token is void from now on. A
 * factor that was not set up with a token may be a stranger's: it is taken off with the passkeys, and all sessions end.
 * @returns the token, which is stored nowhere; or why there is none: nobody is an admin with this email, or a factor that was
 *   set up with a token is on.
 */
export async function createFactorToken(
  db: Db,
  email: string,
  now: Date,
): Promise<{ token: string } | 'unknown' | 'on'> {
  const user = await findUserByEmail(db, email);
  if (user?.user_type !== 'admin') return 'unknown';
  return platformTransaction(db, 'administration', async (tx) => {
    const factor = await tx
      .selectFrom('second_factors')
      .select(['confirmed_at', 'set_by_token'])
      .where('user_id', '=', user.id)
      .forUpdate()
      .executeTakeFirst();
    if (factor !== undefined) {
      if (factor.confirmed_at !== null && factor.set_by_token) return 'on';
      await deleteFactor(tx, user.id);
      await deletePasskeysOf(tx, user.id);
      await endSessionsOf(tx, user.id);
    }
    const token = newToken();
    const row = {
      token_hash: hashToken(token),
      created_at: now,
      expires_at: new Date(now.getTime() + limits.factorTokenSeconds * 1000),
    };
    await tx
      .insertInto('factor_tokens')
      .values({ user_id: user.id, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    return { token };
  });
}

/** Whether this is the account's token, and still valid. */
export async function isFactorToken(db: Db, userId: UserId, token: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('factor_tokens')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Voids the token once the factor it allowed is proven.
 * @returns whether a token allowed the factor.
 */
export async function consumeFactorToken(tx: Tx, userId: UserId): Promise<boolean> {
  const factor = await tx
    .selectFrom('second_factors')
    .select('set_by_token')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (factor.set_by_token) await tx.deleteFrom('factor_tokens').where('user_id', '=', userId).execute();
  return factor.set_by_token;
}
