import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Role } from '#contract/base/enumerations.ts';

/** The stored outlets; an owner works at all. */
export function outletsOf(role: Role, outletIds: readonly OutletId[] | null): OutletId[] | null {
  return role === 'owner' || outletIds === null ? null : [...outletIds];
}

/**
 * The names of outlets, for the audit log.
 * @param before those where the person worked before: the ones that were deleted since have no name and are no obstacle.
 * @throws request.not_found when one of the others is not, or no longer, the restaurant's.
 */
export async function namesOfOutlets(
  tx: Tx,
  restaurantId: RestaurantId,
  outletIds: readonly OutletId[] | null,
  before: readonly OutletId[] | null = null,
): Promise<string[] | null> {
  if (outletIds === null) return null;
  const found = await tx
    .selectFrom('outlets')
    .select(['id', 'name'])
    .where('restaurant_id', '=', restaurantId)
    .where('id', 'in', outletIds)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute();
  const known = new Set([...found.map(({ id }) => id), ...(before ?? [])]);
  if (!outletIds.every((id) => known.has(id))) throw new Refusal('request.not_found');
  return found.map(({ name }) => name);
}
