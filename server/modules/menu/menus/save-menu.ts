import { sql } from 'kysely';
import type { Translations } from '#contract/base/fields.ts';
import type { MenuId, RestaurantId } from '#contract/base/ids.ts';
import type { MenuSale } from '#contract/menu/menu-sale.ts';
import { markDeleted, markRestored } from '#server/db/deletion.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { requireOutlets } from '#server/modules/menu/modifier-lists/require-members.ts';
import { getMenu, type MenuRow } from './queries.ts';

/** Fields that are not given stay as they are. `state` 'true' is Live, 'false' Draft. */
interface MenuChanges {
  name?: string | undefined;
  platform?: string | undefined;
  notes?: string | undefined;
  calories?: number | null | undefined;
  state?: 'true' | 'false' | undefined;
  nameTranslations?: Translations | undefined;
  /** Every limit: one that is left out is none. */
  sale?: MenuSale | undefined;
}

/**
 * Creates a menu as the restaurant's last. Without a `state` it is Live when no other is, so that guests see a
 * restaurant's first menu. @throws request.invalid for an outlet that is not there.
 */
export async function addMenu(
  tx: Tx,
  restaurantId: RestaurantId,
  menu: MenuChanges & { name: string; platform: string; notes: string },
  at: Date,
): Promise<MenuRow> {
  await requireOutlets(tx, restaurantId, outletsField, menu.sale?.outletIds ?? []);
  const ofRestaurant = sql`from menus where restaurant_id = ${restaurantId} and deleted_at is null`;
  const row = await tx
    .insertInto('menus')
    .values({
      restaurant_id: restaurantId,
      id: newId<MenuId>(),
      name: menu.name,
      platform: menu.platform,
      notes: menu.notes,
      calories: menu.calories ?? null,
      is_live: menu.state === undefined ? sql`not exists (select ${ofRestaurant} and is_live)` : menu.state === 'true',
      position: sql`(select coalesce(max(position) + 1, 0) ${ofRestaurant})`,
      name_translations: menu.nameTranslations ?? {},
      ...saleColumns(menu.sale ?? {}),
      created_at: at,
      updated_at: at,
      deleted_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await announceChange(tx, restaurantId, at);
  return row;
}

/**
 * Writes only the given fields, so that parallel changes to different fields are both kept. Outlets that were deleted since the menu named
 * them may stay.
 * @throws request.not_found; request.invalid for another outlet that is not there.
 */
export async function updateMenu(
  tx: Tx,
  restaurantId: RestaurantId,
  menuId: MenuId,
  { state, nameTranslations, sale, ...changes }: MenuChanges,
  at: Date,
): Promise<MenuRow> {
  if (sale?.outletIds) {
    const { sale_outlet_ids: before } = await getMenu(tx, restaurantId, menuId, 'merchant');
    await requireOutlets(tx, restaurantId, outletsField, sale.outletIds, before);
  }
  const row = await tx
    .updateTable('menus')
    .set({
      ...changes,
      ...(state !== undefined && { is_live: state === 'true' }),
      ...(nameTranslations !== undefined && { name_translations: nameTranslations }),
      ...(sale !== undefined && saleColumns(sale)),
      updated_at: at,
    })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', menuId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('request.not_found');
  await announceChange(tx, restaurantId, at);
  return row;
}

/**
 * Deletes a menu; its categories go and come back with it, its items stay.
 * @throws request.not_found
 */
export async function deleteMenu(tx: Tx, restaurantId: RestaurantId, menuId: MenuId, at: Date): Promise<void> {
  if (!(await markDeleted(tx, restaurantId, 'menus', menuId, at))) throw new Refusal('request.not_found');
  await announceChange(tx, restaurantId, at);
}

/** @throws request.not_found, also for a menu that is not deleted. */
export async function restoreMenu(tx: Tx, restaurantId: RestaurantId, menuId: MenuId, at: Date): Promise<MenuRow> {
  if (!(await markRestored(tx, restaurantId, 'menus', menuId, at))) throw new Refusal('request.not_found');
  const row = await getMenu(tx, restaurantId, menuId, 'merchant');
  await announceChange(tx, restaurantId, at);
  return row;
}

/** The field of the wire that a missing outlet is reported at. */
const outletsField = 'sale.outletIds';

function saleColumns({ hours, modes, outletIds }: MenuSale) {
  return {
    sale_hours: hours ? JSON.stringify(hours) : null,
    sale_modes: modes ? [...modes] : null,
    sale_outlet_ids: outletIds ? [...outletIds] : null,
  };
}

function announceChange(tx: Tx, restaurantId: RestaurantId, at: Date): Promise<number> {
  return appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
}
