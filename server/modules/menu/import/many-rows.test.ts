/** Steps of an import whose work grows with the rows, not with their square: these inputs took minutes when it did. */
import { expect, test } from 'vitest';
import type { CategoryId, ItemId, MenuId, ModifierListId } from '#contract/base/ids.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import { newId } from '#server/db/new-id.ts';
import { decideImport } from './decide-import.ts';
import type { CategoryState, CurrentMenu, ItemState } from './current-menu.ts';
import { namesInFile } from './list-names.ts';
import { PlanBuilder } from './plan.ts';
import { skuMaker } from './sku.ts';

const many = 120_000;
const price = 100 as MinorUnits;
const dish = (number: number) => ({ name: `Dish ${number}`, nameTranslations: {}, price });
const noReport = () => undefined;

test('equal names get SKUs and file names of their own', () => {
  const makeSku = skuMaker([]);
  const skus = Array.from({ length: many }, () => makeSku('...'));
  expect([skus[0], skus[1], skus.at(-1), new Set(skus).size]).toEqual(['ITEM', 'ITEM-2', `ITEM-${many}`, many]);

  const names = namesInFile(Array.from({ length: many }, (_, id) => ({ id: String(id), name: 'Size' })));
  expect([names.get('0'), names.get(String(many - 1))]).toEqual(['Size', `Size (${many})`]);
});

test('many dishes of one category share a SKU, and each warning names another one', () => {
  const builder = new PlanBuilder();
  const category = builder.category('Mains');
  const warnings: unknown[] = [];
  for (let number = 0; number < 60_000; number++) {
    builder.addDish(category, { ...dish(number), sku: 'S' }, (_, problem) => warnings.push(problem.details));
  }
  const { dishes, categories } = builder.build();
  expect([dishes.length, categories[0]!.dishKeys.length]).toEqual([60_000, 60_000]);
  expect([warnings[0], warnings.at(-1), warnings.length]).toEqual([
    { name: 'Dish 1', sku: 'S' },
    { name: 'Dish 0', sku: 'S' },
    60_000,
  ]);
});

/** A menu made by hand: the import finds its dishes by their name. */
function menuOf(count: number): CurrentMenu {
  const state = (number: number): ItemState => ({
    id: `item ${number}` as ItemId,
    type: 'item',
    name: `Dish ${number}`,
    name_translations: {},
    description: '',
    description_translations: {},
    price_minor: price,
    delivery_price_minor: null,
    pickup_price_minor: null,
    dine_in_price_minor: null,
    sku: 'same',
    external_id: null,
    quantity: null,
    calories: null,
    make_minutes: 0,
    allergens: [],
    diets: [],
  });
  const items = Array.from({ length: count }, (_, number) => state(number));
  const category: CategoryState = {
    id: 'category' as CategoryId,
    menu_id: 'menu' as MenuId,
    name: 'Mains',
    name_translations: {},
    position: 0,
    external_id: null,
  };
  return {
    menus: [{ id: 'menu' as MenuId, name: 'Menu', is_live: true }],
    items,
    lists: items.map(({ id, name }) => ({
      id: id as string as ModifierListId,
      name,
      display_name: name,
      display_name_translations: {},
      allows_multiple: true,
      min_choices: 0,
      max_choices: 0,
      free_choices: 0,
      max_per_option: 1,
      is_halved: false,
      is_optional: true,
      external_id: null,
    })),
    categories: [category],
    categoryItems: new Map([
      [category.id, items.map(({ id }, position) => ({ to: id, position, isGone: false }))] as const,
    ]),
    itemLists: new Map(),
    listItems: new Map(),
    goesWith: new Map(),
  };
}

test('many dishes of one category are found by name, and by a shared SKU and name', () => {
  for (const sku of [undefined, 'same']) {
    const builder = new PlanBuilder();
    const category = builder.category('Mains');
    for (let number = 0; number < 30_000; number++) {
      const lists = { keys: [], isWhole: false };
      builder.addDish(category, { ...dish(number), sku, lists }, noReport);
    }
    const target = { menuId: 'menu' as MenuId, name: '', newId, missing: 'stay' as const };
    const { dishes, categoryItems } = decideImport(menuOf(30_000), builder.build(), target);
    expect(dishes.size).toBe(30_000);
    expect([...dishes.values()].filter(({ before }) => before === null)).toEqual([]);
    expect(categoryItems).toEqual([]);
  }
});

test('many new categories come after their predecessors', () => {
  const builder = new PlanBuilder();
  for (let number = 0; number < 20_000; number++) {
    builder.addDish(builder.category(`Page ${number}`), dish(number), noReport);
  }
  const present = menuOf(1);
  const target = { menuId: 'menu' as MenuId, name: '', newId, missing: 'stay' as const };
  const { categories } = decideImport(present, builder.build(), target);
  const positions = [...categories.values()].map(({ after }) => after.position);
  expect([positions[0], positions.at(-1), new Set(positions).size]).toEqual([1, 20_000, 20_000]);
});
