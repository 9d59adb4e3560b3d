import type { Role } from '#contract/base/enumerations.ts';
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Proof, Prover } from '#server/modules/accounts/second-factor/require-proof.ts';

/** A role to be given or the colleague whose place changes, and the proof that owners take. */
interface ProvenStaffChange extends Proof {
  role?: Role;
  userId?: UserId;
}

/**
 * Makes a change of people in one transaction. One that makes somebody an owner, or takes an owner's place away, takes the proof: either
 * hands the restaurant over, and the screen of an owner may stand unlocked.
 * @throws as `withProof`
 */
export async function withOwnerProof<T>(
  { db, withProof }: Pick<Deps, 'db' | 'withProof'>,
  by: Prover,
  { role, userId, ...proof }: ProvenStaffChange,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (role === 'owner') return withProof(by, proof, change);
  const changed = await transaction(db, by.restaurantId, async (tx) => {
    // Locked, so that nobody is made an owner between this look and the change.
    if (userId !== undefined && (await isOwner(tx, by.restaurantId, userId))) return null;
    return { result: await change(tx) };
  });
  return changed === null ? withProof(by, proof, change) : changed.result;
}

async function isOwner(tx: Tx, restaurantId: RestaurantId, userId: UserId): Promise<boolean> {
  const member = await tx
    .selectFrom('memberships')
    .select('role')
    .where('restaurant_id', '=', restaurantId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return member?.role === 'owner';
}
