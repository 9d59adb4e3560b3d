import { sql } from 'kysely';
import type { UserId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/**
 * Merchants of whom nobody has read a mail to their email. They signed up, and no restaurant of theirs has a proven owner: people who are
 * invited followed a mailed link, and only a restaurant with a proven owner invites. Needs a platform transaction: any other sees the
 * memberships of its own restaurant alone.
 */
export const hasUnprovedEmail = sql<boolean>`(user_type = 'merchant' and not exists (
  select from memberships join restaurants on restaurants.id = memberships.restaurant_id
  where memberships.user_id = users.id and owner_verified_at is not null))`;

/** Whether nobody has read a mail to the person's email yet. Who works nowhere any more did so once. */
export async function isEmailUnproved(tx: Tx, userId: UserId): Promise<boolean> {
  const user = tx
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .select('users.id')
    .where('users.id', '=', userId);
  return (await user.where(hasUnprovedEmail).limit(1).executeTakeFirst()) !== undefined;
}
