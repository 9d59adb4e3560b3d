import type { OutletId, RestaurantId, UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Role } from '#contract/base/enumerations.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

/** Lets a user work in a restaurant; null `outletIds` mean all of its outlets. */
export async function insertMembership(
  tx: Tx,
  restaurantId: RestaurantId,
  { userId, role, outletIds = null }: { userId: UserId; role: Role; outletIds?: OutletId[] | null },
  at: Date,
): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({ restaurant_id: restaurantId, user_id: userId, role, outlet_ids: outletIds, created_at: at })
    .execute();
}

/** Stores the hash of a new PIN, or none, and forgets the wrong tries. */
export async function setPinHash(
  tx: Tx,
  restaurantId: RestaurantId,
  userId: UserId,
  pinHash: Buffer | null,
): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ pin_hash: pinHash, pin_tries: 0 })
    .where('restaurant_id', '=', restaurantId)
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Counts a try at a PIN before it is compared, so that parallel guesses cannot share one.
 * @returns the hash to compare with, and how many tries there were with this one.
 * @throws request.not_found for a person without a PIN here, auth.pin_locked.
 */
export async function countPinTry(tx: Tx, restaurantId: RestaurantId, userId: UserId) {
  const member = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['pin_hash', 'pin_tries', 'first_name', 'last_name', 'disabled_at'])
    .where('restaurant_id', '=', restaurantId)
    .where('user_id', '=', userId)
    .forUpdate('memberships')
    .executeTakeFirst();
  if (member === undefined || member.pin_hash === null || member.disabled_at !== null) {
    throw new Refusal('request.not_found');
  }
  if (member.pin_tries >= limits.pinTries) throw new Refusal('auth.pin_locked');
  const tries = member.pin_tries + 1;
  await tx
    .updateTable('memberships')
    .set({ pin_tries: tries })
    .where('restaurant_id', '=', restaurantId)
    .where('user_id', '=', userId)
    .execute();
  const { first_name, last_name } = member;
  return { hash: member.pin_hash, tries, first_name, last_name };
}

/** Unlocks the PIN of a person who has given the password. */
export async function clearPinTries(tx: Tx, restaurantId: RestaurantId, userId: UserId): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ pin_tries: 0 })
    .where('restaurant_id', '=', restaurantId)
    .where('user_id', '=', userId)
    .where('pin_tries', '>', 0)
    .execute();
}

/** Deletes the memberships of a restaurant that is being erased. */
export async function deleteMemberships(tx: Tx, restaurantId: RestaurantId): Promise<void> {
  await tx.deleteFrom('memberships').where('restaurant_id', '=', restaurantId).execute();
}

/** Takes every PIN off, in all restaurants: the secret that they were hashed with is gone. */
export async function clearAllPins(tx: Tx): Promise<void> {
  await tx.updateTable('memberships').set({ pin_hash: null, pin_tries: 0 }).where('pin_hash', 'is not', null).execute();
}
