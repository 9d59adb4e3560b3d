import type { MenuId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Audience } from '#server/modules/restaurants/audience.ts';

export type MenuRow = Awaited<ReturnType<typeof listMenus>>[number];

function selectMenus(tx: Tx, restaurantId: RestaurantId, audience: Audience) {
  return tx
    .selectFrom('menus')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('deleted_at', 'is', null)
    .$if(audience === 'guests', (query) => query.where('is_live', '=', true));
}

/** In the merchant's order, Live ones only for guests; `shownMenus` of the contract says which of them a site shows. */
export function listMenus(tx: Tx, restaurantId: RestaurantId, audience: Audience) {
  return selectMenus(tx, restaurantId, audience).orderBy('position').orderBy('id').execute();
}

/** @throws request.not_found, also for a draft when guests ask. */
export async function getMenu(
  tx: Tx,
  restaurantId: RestaurantId,
  menuId: MenuId,
  audience: Audience,
): Promise<MenuRow> {
  const menu = await selectMenus(tx, restaurantId, audience).where('id', '=', menuId).executeTakeFirst();
  if (menu === undefined) throw new Refusal('request.not_found');
  return menu;
}
