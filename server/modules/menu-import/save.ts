/** The rows of an import, many at a time. Each function answers the ids by `key`, of new and of known things alike. */
import { sql } from 'kysely';
import type { CategoryId, ItemId, MenuId, ModifierListId, RestaurantId } from '#contract/ids.ts';
import type { MinorUnits } from '#contract/money.ts';
import { newId } from '#server/db/new-id.ts';
import type { Translations } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { PlannedCategory, PlannedList } from './plan-import.ts';

export interface ItemToSave {
  key: string;
  type: 'item' | 'modifier';
  name: string;
  nameTranslations: Translations;
  price: MinorUnits;
  description: string;
  descriptionTranslations: Translations;
  sku: string;
  quantity: number | null;
  calories: number | null;
  allergens: string[];
  diets: string[];
}

/** A statement has 65,535 parameters at most. */
const rowsPerStatement = 1000;

/** Known items keep their stock, SKU and picture, and the translations and calories that the file does not have. */
export async function saveItems(tx: Tx, restaurantId: RestaurantId, items: readonly ItemToSave[], at: Date) {
  const ids = new Map<string, ItemId>();
  for (const part of parts(items)) {
    const saved = await tx
      .insertInto('items')
      .values(
        part.map((item) => ({
          restaurant_id: restaurantId,
          id: newId<ItemId>(),
          type: item.type,
          name: item.name,
          name_translations: JSON.stringify(item.nameTranslations),
          description: item.description,
          description_translations: JSON.stringify(item.descriptionTranslations),
          price_minor: item.price,
          sku: item.sku,
          external_id: item.key,
          image_hash: null,
          quantity: item.quantity,
          calories: item.calories,
          allergens: item.allergens,
          diets: item.diets,
          created_at: at,
          updated_at: at,
          deleted_at: null,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['restaurant_id', 'external_id'])
          .where('deleted_at', 'is', null)
          .doUpdateSet((eb) => ({
            name: eb.ref('excluded.name'),
            name_translations: sql<string>`items.name_translations || excluded.name_translations`,
            description: eb.ref('excluded.description'),
            description_translations: sql<string>`items.description_translations || excluded.description_translations`,
            price_minor: eb.ref('excluded.price_minor'),
            calories: eb.fn.coalesce('excluded.calories', 'items.calories'),
            allergens: eb.ref('excluded.allergens'),
            diets: eb.ref('excluded.diets'),
            updated_at: at,
          })),
      )
      .returning(['id', 'external_id'])
      .execute();
    for (const { id, external_id } of saved) ids.set(external_id!, id);
  }
  return ids;
}

/** A known list is the same list: its choices are its key. Only translations may be new. */
export async function saveLists(tx: Tx, restaurantId: RestaurantId, lists: readonly PlannedList[], at: Date) {
  const ids = new Map<string, ModifierListId>();
  for (const part of parts(lists)) {
    const saved = await tx
      .insertInto('modifier_lists')
      .values(
        part.map((list) => ({
          restaurant_id: restaurantId,
          id: newId<ModifierListId>(),
          name: list.name,
          display_name: list.displayName,
          display_name_translations: JSON.stringify(list.nameTranslations),
          allows_multiple: list.allowsMultiple,
          min_choices: list.isRequired ? 1 : 0,
          max_choices: list.max,
          is_optional: !list.isRequired,
          external_id: list.key,
          created_at: at,
          updated_at: at,
          deleted_at: null,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['restaurant_id', 'external_id'])
          .where('deleted_at', 'is', null)
          .doUpdateSet({
            display_name_translations: sql<string>`modifier_lists.display_name_translations || excluded.display_name_translations`,
            updated_at: at,
          }),
      )
      .returning(['id', 'external_id'])
      .execute();
    for (const { id, external_id } of saved) ids.set(external_id!, id);
  }
  return ids;
}

/** In the order of the file. */
export async function saveCategories(
  tx: Tx,
  restaurantId: RestaurantId,
  menuId: MenuId,
  categories: readonly PlannedCategory[],
  at: Date,
) {
  const saved = await tx
    .insertInto('categories')
    .values(
      categories.map((category, position) => ({
        restaurant_id: restaurantId,
        id: newId<CategoryId>(),
        menu_id: menuId,
        name: category.name,
        name_translations: JSON.stringify(category.nameTranslations),
        position,
        external_id: category.key,
        created_at: at,
        updated_at: at,
        deleted_at: null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['restaurant_id', 'menu_id', 'external_id'])
        .where('deleted_at', 'is', null)
        .doUpdateSet((eb) => ({
          name_translations: sql<string>`categories.name_translations || excluded.name_translations`,
          position: eb.ref('excluded.position'),
          updated_at: at,
        })),
    )
    .returning(['id', 'external_id'])
    .execute();
  return new Map(saved.map(({ id, external_id }) => [external_id!, id]));
}

export function* parts<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) yield rows.slice(start, start + rowsPerStatement);
}
