import { limits } from '#contract/base/limits.ts';
import type { Db } from '#server/db/connect.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { getUser, type User } from '../queries.ts';
import { hashToken, newToken } from '../sessions/sessions.ts';

/**
 * Records the first half of a sign-in: the password was right.
 * @returns the token that the client carries to the second step.
 */
export async function createChallenge(db: Db, user: User, now: Date): Promise<string> {
  const token = newToken();
  await db
    .insertInto('sign_in_challenges')
    .values({
      token_hash: hashToken(token),
      user_id: user.id,
      password_version: user.password_version,
      created_at: now,
      expires_at: new Date(now.getTime() + limits.challengeSeconds * 1000),
    })
    .execute();
  return token;
}

/**
 * Uses one of the challenge's tries before the code is checked, so that parallel guesses count.
 * @throws auth.challenge_over
 */
export async function countChallengeTry(db: Db, token: string, now: Date): Promise<User> {
  const taken = await db
    .updateTable('sign_in_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .where('tries', '<', limits.challengeTries)
    .returning(['user_id', 'password_version'])
    .executeTakeFirst();
  if (taken === undefined) throw expiredChallenge();
  return requireUnchanged(db, taken);
}

/**
 * The user of a challenge, without using a try.
 * @throws auth.challenge_over
 */
export async function readChallenge(db: Db, token: string, now: Date): Promise<User> {
  const found = await db
    .selectFrom('sign_in_challenges')
    .select(['user_id', 'password_version'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (found === undefined) throw expiredChallenge();
  return requireUnchanged(db, found);
}

/** Refuses when the password was changed or the account disabled since the challenge began (R10). */
async function requireUnchanged(
  db: Db,
  { user_id, password_version }: { user_id: User['id']; password_version: number },
): Promise<User> {
  const user = await getUser(db, user_id);
  if (user.disabled_at !== null || user.password_version !== password_version) throw expiredChallenge();
  return user;
}

/** Uses the challenge up; exactly one of several parallel callers gets true. */
export async function consumeChallenge(db: Db, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function removeExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('expires_at', '<=', now).execute();
}

export function expiredChallenge(): Refusal {
  return new Refusal('auth.challenge_over');
}
