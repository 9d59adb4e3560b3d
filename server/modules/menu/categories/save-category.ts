import { sql } from 'kysely';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { CategoryId, ItemId, MenuId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { PlainSuccessCode } from '#contract/base/success-text.ts';
import { markDeleted, markRestored } from '#server/db/deletion.ts';
import { newId } from '#server/db/new-id.ts';
import { replaceLinks } from '#server/db/replace-links.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { mayManageRestaurant } from '#server/http/requests/authenticating.ts';
import type { MerchantCaller } from '#server/http/requests/caller.ts';
import { requireItems, requireOutlets } from '#server/modules/menu/modifier-lists/require-members.ts';
import { changedFields, linkChange } from '#server/modules/menu/modifier-lists/changed-fields.ts';
import { wireFields } from '#server/modules/menu/modifier-lists/wire.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { type CategoryRow, getCategory, listCategories } from './queries.ts';
import type { Translations } from '#contract/base/fields.ts';

/** Fields that are not given stay as they are. The ids of both kinds are whole lists, the items in their order. */
interface CategoryChanges {
  name?: string | undefined;
  nameTranslations?: Translations | undefined;
  items?: readonly ItemId[] | undefined;
  inactiveOutletIds?: readonly OutletId[] | undefined;
}

/**
 * Changes the category with `categoryId`, or adds one without it. Staff, and managers of some outlets, may change where
 * a category is on; the rest is not theirs (R25).
 * @returns the category and the code that confirms the change.
 * @throws auth.forbidden; request.invalid for a new one without a menu or a name, and for members; request.not_found.
 */
export async function saveCategory(
  tx: Tx,
  caller: MerchantCaller,
  {
    menuId,
    categoryId,
    ...changes
  }: CategoryChanges & { menuId?: MenuId | undefined; categoryId?: CategoryId | undefined },
  at: Date,
): Promise<{ row: CategoryRow; code: PlainSuccessCode }> {
  const { restaurantId } = caller;
  const isAvailability = Object.keys(changes).every((field) => field === 'inactiveOutletIds');
  const isAllowed = mayManageRestaurant(caller) || (categoryId !== undefined && isAvailability);
  if (!isAllowed) throw new Refusal('auth.forbidden');
  if (categoryId !== undefined) return updateCategory(tx, restaurantId, categoryId, menuId, changes, at);
  const { name } = changes;
  if (menuId === undefined || name === undefined) throw missingFields({ menuId, name });
  return { row: await addCategory(tx, restaurantId, menuId, { ...changes, name }, at), code: 'record.added' };
}

function missingFields(fields: Record<string, string | undefined>): Refusal {
  const missing = Object.keys(fields).filter((name) => fields[name] === undefined);
  return new Refusal(
    'request.invalid',
    undefined,
    Object.fromEntries(missing.map((name) => [name, fieldProblem('required')])),
  );
}

/**
 * Creates a category as the last of the menu.
 * @throws request.not_found for the menu; request.invalid for members.
 */
async function addCategory(
  tx: Tx,
  restaurantId: RestaurantId,
  menuId: MenuId,
  category: CategoryChanges & { name: string },
  at: Date,
): Promise<CategoryRow> {
  await lockMenuOfCategory(tx, restaurantId, menuId);
  const id = newId<CategoryId>();
  await tx
    .insertInto('categories')
    .values({
      restaurant_id: restaurantId,
      id,
      menu_id: menuId,
      name: category.name,
      name_translations: JSON.stringify(category.nameTranslations ?? {}),
      position: sql`(select coalesce(max(position) + 1, 0) from categories
        where restaurant_id = ${restaurantId} and menu_id = ${menuId} and deleted_at is null)`,
      external_id: null,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    })
    .execute();
  await linkMembers(tx, restaurantId, id, category);
  return returnCategory(tx, restaurantId, id, at);
}

/**
 * Writes only the given fields, so that parallel changes to different fields are both kept. The category keeps its
 * position.
 * @param menuId the menu it must belong to, when the caller names one.
 * @returns the category and the code that confirms the change.
 * @throws request.not_found; request.invalid for members.
 */
async function updateCategory(
  tx: Tx,
  restaurantId: RestaurantId,
  categoryId: CategoryId,
  menuId: MenuId | undefined,
  changes: CategoryChanges,
  at: Date,
): Promise<{ row: CategoryRow; code: PlainSuccessCode }> {
  await lockCategory(tx, restaurantId, categoryId);
  const before = await getCategory(tx, restaurantId, categoryId, 'merchant');
  if (menuId !== undefined && before.menu_id !== menuId) throw new Refusal('request.not_found');
  await tx
    .updateTable('categories')
    .set({
      updated_at: at,
      ...(changes.name !== undefined && { name: changes.name }),
      ...(changes.nameTranslations !== undefined && { name_translations: JSON.stringify(changes.nameTranslations) }),
    })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', categoryId)
    .execute();
  await linkMembers(tx, restaurantId, categoryId, changes);
  const row = await returnCategory(tx, restaurantId, categoryId, at);
  return { row, code: categorySavedCode(before, row) };
}

/**
 * Deletes a category; its items stay.
 * @throws request.not_found
 */
export async function deleteCategory(
  tx: Tx,
  restaurantId: RestaurantId,
  categoryId: CategoryId,
  at: Date,
): Promise<void> {
  // The category of a deleted menu is refused here as not found.
  await getCategory(tx, restaurantId, categoryId, 'merchant');
  if (!(await markDeleted(tx, restaurantId, 'categories', categoryId, at))) throw new Refusal('request.not_found');
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
}

/** @throws request.not_found, also for a category that is not deleted, or whose menu is. */
export async function restoreCategory(
  tx: Tx,
  restaurantId: RestaurantId,
  categoryId: CategoryId,
  at: Date,
): Promise<CategoryRow> {
  if (!(await markRestored(tx, restaurantId, 'categories', categoryId, at))) throw new Refusal('request.not_found');
  return returnCategory(tx, restaurantId, categoryId, at);
}

/**
 * Puts the categories of the menu in this order.
 * @throws request.not_found for the menu; menu.categories_changed unless the ids are exactly its categories.
 */
export async function orderCategories(
  tx: Tx,
  restaurantId: RestaurantId,
  menuId: MenuId,
  categoryIds: readonly CategoryId[],
  at: Date,
): Promise<CategoryRow[]> {
  await lockMenuOfCategory(tx, restaurantId, menuId);
  const present = await listCategories(tx, restaurantId, 'merchant', { menuId });
  const isSame = present.length === categoryIds.length && present.every(({ id }) => categoryIds.includes(id));
  if (!isSame) throw new Refusal('menu.categories_changed');
  await sql`
    update categories set position = wanted.number - 1, updated_at = ${at}
    from unnest(${[...categoryIds]}::uuid[]) with ordinality as wanted (id, number)
    where categories.restaurant_id = ${restaurantId} and categories.id = wanted.id`.execute(tx);
  const rows = await listCategories(tx, restaurantId, 'merchant', { menuId });
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
  return rows;
}

/** The code that confirms an update, by the fields that changed (order-operations 4 and 8). */
function categorySavedCode(before: CategoryRow, after: CategoryRow): PlainSuccessCode {
  const [field, ...others] = changedFields({ ...before, updated_at: null }, { ...after, updated_at: null });
  if (others.length > 0) return 'record.updated';
  if (field === 'itemIds') {
    const change = linkChange(before.itemIds, after.itemIds);
    return change === null ? 'record.updated' : `record.${change}`;
  }
  if (field === 'inactiveOutletIds') {
    // A linked outlet is one where the category is off.
    const change = linkChange(after.inactiveOutletIds, before.inactiveOutletIds);
    if (change !== null) return change === 'linked' ? 'outlet.linked' : 'outlet.unlinked';
  }
  return 'record.updated';
}

/**
 * Locks the menu, so that positions in it are assigned one at a time.
 * @throws request.not_found
 */
async function lockMenuOfCategory(tx: Tx, restaurantId: RestaurantId, menuId: MenuId): Promise<void> {
  await lockMenu(tx, restaurantId);
  const found = await tx
    .selectFrom('menus')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', menuId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (found === undefined) throw new Refusal('request.not_found');
}

/**
 * Locks the category, so that nobody else changes its links meanwhile.
 * @throws request.not_found
 */
async function lockCategory(tx: Tx, restaurantId: RestaurantId, categoryId: CategoryId): Promise<void> {
  await lockMenu(tx, restaurantId);
  const found = await tx
    .selectFrom('categories')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', categoryId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (found === undefined) throw new Refusal('request.not_found');
}

async function linkMembers(
  tx: Tx,
  restaurantId: RestaurantId,
  categoryId: CategoryId,
  { items, inactiveOutletIds }: CategoryChanges,
): Promise<void> {
  await requireItems(tx, restaurantId, 'item', 'items', items);
  await requireOutlets(tx, restaurantId, wireFields.inactiveOutletIds, inactiveOutletIds);
  if (items !== undefined) await replaceLinks(tx, restaurantId, 'category_items', categoryId, items);
  if (inactiveOutletIds !== undefined) {
    await replaceLinks(tx, restaurantId, 'category_inactive_outlets', categoryId, inactiveOutletIds);
  }
}

async function returnCategory(
  tx: Tx,
  restaurantId: RestaurantId,
  categoryId: CategoryId,
  at: Date,
): Promise<CategoryRow> {
  const row = await getCategory(tx, restaurantId, categoryId, 'merchant');
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
  return row;
}
