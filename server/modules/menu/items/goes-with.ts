/** The dishes that a merchant chose to be suggested beside another (decision 107). */
import type { ItemType } from '#contract/base/enumerations.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { ItemId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { replaceLinks } from '#server/db/replace-links.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { requireItems } from '#server/modules/menu/modifier-lists/require-members.ts';

const field = 'goesWith';

/**
 * The suggestions by dish, in their order. Those of deleted dishes are kept for their restoring, and not told; one that comes back
 * beyond the limit is not told either.
 */
export async function listGoesWith(
  tx: Tx,
  restaurantId: RestaurantId,
  itemId?: ItemId,
): Promise<ReadonlyMap<ItemId, ItemId[]>> {
  const rows = await tx
    .selectFrom('item_goes_with as link')
    .innerJoin('items as suggested', (join) =>
      join.onRef('suggested.restaurant_id', '=', 'link.restaurant_id').onRef('suggested.id', '=', 'link.suggested_id'),
    )
    .select(['link.item_id', 'link.suggested_id'])
    .where('link.restaurant_id', '=', restaurantId)
    .where('suggested.deleted_at', 'is', null)
    .$if(itemId !== undefined, (query) => query.where('link.item_id', '=', itemId!))
    .orderBy('link.position')
    .orderBy('link.suggested_id')
    .execute();
  const byItem = Map.groupBy(rows, ({ item_id }) => item_id);
  return new Map(
    [...byItem].map(([id, links]) => [id, links.slice(0, limits.goesWithMax).map(({ suggested_id }) => suggested_id)]),
  );
}

/**
 * Makes these the suggestions of the dish, which the transaction has locked; undefined leaves them.
 * @throws request.invalid, by field.
 */
export async function saveGoesWith(
  tx: Tx,
  restaurantId: RestaurantId,
  { id, type }: { id: ItemId; type: ItemType },
  suggestedIds: readonly ItemId[] | undefined,
): Promise<void> {
  if (suggestedIds === undefined) return;
  const refuse = (name: string, problem: ReturnType<typeof fieldProblem>): never => {
    throw new Refusal('request.invalid', undefined, { [name]: problem });
  };
  if (type === 'modifier' && suggestedIds.length > 0) refuse(field, fieldProblem('item.modifier_goes_with_none'));
  const own = suggestedIds.indexOf(id);
  if (own >= 0) refuse(`${field}.${own}`, fieldProblem('item.goes_with_itself'));
  await requireItems(tx, restaurantId, 'item', field, suggestedIds);
  await replaceLinks(tx, restaurantId, 'item_goes_with', id, suggestedIds);
}
