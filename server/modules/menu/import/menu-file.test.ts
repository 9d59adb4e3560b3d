import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseMenuFile } from './menu-file.ts';
import { planImport } from './plan-import.ts';

const dish = { name: 'Soup', price: 5 };
const group = { name: 'Size', type: 'single', required: true, options: [{ name: 'Large', priceAdjustment: 2.5 }] };
const fileOf = (...items: unknown[]) => ({ currency: 'GBP', categories: [{ name: 'Mains', items }] });

/** The problems of a file, found by reading or planning it. */
function problemsOf(file: unknown, currency: 'GBP' | 'KWD' | 'JPY' = 'GBP') {
  const parsed = parseMenuFile(typeof file === 'string' ? file : JSON.stringify(file));
  if ('problems' in parsed) return parsed.problems;
  const planned = planImport(parsed.menu, currency);
  return 'problems' in planned ? planned.problems : [];
}

test('a plain menu has no problems', () => {
  expect(problemsOf(fileOf(dish, { ...dish, name: 'Stew', optionGroups: [group] }))).toEqual([]);
});

test.each([
  ['not JSON at all', '{ "currency": ', '$'],
  ['another shape', [], '$'],
  ['no categories', { currency: 'GBP', categories: [] }, 'categories'],
  ['a missing price', fileOf({ name: 'Soup' }), 'categories[0].items[0].price'],
  ['a price as text', fileOf({ ...dish, price: '5' }), 'categories[0].items[0].price'],
  ['a negative price', fileOf({ ...dish, price: -1 }), 'categories[0].items[0].price'],
  ['more decimals than pence', fileOf({ ...dish, price: 5.005 }), 'categories[0].items[0].price'],
  ['an empty name', fileOf({ ...dish, name: ' ' }), 'categories[0].items[0].name'],
  ['a misspelt key', fileOf({ ...dish, optionGroup: [] }), 'categories[0].items[0]'],
  [
    'a description of a category',
    { ...fileOf(), categories: [{ name: 'A', description: 'x', items: [] }] },
    'categories[0].description',
  ],
  ['the same dish twice', fileOf(dish, dish), 'categories[0].items[1].name'],
  ['the same id twice', fileOf({ ...dish, id: '7' }, { ...dish, id: '7', name: 'Stew' }), 'categories[0].items[1].id'],
  [
    'the same category twice',
    {
      currency: 'GBP',
      categories: [
        { name: 'A', items: [] },
        { name: 'A', items: [] },
      ],
    },
    'categories[1].name',
  ],
  [
    'more rows than a table may have',
    {
      currency: 'GBP',
      categories: ['A', 'B', 'C', 'D', 'E', 'F'].map((name, page) => ({
        name,
        items: Array.from({ length: page < 5 ? 1000 : 1 }, (_, index) => ({ name: `Dish ${page} ${index}`, price: 1 })),
      })),
    },
    'categories',
  ],
  ['another currency', { ...fileOf(dish), currency: 'USD' }, 'currency'],
  [
    'a group without options',
    fileOf({ ...dish, optionGroups: [{ ...group, options: [] }] }),
    'categories[0].items[0].optionGroups[0].options',
  ],
  [
    'a group of free text',
    fileOf({ ...dish, optionGroups: [{ ...group, freeText: true }] }),
    'categories[0].items[0].optionGroups[0].freeText',
  ],
  [
    'an unknown type of group',
    fileOf({ ...dish, optionGroups: [{ ...group, type: 'some' }] }),
    'categories[0].items[0].optionGroups[0].type',
  ],
  [
    'a single choice of two',
    fileOf({ ...dish, optionGroups: [{ ...group, max: 2 }] }),
    'categories[0].items[0].optionGroups[0].max',
  ],
  [
    'more choices than options',
    fileOf({ ...dish, optionGroups: [{ ...group, type: 'multiple', max: 2 }] }),
    'categories[0].items[0].optionGroups[0].max',
  ],
  ['the same group twice', fileOf({ ...dish, optionGroups: [group, group] }), 'categories[0].items[0].optionGroups[1]'],
  [
    'the same option twice',
    fileOf({
      ...dish,
      optionGroups: [{ ...group, options: [...group.options, { name: 'Large', priceAdjustment: 3 }] }],
    }),
    'categories[0].items[0].optionGroups[0].options[1].name',
  ],
  [
    'an option that lowers the price',
    fileOf({ ...dish, optionGroups: [{ ...group, options: [{ name: 'Small', priceAdjustment: -1 }] }] }),
    'categories[0].items[0].optionGroups[0].options[0].priceAdjustment',
  ],
])('%s is refused at its path', (_, file, path) => {
  expect(problemsOf(file).map((problem) => problem.place)).toContain(path);
});

test('all problems are listed, not only the first', () => {
  const problems = problemsOf(fileOf({ ...dish, price: -1 }, { ...dish, price: 'x' }, { name: 1, price: 1 }));
  expect(problems.map(({ place }) => place)).toEqual([
    'categories[0].items[0].price',
    'categories[0].items[1].price',
    'categories[0].items[2].name',
  ]);
});

test('prices have the decimals of the currency', () => {
  expect(problemsOf({ ...fileOf({ ...dish, price: 1.255 }), currency: 'KWD' }, 'KWD')).toEqual([]);
  expect(problemsOf({ ...fileOf({ ...dish, price: 1.5 }), currency: 'JPY' }, 'JPY')).toHaveLength(1);
});

test('options of the same name and price are one modifier, identical groups one list, and names tell lists apart', () => {
  const small = { ...group, options: [{ name: 'Large', priceAdjustment: 2 }] };
  const parsed = parseMenuFile(
    JSON.stringify(
      fileOf(
        { ...dish, name: 'A', optionGroups: [group] },
        { ...dish, name: 'B', optionGroups: [group] },
        { ...dish, name: 'C', optionGroups: [small, { ...group, name: 'Extra', type: 'multiple', required: false }] },
      ),
    ),
  );
  if ('problems' in parsed) throw new Error('refused');
  const planned = planImport(parsed.menu, 'GBP');
  if ('problems' in planned) throw new Error('refused');
  const { modifiers, lists, dishes } = planned.plan;
  expect(modifiers.map(({ name, price }) => [name, price])).toEqual([
    ['Large', 250],
    ['Large', 200],
  ]);
  expect(lists.map(({ name, title, bounds }) => ({ name, title, ...bounds }))).toEqual([
    { name: 'Size (A)', title: 'Size', allowsMultiple: false, min: 1, max: 1 },
    { name: 'Size (C)', title: 'Size', allowsMultiple: false, min: 1, max: 1 },
    { name: 'Extra', title: 'Extra', allowsMultiple: true, min: 0, max: 0 },
  ]);
  expect(dishes[0]!.lists).toEqual(dishes[1]!.lists);
});

test('a name that tells lists apart is cut between characters, as long as a name may be', () => {
  const small = { ...group, options: [{ name: 'Large', priceAdjustment: 2 }] };
  const name = `${'🍕'.repeat(94)}!`;
  const parsed = parseMenuFile(
    JSON.stringify(fileOf({ ...dish, name, optionGroups: [group] }, { ...dish, optionGroups: [small] })),
  );
  if ('problems' in parsed) throw new Error('refused');
  const planned = planImport(parsed.menu, 'GBP');
  if ('problems' in planned) throw new Error('refused');
  expect(planned.plan.lists.map((list) => list.name)).toEqual([`Size (${'🍕'.repeat(94)}`, 'Size (Soup)']);
});

test("Miller's Cafe has 26 categories, 239 dishes and 436 groups, which are 45 lists of 189 modifiers", () => {
  const parsed = parseMenuFile(
    readFileSync(new URL('../../../db/seed/millers-cafe.menu.json', import.meta.url), 'utf8'),
  );
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  const planned = planImport(parsed.menu, 'GBP');
  if ('problems' in planned) throw new Error(JSON.stringify(planned.problems));
  const { categories, dishes, lists, modifiers } = planned.plan;
  expect(dishes.flatMap(({ lists: given }) => given!.keys)).toHaveLength(436);
  expect([categories.length, dishes.length, lists.length, modifiers.length]).toEqual([26, 239, 45, 189]);
});
