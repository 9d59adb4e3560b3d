import { fieldProblem } from '#contract/base/field-problems.ts';
import type { CategoryId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { moveItems } from '#server/modules/menu/categories/move-items.ts';
import { addItem, type NewItem, type SavedItem } from '#server/modules/menu/items/save-item.ts';
import type { Picture } from '#server/modules/restaurants/pictures/encode-picture.ts';

/**
 * Creates an item or a modifier, and puts an item at the end of its category: both or neither, so that nobody is left with a dish
 * that guests do not see.
 * @throws as `addItem` and `moveItems`; request.invalid for a modifier with a category.
 */
export async function addItemToCategory(
  tx: Tx,
  restaurantId: RestaurantId,
  { categoryId, ...item }: NewItem & { categoryId?: CategoryId | undefined },
  picture: Picture | null,
  at: Date,
): Promise<SavedItem> {
  if (categoryId !== undefined && item.type === 'modifier') {
    throw new Refusal('request.invalid', undefined, { categoryId: fieldProblem('item.modifier_has_no_category') });
  }
  const saved = await addItem(tx, restaurantId, item, picture, at);
  // The menu is locked since then, and guests learn of the change at the commit, so its event may come first.
  if (categoryId !== undefined) await moveItems(tx, restaurantId, categoryId, [saved.row.id]);
  return saved;
}
