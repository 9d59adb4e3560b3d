import { sql } from 'kysely';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { CategoryId, ItemId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { idsIn } from '#server/db/ids-in.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { getCategory } from './queries.ts';

/**
 * Puts items at the end of a category and takes them out of the other categories of its menu; items already in it keep
 * their place. The caller locks the menu (`holdMenu`), so that two people who move items between the same categories
 * wait for each other.
 * @throws request.not_found for the category; request.invalid when it would hold too many.
 */
export async function moveItems(
  tx: Tx,
  restaurantId: RestaurantId,
  categoryId: CategoryId,
  itemIds: readonly ItemId[],
): Promise<void> {
  // The category of a deleted menu is refused here as not found.
  const { menu_id } = await getCategory(tx, restaurantId, categoryId, 'merchant');
  const ids = [...itemIds];
  await sql`
    delete from category_items using categories
    where category_items.restaurant_id = ${restaurantId} and category_items.item_id in ${idsIn(ids)}
      and category_items.category_id <> ${categoryId}
      and categories.restaurant_id = category_items.restaurant_id and categories.id = category_items.category_id
      and categories.menu_id = ${menu_id}`.execute(tx);
  await sql`
    insert into category_items (restaurant_id, category_id, item_id, position)
    select ${restaurantId}::uuid, ${categoryId}::uuid, item_id, number + (
      select coalesce(max(position), -1) from category_items
      where restaurant_id = ${restaurantId} and category_id = ${categoryId}
    )
    from unnest(${ids}::uuid[]) with ordinality as wanted (item_id, number)
    on conflict (restaurant_id, category_id, item_id) do nothing`.execute(tx);
  const { count } = await tx
    .selectFrom('category_items')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('restaurant_id', '=', restaurantId)
    .where('category_id', '=', categoryId)
    .executeTakeFirstOrThrow();
  if (Number(count) > limits.itemsPerCategoryMax) {
    throw new Refusal('request.invalid', undefined, {
      items: fieldProblem('category.too_many_items', { most: limits.itemsPerCategoryMax }),
    });
  }
}
