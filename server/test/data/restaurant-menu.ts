/** The menu of a test restaurant; see `restaurant.ts` first. */
import type { CategoryId, ItemId, ModifierListId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { TestRestaurant } from './restaurant.ts';

export async function insertItems(tx: Tx, made: TestRestaurant, stock: number | null, now: Date) {
  const row = (
    id: ItemId,
    type: 'item' | 'modifier',
    word: keyof TestRestaurant['prices'],
    quantity: number | null = null,
  ) => ({
    restaurant_id: made.id,
    id,
    type,
    name: `${word} ${made.canary}`,
    name_translations: JSON.stringify({ ar: `${word} ar ${made.canary}` }),
    description: type === 'item' ? `The ${word} of ${made.canary}` : '',
    price_minor: made.prices[word],
    sku: `${word}-${made.canary}`,
    external_id: null,
    image_hash: null,
    quantity,
    calories: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  });
  const { items, modifiers } = made;
  await tx
    .insertInto('items')
    .values([
      row(items.burger, 'item', 'burger'),
      row(items.water, 'item', 'water'),
      row(items.special, 'item', 'special', stock),
      row(modifiers.regular, 'modifier', 'regular'),
      row(modifiers.large, 'modifier', 'large'),
      row(modifiers.cheese, 'modifier', 'cheese'),
      row(modifiers.bacon, 'modifier', 'bacon'),
      row(modifiers.onion, 'modifier', 'onion'),
    ])
    .execute();
}

export async function insertLists(tx: Tx, made: TestRestaurant, now: Date) {
  const { lists, modifiers, items } = made;
  const ofRestaurant = { restaurant_id: made.id };
  const dates = { created_at: now, updated_at: now, deleted_at: null };
  await tx
    .insertInto('modifier_lists')
    .values([
      {
        ...ofRestaurant,
        ...dates,
        id: lists.size,
        name: `size ${made.canary}`,
        display_name: `Choose a size ${made.canary}`,
        min_choices: 1,
        max_choices: 1,
      },
      {
        ...ofRestaurant,
        ...dates,
        id: lists.extras,
        name: `extras ${made.canary}`,
        display_name: `Add extras ${made.canary}`,
        allows_multiple: true,
        is_optional: true,
      },
    ])
    .execute();
  const entry = (modifier_list_id: ModifierListId, item_id: ItemId, position: number) => ({
    ...ofRestaurant,
    modifier_list_id,
    item_id,
    position,
  });
  await tx
    .insertInto('modifier_list_items')
    .values([
      entry(lists.size, modifiers.regular, 0),
      entry(lists.size, modifiers.large, 1),
      entry(lists.extras, modifiers.cheese, 0),
      entry(lists.extras, modifiers.bacon, 1),
      entry(lists.extras, modifiers.onion, 2),
    ])
    .execute();
  await tx
    .insertInto('item_modifier_lists')
    .values([entry(lists.size, items.burger, 0), entry(lists.extras, items.burger, 1)])
    .execute();
}

export async function insertMenu(tx: Tx, made: TestRestaurant, now: Date) {
  const { categories, items } = made;
  const ofRestaurant = { restaurant_id: made.id };
  const dates = { created_at: now, updated_at: now, deleted_at: null };
  await tx
    .insertInto('menus')
    .values({ ...ofRestaurant, ...dates, id: made.menuId, name: `Menu ${made.canary}`, calories: null, is_live: true })
    .execute();
  const category = (id: CategoryId, word: string, position: number) => ({
    ...ofRestaurant,
    ...dates,
    id,
    menu_id: made.menuId,
    name: `${word} ${made.canary}`,
    position,
  });
  await tx
    .insertInto('categories')
    .values([category(categories.mains, 'Mains', 0), category(categories.drinks, 'Drinks', 1)])
    .execute();
  await tx
    .insertInto('category_items')
    .values([
      { ...ofRestaurant, category_id: categories.mains, item_id: items.burger, position: 0 },
      { ...ofRestaurant, category_id: categories.mains, item_id: items.special, position: 1 },
      { ...ofRestaurant, category_id: categories.drinks, item_id: items.water, position: 0 },
    ])
    .execute();
}
