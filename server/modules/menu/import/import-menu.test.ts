import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Currency } from '#contract/base/money.ts';
import type { Database } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { listCategories } from '#server/modules/menu/categories/queries.ts';
import { listItems } from '#server/modules/menu/items/queries.ts';
import { listMenus } from '#server/modules/menu/menus/queries.ts';
import { listModifierLists } from '#server/modules/menu/modifier-lists/queries.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { slowness } from '#server/test/servers/slowness.ts';
import { type ImportOptions, importMenu } from './import-menu.ts';
import { parseMenuFile } from './menu-file.ts';
import { planImport } from './plan-import.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const at = new Date('2026-03-01T10:00:00Z');
const millers = readFileSync(new URL('../../../db/seed/millers-cafe.menu.json', import.meta.url), 'utf8');

function planOf(file: unknown, currency: Currency = 'GBP') {
  const parsed = parseMenuFile(typeof file === 'string' ? file : JSON.stringify(file));
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  const planned = planImport(parsed.menu, currency);
  if ('problems' in planned) throw new Error(JSON.stringify(planned.problems));
  return planned.plan;
}

const options = (file: unknown): ImportOptions => {
  const { menu = 'Menu' } = (typeof file === 'string' ? JSON.parse(file) : file) as { menu?: string };
  return { menu: { name: menu }, missing: 'leave' };
};
const importInto = (restaurantId: RestaurantId, file: unknown) =>
  transaction(database.db, restaurantId, (tx) => importMenu(tx, restaurantId, planOf(file), options(file), at));

/** The guests' menu, without the restaurant's own test menu. */
async function readMenu(restaurantId: RestaurantId, canary: string) {
  return transaction(database.db, restaurantId, async (tx) => {
    const items = await listItems(tx, restaurantId);
    const lists = await listModifierLists(tx, restaurantId);
    const categories = await listCategories(tx, restaurantId, 'merchant');
    return {
      menus: await listMenus(tx, restaurantId, 'merchant'),
      categories: categories.filter(({ name }) => !name.includes(canary)),
      dishes: items.filter(({ name, type }) => type === 'item' && !name.includes(canary)),
      modifiers: items.filter(({ name, type }) => type === 'modifier' && !name.includes(canary)),
      lists: lists.filter(({ name }) => !name.includes(canary)),
    };
  });
}

test("Miller's Cafe is imported in under two seconds, to the penny, and a second time without doubling anything", async () => {
  const { id, canary } = await makeRestaurant(database.db, { currency: 'GBP' });
  const started = performance.now();
  const first = await importInto(id, millers);
  expect(performance.now() - started).toBeLessThan(2000 * slowness());
  expect(first).toMatchObject({
    changes: { menu: { name: 'Menu', isLive: false, isNew: true }, ...nothingGone },
    categories: { added: 26, changed: 0, same: 0 },
    lists: { added: 45, changed: 0, same: 0 },
    dishes: { added: 239, changed: 0, same: 0 },
    modifiers: { added: 189, changed: 0, same: 0 },
    changesAnything: true,
  });

  const menu = await readMenu(id, canary);
  expect(menu.categories.map(({ name }) => name).slice(0, 3)).toEqual(['Starters', 'Timeless Classics', 'Mild Dishes']);
  expect(menu.categories.flatMap(({ itemIds }) => itemIds)).toHaveLength(239);
  expect(menu.dishes.flatMap(({ listIds }) => listIds)).toHaveLength(436);
  expect(new Set([...menu.dishes, ...menu.modifiers].map(({ sku }) => sku)).size).toBe(428);

  const korma = menu.dishes.find(({ name }) => name === 'Korma')!;
  expect([korma.price_minor, korma.sku]).toEqual([0, 'KORMA']);
  const [protein, spice, additions] = korma.listIds.map((id) => menu.lists.find((list) => list.id === id)!);
  expect(protein).toMatchObject({
    name: 'Choose Protein (Korma)',
    display_name: 'Choose Protein',
    allows_multiple: false,
    min_choices: 1,
    max_choices: 1,
    is_optional: false,
  });
  expect(protein!.modifiers.map(({ name, price_minor }) => [name, price_minor])).toContainEqual(['King Prawn', 1700]);
  expect(protein!.items).toHaveLength(13);
  expect(spice).toMatchObject({
    display_name: 'Spice Level',
    allows_multiple: false,
    min_choices: 0,
    is_optional: true,
  });
  expect(spice!.modifiers.map(({ name }) => name)).toEqual(['Mild', 'Medium', 'Medium-Hot', 'Hot', 'Very Hot']);
  expect(additions).toMatchObject({ allows_multiple: true, min_choices: 0, max_choices: 0, is_optional: true });
  const pint = menu.modifiers.find(({ name }) => name === 'Pint')!;
  expect(pint.price_minor).toBe(150);

  const again = await importInto(id, millers);
  expect(again).toMatchObject({
    changes: { menu: { isNew: false }, ...nothingGone },
    dishes: { added: 0, changed: 0, same: 239 },
    modifiers: { added: 0, changed: 0, same: 189 },
    changesAnything: false,
  });
  const afterwards = await readMenu(id, canary);
  expect(afterwards).toEqual(menu);
});

const nothingGone = { leavingItems: [], removed: { categories: [], lists: [], modifiers: [] } };

const soup = {
  name: 'Soup',
  price: 5.25,
  quantity: 7,
  calories: 120,
  allergenCodes: ['celery'],
  optionGroups: [
    {
      name: 'Size',
      type: 'single',
      required: true,
      options: [
        { name: 'Small', priceAdjustment: 0 },
        { name: 'Large', priceAdjustment: 1.5 },
      ],
    },
  ],
};
const mains = { name: 'Mains', nameTranslations: { ar: 'أطباق' }, items: [soup, { name: 'Stew', price: 9 }] };
const small = {
  currency: 'GBP',
  menu: 'Small',
  categories: [mains, { name: 'Sides', items: [{ name: 'Bread', price: 1 }] }],
};

test('a later file changes what it contains and leaves the rest', async () => {
  const { id, canary, items: made, outletId } = await makeRestaurant(database.db, { currency: 'GBP' });
  const { dishIds } = await importInto(id, small);
  const soupId = dishIds.get('dish:Mains/Soup')!;
  await transaction(database.db, id, async (tx) => {
    await tx
      .updateTable('items')
      .set({ quantity: 3, sku: 'MY-SOUP', name_translations: JSON.stringify({ ar: 'شوربة' }) })
      .where('id', '=', soupId)
      .execute();
    await tx
      .insertInto('item_inactive_outlets')
      .values({ restaurant_id: id, item_id: soupId, outlet_id: outletId })
      .execute();
    const category = await tx
      .selectFrom('categories')
      .select('id')
      .where('name', '=', 'Mains')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('category_items')
      .values({ restaurant_id: id, category_id: category.id, item_id: made.water, position: 99 })
      .execute();
  });

  const dearer = {
    ...soup,
    price: 5.75,
    optionGroups: [{ ...soup.optionGroups[0], options: [{ name: 'Large', priceAdjustment: 2 }] }],
  };
  const outcome = await importInto(id, {
    ...small,
    categories: [{ ...mains, items: [{ name: 'Salad', price: 4 }, dearer] }],
  });

  expect(outcome).toMatchObject({
    dishes: { added: 1, changed: 1 },
    modifiers: { added: 1, changed: 0 },
  });
  const { leavingItems, removed } = outcome.changes;
  expect(leavingItems.map(({ name }) => name)).toEqual(['Stew', 'Bread']);
  expect([removed.categories.length, removed.lists.length, removed.modifiers.length]).toEqual([1, 1, 2]);
  const menu = await readMenu(id, canary);
  expect(menu.dishes.map(({ name, price_minor }) => [name, price_minor])).toEqual([
    ['Soup', 575],
    ['Stew', 900],
    ['Bread', 100],
    ['Salad', 400],
  ]);
  expect(menu.dishes[0]).toMatchObject({
    id: soupId,
    quantity: 3,
    sku: 'MY-SOUP',
    name_translations: { ar: 'شوربة' },
    calories: 120,
    allergens: ['celery'],
    inactiveOutletIds: [outletId],
  });
  expect(menu.modifiers.map(({ name, price_minor }) => [name, price_minor])).toEqual([['Large', 200]]);
  expect(menu.categories.map(({ name }) => name)).toEqual(['Mains']);
  const salad = outcome.dishIds.get('dish:Mains/Salad');
  expect(menu.categories[0]!.itemIds).toEqual([salad, soupId, made.water]);
});

test('an import writes nothing at all when any statement fails, the last included', async () => {
  const { id, canary } = await makeRestaurant(database.db, { currency: 'GBP' });
  const failing = transaction(database.db, id, async (tx) => {
    await importMenu(tx, id, planOf(small), options(small), at);
    throw new Error('the light went out');
  });
  await expect(failing).rejects.toThrow('the light went out');
  const menu = await readMenu(id, canary);
  expect([menu.menus.length, menu.categories, menu.dishes, menu.modifiers, menu.lists]).toEqual([1, [], [], [], []]);
});

test('a menu goes live at once only when none is live, and the same file creates separate entities in two restaurants', async () => {
  const one = await makeRestaurant(database.db, { currency: 'GBP' });
  const other = await makeRestaurant(database.db, { currency: 'GBP' });
  await transaction(database.db, other.id, (tx) => tx.updateTable('menus').set({ is_live: false }).execute());
  const [inOne, inOther] = [await importInto(one.id, small), await importInto(other.id, small)];
  expect([inOne.changes.menu.isLive, inOther.changes.menu.isLive]).toEqual([false, true]);
  expect(inOther.dishes.added).toBe(3);
  const ids = new Set([...inOne.dishIds.values(), ...inOther.dishIds.values()]);
  expect(ids.size).toBe(6);
});
