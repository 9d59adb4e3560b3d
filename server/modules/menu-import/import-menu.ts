import type { ItemId, RestaurantId } from '#contract/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { linkCategories, linkDishes, linkLists } from './link.ts';
import type { ImportPlan, PlannedDish, PlannedModifier } from './plan-import.ts';
import { listKnownItems, removeUnused, takeMenu } from './queries.ts';
import { type ItemToSave, saveCategories, saveItems, saveLists } from './save.ts';
import { skuMaker } from './sku.ts';

export interface ImportOutcome {
  menu: { name: string; isLive: boolean };
  categories: number;
  lists: number;
  dishes: { added: number; updated: number };
  modifiers: { added: number; updated: number };
  /** Dishes of an earlier import that the file does not have any more: still there, but in no category of this menu. */
  dishesTakenOff: number;
  /** What earlier imports made and nothing uses any more. */
  removed: { categories: number; lists: number; modifiers: number };
  /** By `key` of the plan. */
  dishIds: ReadonlyMap<string, ItemId>;
}

/**
 * Writes a menu, whole or not at all, and tells the restaurant's screens and its site. What an earlier import wrote is found by its
 * `key` and updated: texts, prices, order and options follow the file; stock, pictures, SKUs, availability and translations
 * that the file does not have stay. What was made by hand is not touched.
 */
export async function importMenu(
  tx: Tx,
  restaurantId: RestaurantId,
  plan: ImportPlan,
  at: Date,
): Promise<ImportOutcome> {
  const known = await listKnownItems(tx, restaurantId);
  const knownKeys = new Set(known.map(({ external_id }) => external_id));
  const makeSku = skuMaker(known.map(({ sku }) => sku));
  // The SKU of a known item stays; what is made here for it is never written.
  const skuOf = (key: string, name: string) => (knownKeys.has(key) ? '' : makeSku(name));
  const counts = (planned: readonly { key: string }[]) => {
    const updated = planned.filter(({ key }) => knownKeys.has(key)).length;
    return { added: planned.length - updated, updated };
  };

  const menu = await takeMenu(tx, restaurantId, plan.menuName, at);
  const modifierIds = await saveItems(
    tx,
    restaurantId,
    plan.modifiers.map((one) => modifierToSave(one, skuOf)),
    at,
  );
  const dishIds = await saveItems(
    tx,
    restaurantId,
    plan.dishes.map((one) => dishToSave(one, skuOf)),
    at,
  );
  const listIds = await saveLists(tx, restaurantId, plan.lists, at);
  const categoryIds = await saveCategories(tx, restaurantId, menu.id, plan.categories, at);
  await linkLists(tx, restaurantId, plan.lists, listIds, modifierIds);
  await linkDishes(tx, restaurantId, plan.dishes, dishIds, listIds);
  const dishesTakenOff = await linkCategories(tx, restaurantId, menu.id, plan.categories, categoryIds, dishIds);
  const removed = await removeUnused(tx, restaurantId, menu.id, at);
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);

  return {
    menu: { name: menu.name, isLive: menu.is_live },
    categories: plan.categories.length,
    lists: plan.lists.length,
    dishes: counts(plan.dishes),
    modifiers: counts(plan.modifiers),
    dishesTakenOff,
    removed,
    dishIds,
  };
}

type SkuOf = (key: string, name: string) => string;

function modifierToSave(modifier: PlannedModifier, skuOf: SkuOf): ItemToSave {
  return {
    ...modifier,
    type: 'modifier',
    sku: skuOf(modifier.key, `OPT ${modifier.name}`),
    description: '',
    descriptionTranslations: {},
    quantity: null,
    calories: null,
    allergens: [],
    diets: [],
  };
}

function dishToSave({ file, ...dish }: PlannedDish, skuOf: SkuOf): ItemToSave {
  return {
    ...dish,
    type: 'item',
    sku: file.sku ?? skuOf(dish.key, dish.name),
    description: file.description,
    descriptionTranslations: file.descriptionTranslations ?? {},
    quantity: file.quantity ?? null,
    calories: file.calories ?? null,
    allergens: file.allergenCodes,
    diets: file.diets,
  };
}
