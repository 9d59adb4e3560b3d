import type { MenuId, RestaurantId } from '#contract/base/ids.ts';
import type { Category } from '#contract/menu/menus.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { listCategories } from '#server/modules/menu/categories/queries.ts';
import { toCategory } from '#server/modules/menu/categories/wire.ts';
import type { Audience } from '#server/modules/restaurants/audience.ts';
import { getMenu } from './queries.ts';

/** The categories of a menu, or of all, as the audience may see them. @throws request.not_found */
export async function listCategoriesFor(
  db: Db,
  restaurantId: RestaurantId,
  audience: Audience,
  menuId: MenuId | undefined,
): Promise<Category[]> {
  const rows = await transaction(
    db,
    restaurantId,
    async (tx) => {
      if (menuId !== undefined) await getMenu(tx, restaurantId, menuId, audience);
      return listCategories(tx, restaurantId, audience, menuId === undefined ? {} : { menuId });
    },
    { readOnly: true },
  );
  return rows.map(toCategory);
}
