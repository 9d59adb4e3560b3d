/** Members named by an input must exist in this restaurant and be of the right kind, or nothing is saved (R23). */
import type { ItemId, ModifierListId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import { idsIn } from '#server/db/ids-in.ts';
import type { Tx } from '#server/db/transaction.ts';
import { requireExisting } from '#server/http/require-existing.ts';

/** @throws request.invalid, by field. */
export async function requireItems(
  tx: Tx,
  restaurantId: RestaurantId,
  type: 'item' | 'modifier',
  field: string,
  ids: readonly ItemId[] = [],
): Promise<void> {
  if (ids.length === 0) return;
  const known = await tx
    .selectFrom('items')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', 'in', idsIn(ids))
    .where('type', '=', type)
    .where('deleted_at', 'is', null)
    .execute();
  requireExisting(field, ids, known);
}

/** @throws request.invalid, by field. */
export async function requireModifierLists(
  tx: Tx,
  restaurantId: RestaurantId,
  field: string,
  ids: readonly ModifierListId[] = [],
): Promise<void> {
  if (ids.length === 0) return;
  const known = await tx
    .selectFrom('modifier_lists')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', 'in', idsIn(ids))
    .where('deleted_at', 'is', null)
    .execute();
  requireExisting(field, ids, known);
}

/**
 * @param before those that were named before, which may have been deleted since.
 * @throws request.invalid, by field.
 */
export async function requireOutlets(
  tx: Tx,
  restaurantId: RestaurantId,
  field: string,
  ids: readonly OutletId[] = [],
  before: readonly OutletId[] | null = null,
): Promise<void> {
  if (ids.length === 0) return;
  const known = await tx
    .selectFrom('outlets')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', 'in', idsIn(ids))
    .where('deleted_at', 'is', null)
    .execute();
  requireExisting(field, ids, [...known, ...(before ?? []).map((id) => ({ id }))]);
}
