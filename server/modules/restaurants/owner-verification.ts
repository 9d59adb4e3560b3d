import type { RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { DAY } from '#contract/base/time.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { type Actor, appendAuditEntry, productActor } from '#server/modules/staff/audit-log/append-audit.ts';

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

/**
 * Closes a restaurant that nobody owns any more, because its owner never confirmed the email that somebody else has now proved. It has
 * taken no order, and is erased when its days are over, as after any closing.
 * @returns false where it was confirmed meanwhile: it stays open.
 */
export async function closeUnverified(
  tx: Tx,
  restaurantId: RestaurantId,
  { requestId, at }: { requestId: string; at: Date },
): Promise<boolean> {
  const closed = await tx
    .updateTable('restaurants')
    .set((eb) => ({
      closed_at: eb.fn.coalesce('closed_at', eb.val(at)),
      erase_at: eb.fn.coalesce('erase_at', eb.val(new Date(at.getTime() + limits.reopenDays * DAY))),
      updated_at: at,
    }))
    .where('id', '=', restaurantId)
    .where('owner_verified_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (closed === undefined) return false;
  const entry = { action: 'restaurant.closed', subject: closed.name } as const;
  await appendAuditEntry(tx, restaurantId, { actor: productActor, requestId, at }, entry);
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
  return true;
}
