import type { UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Db } from '#server/db/connect.ts';
import { hashToken, newToken } from '../sessions/sessions.ts';

/** A device signs for one purpose: to sign in, to prove itself again before a change, or to become a passkey. */
type PasskeyPurpose = 'sign_in' | 'proof' | 'add';

/**
 * Creates 256 random bits for a device to sign.
 * @param userId the only person whose passkey may sign them; null for a sign-in, where nobody is known yet.
 */
export async function createPasskeyChallenge(
  db: Db,
  purpose: PasskeyPurpose,
  userId: UserId | null,
  now: Date,
): Promise<string> {
  const challenge = newToken();
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashToken(challenge),
      purpose,
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + limits.passkeyChallengeSeconds * 1000),
    })
    .execute();
  return challenge;
}

/**
 * Uses up the challenge that a browser says was signed, whether or not the signature turns out right.
 * @param clientData the browser's description of what it did, base64url of JSON.
 * @returns the challenge; null unless it is one of ours for this purpose and person, not over and not used before.
 */
export async function consumePasskeyChallenge(
  db: Db,
  clientData: string,
  purpose: PasskeyPurpose,
  userId: UserId | null,
  now: Date,
): Promise<string | null> {
  const challenge = challengeOf(clientData);
  if (challenge === null) return null;
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows > 0n ? challenge : null;
}

function challengeOf(clientData: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    // Not JSON, or null.
    return null;
  }
}

export async function removeExpiredPasskeyChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
}
