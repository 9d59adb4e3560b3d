import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { type Actor, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';

/**
 * Refuses what costs the platform money or reputation until an owner has confirmed their email.
 * @throws auth.email_unverified
 */
export async function requireVerifiedOwner(tx: Tx, restaurantId: RestaurantId): Promise<void> {
  if (!(await isOwnerVerified(tx, restaurantId))) throw new Refusal('auth.email_unverified');
}

export async function isOwnerVerified(tx: Tx, restaurantId: RestaurantId): Promise<boolean> {
  const { owner_verified_at: verifiedAt } = await tx
    .selectFrom('restaurants')
    .select('owner_verified_at')
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  return verifiedAt !== null;
}

/** Opens the restaurant, for good: an owner has read a mail to their email. Nothing changes when it was open already. */
export async function noteOwnerVerified(
  tx: Tx,
  restaurantId: RestaurantId,
  by: { actor: Actor; requestId: string; at: Date },
  email: string,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('restaurants')
    .set({ owner_verified_at: by.at, updated_at: by.at })
    .where('id', '=', restaurantId)
    .where('owner_verified_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  await appendAuditEntry(tx, restaurantId, by, { action: 'account.email_verified', subject: email });
  // Guests may order from now on.
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, by.at);
}
