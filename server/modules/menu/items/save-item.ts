import type { ItemId, ModifierListId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Allergen, Diet, ItemType } from '#contract/base/enumerations.ts';
import { modePricesOf } from '#contract/menu/given-mode-prices.ts';
import type { ModePrices } from '#contract/menu/mode-price.ts';
import type { NestedListOnWire } from '#contract/menu/menus.ts';
import { type FieldProblem, fieldProblem } from '#contract/base/field-problems.ts';
import type { PlainSuccessCode } from '#contract/base/success-text.ts';
import { type Currency, currencyDigits, fromMajor, type MinorUnits, MoneyError } from '#contract/base/money.ts';
import { afterBatch } from '#server/db/after-batch.ts';
import { markDeleted, markRestored } from '#server/db/deletion.ts';
import { newId } from '#server/db/new-id.ts';
import { replaceLinks } from '#server/db/replace-links.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { AuditContext } from '#server/modules/staff/audit-log/append-audit.ts';
import type { Picture } from '#server/modules/restaurants/pictures/encode-picture.ts';
import { storePictures } from '#server/modules/restaurants/pictures/store-picture.ts';
import { modePriceColumns } from '#server/modules/menu/modifier-lists/mode-prices.ts';
import { nestLists, unnestOrphans } from '#server/modules/menu/modifier-lists/nested-lists.ts';
import { requireModifierLists, requireOutlets } from '#server/modules/menu/modifier-lists/require-members.ts';
import { wireFields } from '#server/modules/menu/modifier-lists/wire.ts';
import { getCurrency, lockMenu } from '#server/modules/restaurants/queries.ts';
import { correctedQuantity } from './corrected-quantity.ts';
import { saveGoesWith } from './goes-with.ts';
import { itemSavedCode } from './item-saved-code.ts';
import { requireRoomForItems } from './require-room.ts';
import { getItem, type ItemRow, listNamesOfSku } from './queries.ts';
import { auditPriceChanges, type NewPrice, newPricesOf } from './audit-prices.ts';
import type { Translations } from '#contract/base/fields.ts';

/**
 * Fields that are not given stay as they are. `price` in major units; `quantity` null: not counted. The ids are whole
 * lists.
 */
interface ItemChanges {
  type?: ItemType | undefined;
  name?: string | undefined;
  nameTranslations?: Translations | undefined;
  description?: string | undefined;
  descriptionTranslations?: Translations | undefined;
  price?: number | undefined;
  /** All of them, in major units. */
  modePrices?: ModePrices<number> | undefined;
  sku?: string | undefined;
  quantity?: number | null | undefined;
  /** The quantity that the person saw when entering `quantity`; without it, `quantity` counts as it is. */
  quantitySeen?: number | null | undefined;
  lowStock?: number | null | undefined;
  calories?: number | null | undefined;
  makeMinutes?: number | undefined;
  allergens?: Allergen[] | undefined;
  diets?: Diet[] | undefined;
  modifierListIds?: readonly ModifierListId[] | undefined;
  /** All of them. */
  nestedLists?: readonly NestedListOnWire[] | undefined;
  inactiveOutletIds?: readonly OutletId[] | undefined;
  goesWithIds?: readonly ItemId[] | undefined;
  removeImage?: boolean | undefined;
}
export type NewItem = ItemChanges & { type: ItemType; name: string; price: number; sku: string };

export interface SavedItem {
  row: ItemRow;
  currency: Currency;
  /** Other items and modifiers with the same SKU, by name. */
  sameSku: string[];
}

/**
 * Creates an item or a modifier.
 * @throws request.invalid for an item without a picture, a price finer than the currency, or unknown lists;
 * image.quota_reached; as `requireRoomForItems`.
 */
export async function addItem(
  tx: Tx,
  restaurantId: RestaurantId,
  item: NewItem,
  picture: Picture | null,
  at: Date,
): Promise<SavedItem> {
  if (item.type === 'item' && picture === null) refuseField('image', fieldProblem('required'));
  if (picture !== null) await storePictures(tx, restaurantId, [picture], at);
  const currency = await lockMenu(tx, restaurantId);
  const id = newId<ItemId>();
  await tx
    .insertInto('items')
    .values({
      restaurant_id: restaurantId,
      id,
      type: item.type,
      name: item.name,
      name_translations: JSON.stringify(item.nameTranslations ?? {}),
      description: item.description ?? '',
      description_translations: JSON.stringify(item.descriptionTranslations ?? {}),
      price_minor: priceIn(currency, item.price),
      ...modePriceColumns(modePricesIn(currency, item.modePrices)),
      sku: item.sku,
      external_id: null,
      image_hash: picture?.hash ?? null,
      quantity: item.quantity ?? null,
      low_stock: item.lowStock ?? null,
      calories: item.calories ?? null,
      make_minutes: item.makeMinutes ?? 0,
      allergens: item.allergens ?? [],
      diets: item.diets ?? [],
      created_at: at,
      updated_at: at,
      deleted_at: null,
    })
    .execute();
  await requireRoomForItems(tx, restaurantId);
  await linkModifierLists(tx, restaurantId, id, item.type, item);
  await saveGoesWith(tx, restaurantId, { id, type: item.type }, item.goesWithIds);
  return returnItem(tx, restaurantId, id, currency, item.sku, at);
}

/**
 * Writes only the given fields, so that parallel changes to different fields are both kept.
 * @returns the item with the code that confirms the change.
 * @throws request.not_found; request.invalid as on creation, and for another type; image.quota_reached.
 */
export async function updateItem(
  tx: Tx,
  by: AuditContext,
  itemId: ItemId,
  changes: ItemChanges,
  picture: Picture | null,
  at: Date,
): Promise<SavedItem & { code: PlainSuccessCode }> {
  const { restaurantId } = by;
  // Pictures come first in every transaction that stores them: uploads queue on that lock, and nothing else may be
  // locked by one that waits.
  if (picture !== null) await storePictures(tx, restaurantId, [picture], at);
  const currency = await lockMenu(tx, restaurantId);
  await lockItem(tx, restaurantId, itemId);
  const before = await getItem(tx, restaurantId, itemId);
  if (changes.type !== undefined && changes.type !== before.type) refuseField('type', fieldProblem('item.type_fixed'));
  if (changes.removeImage === true && before.type === 'item')
    refuseField('removeImage', fieldProblem('item.image_required'));
  await auditPriceChanges(tx, by, newPrices(before, changes, currency), currency, at);
  await tx
    .updateTable('items')
    .set({
      ...columnsOf(
        { ...changes, quantity: correctedQuantity(changes.quantity, changes.quantitySeen, before.quantity) },
        currency,
      ),
      ...imageOf(changes, picture),
      updated_at: at,
    })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', itemId)
    .execute();
  await linkModifierLists(tx, restaurantId, itemId, before.type, changes);
  await saveGoesWith(tx, restaurantId, before, changes.goesWithIds);
  const saved = await returnItem(tx, restaurantId, itemId, currency, changes.sku, at);
  return { ...saved, code: itemSavedCode(before, saved.row) };
}

/**
 * Deletes an item; it is in no category and no list until it is restored.
 * @throws request.not_found
 */
export async function deleteItem(tx: Tx, restaurantId: RestaurantId, itemId: ItemId, at: Date): Promise<void> {
  if (!(await markDeleted(tx, restaurantId, 'items', itemId, at))) throw new Refusal('request.not_found');
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
}

/** @throws request.not_found, also for an item that is not deleted. */
export async function restoreItem(tx: Tx, restaurantId: RestaurantId, itemId: ItemId, at: Date): Promise<SavedItem> {
  if (!(await markRestored(tx, restaurantId, 'items', itemId, at))) throw new Refusal('request.not_found');
  await requireRoomForItems(tx, restaurantId);
  return returnItem(tx, restaurantId, itemId, await getCurrency(tx, restaurantId), undefined, at);
}

function refuseField(field: string, problem: FieldProblem): never {
  throw new Refusal('request.invalid', undefined, { [field]: problem });
}

function newPrices(before: ItemRow, { price, modePrices }: ItemChanges, currency: Currency): NewPrice[] {
  return newPricesOf(before.name, before, {
    ...before,
    ...(price !== undefined && { price_minor: priceIn(currency, price) }),
    ...(modePrices !== undefined && modePriceColumns(modePricesIn(currency, modePrices))),
  });
}

function modePricesIn(currency: Currency, prices: ModePrices<number> | undefined): ModePrices<MinorUnits> {
  return modePricesOf(prices, (price) => priceIn(currency, price, 'modePrices')) ?? {};
}

function priceIn(currency: Currency, price: number, field = 'price'): MinorUnits {
  try {
    return fromMajor(price, currency);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    const digits = currencyDigits(currency);
    refuseField(
      field,
      digits === 0 ? fieldProblem('no_decimals', { currency }) : fieldProblem('too_many_decimals', { most: digits }),
    );
  }
}

/** The columns of the given fields only. */
function columnsOf(changes: ItemChanges, currency: Currency) {
  const { name, nameTranslations, description, descriptionTranslations, price, sku } = changes;
  const { modePrices, quantity, lowStock, calories, makeMinutes, allergens, diets } = changes;
  return {
    ...(name !== undefined && { name }),
    ...(nameTranslations !== undefined && { name_translations: JSON.stringify(nameTranslations) }),
    ...(description !== undefined && { description }),
    ...(descriptionTranslations !== undefined && { description_translations: JSON.stringify(descriptionTranslations) }),
    ...(price !== undefined && { price_minor: priceIn(currency, price) }),
    ...(modePrices !== undefined && modePriceColumns(modePricesIn(currency, modePrices))),
    ...(sku !== undefined && { sku }),
    ...(quantity !== undefined && { quantity }),
    ...(lowStock !== undefined && { low_stock: lowStock }),
    ...(calories !== undefined && { calories }),
    ...(makeMinutes !== undefined && { make_minutes: makeMinutes }),
    ...(allergens !== undefined && { allergens }),
    ...(diets !== undefined && { diets }),
  };
}

/** A new picture wins over removing the old one. */
function imageOf({ removeImage }: ItemChanges, picture: Picture | null) {
  if (picture !== null) return { image_hash: picture.hash };
  return removeImage === true ? { image_hash: null } : {};
}

/**
 * Locks the item, so that nobody else changes its links meanwhile.
 * @throws request.not_found
 */
async function lockItem(tx: Tx, restaurantId: RestaurantId, itemId: ItemId): Promise<void> {
  const found = await tx
    .selectFrom('items')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', itemId)
    .where('deleted_at', 'is', null)
    .where(afterBatch(restaurantId))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new Refusal('request.not_found');
}

async function linkModifierLists(
  tx: Tx,
  restaurantId: RestaurantId,
  itemId: ItemId,
  type: ItemType,
  { modifierListIds, nestedLists, inactiveOutletIds }: ItemChanges,
): Promise<void> {
  const asksNothing = modifierListIds === undefined || modifierListIds.length === 0;
  if (type === 'modifier' && !asksNothing)
    refuseField(wireFields.modifierListIds, fieldProblem('item.modifier_has_no_lists'));
  await requireModifierLists(tx, restaurantId, wireFields.modifierListIds, modifierListIds);
  await requireOutlets(tx, restaurantId, wireFields.inactiveOutletIds, inactiveOutletIds);
  if (modifierListIds !== undefined) {
    await replaceLinks(tx, restaurantId, 'item_modifier_lists', itemId, modifierListIds);
    await unnestOrphans(tx, restaurantId);
  }
  if (nestedLists !== undefined) await nestLists(tx, restaurantId, itemId, nestedLists);
  if (inactiveOutletIds !== undefined) {
    await replaceLinks(tx, restaurantId, 'item_inactive_outlets', itemId, inactiveOutletIds);
  }
}

async function returnItem(
  tx: Tx,
  restaurantId: RestaurantId,
  itemId: ItemId,
  currency: Currency,
  sku: string | undefined,
  at: Date,
): Promise<SavedItem> {
  const row = await getItem(tx, restaurantId, itemId);
  const sameSku = sku === undefined ? [] : await listNamesOfSku(tx, restaurantId, sku, itemId);
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
  return { row, currency, sameSku };
}
