import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { sendMessage } from '#server/modules/outbound/send-message.ts';
import { verificationMail } from '../mails.ts';
import type { User } from '../queries.ts';
import { hashToken, newToken } from '../sessions/sessions.ts';

/** Mails a link that confirms the email; an earlier link is void from now on. The row has the SHA-256 of its token. */
export async function sendVerification(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  restaurantId: RestaurantId,
  user: User,
): Promise<void> {
  const token = newToken();
  const now = deps.clock();
  const verification = {
    token_hash: hashToken(token),
    created_at: now,
    expires_at: new Date(now.getTime() + limits.verificationValidHours * 3_600_000),
  };
  await tx
    .insertInto('email_verifications')
    .values({ user_id: user.id, ...verification })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(verification))
    .execute();
  const content = verificationMail(user, deps.config.publicUrl, token);
  const about = verification.token_hash.toString('hex');
  await sendMessage(tx, deps, { kind: 'email_verification', restaurantId, content, about });
}

/** Whether a mailed link, by the hash of its token in hex, still works. */
export async function isVerificationOpen(tx: Tx, tokenHash: string): Promise<boolean> {
  const found = await tx
    .selectFrom('email_verifications')
    .select('user_id')
    .where('token_hash', '=', Buffer.from(tokenHash, 'hex'))
    .executeTakeFirst();
  return found !== undefined;
}

/** Uses the token up; exactly one of any number of parallel callers gets the user, the others null. */
export async function consumeVerification(tx: Tx, token: string, now: Date): Promise<UserId | null> {
  const used = await tx
    .deleteFrom('email_verifications')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return used?.user_id ?? null;
}

/** Voids the mailed link, because the email was proved in another way. */
export async function deleteVerification(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('email_verifications').where('user_id', '=', userId).execute();
}

/** The restaurants that a person owns. */
export async function listOwned(tx: Tx, userId: UserId): Promise<RestaurantId[]> {
  const rows = await tx
    .selectFrom('memberships')
    .select('restaurant_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .execute();
  return rows.map(({ restaurant_id: id }) => id);
}

export async function removeExpiredVerifications(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_verifications').where('expires_at', '<=', now).execute();
}
