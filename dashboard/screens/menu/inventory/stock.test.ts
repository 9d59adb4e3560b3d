import { expect, test } from 'vitest';
import type { ItemId, ModifierListId } from '#contract/base/ids.ts';
import type { Item, ModifierList } from '#contract/menu/menus.ts';
import { stockRows } from './stock.ts';

const record = (name: string, type: 'item' | 'modifier', modifierList: string[] = []) =>
  ({ _id: name as ItemId, name, type, sku: `SKU-${name}`, modifierList: modifierList as ModifierListId[] }) as Item;
const list = (id: string, modifiers: string[]) =>
  ({ _id: id as ModifierListId, modifierList: modifiers.map((one) => ({ _id: one as ItemId })) }) as ModifierList;

const items = [
  record('Water', 'item'),
  record('Burger', 'item', ['sizes', 'extras', 'gone']),
  record('Large', 'modifier'),
  record('Jalapeño', 'modifier'),
  record('Lone', 'modifier'),
];
const lists = [list('sizes', ['Large', 'deleted']), list('extras', ['Jalapeño', 'Large'])];
const shown = (search: string) =>
  stockRows(items, lists, search).map(({ item, modifiers, isModifierSought }) => ({
    item: item.name,
    modifiers: modifiers.map(({ name }) => name),
    isModifierSought,
  }));
const burger = { item: 'Burger', modifiers: ['Large', 'Jalapeño'], isModifierSought: false };
const water = { item: 'Water', modifiers: [], isModifierSought: false };

test.each([
  { search: ' ', rows: [burger, water] },
  { search: 'BURG', rows: [burger] },
  { search: 'sku-wat', rows: [water] },
  { search: 'jalapeno', rows: [{ ...burger, isModifierSought: true }] },
  { search: 'nothing', rows: [] },
])('"$search" finds the items and those whose modifiers it names', ({ search, rows }) => {
  expect(shown(search)).toEqual(rows);
});

test('a dish and its modifiers are found by their names in other languages', () => {
  const named = items.map((item) => {
    const names: Record<string, string> = { Burger: 'برغر', Large: 'كبير' };
    return { ...item, nameTranslations: { ar: names[item.name] ?? '' } };
  });
  const found = (search: string) => stockRows(named, lists, search).map((row) => [row.item.name, row.isModifierSought]);
  expect(found('برغر')).toEqual([['Burger', false]]);
  expect(found('كبير')).toEqual([['Burger', true]]);
});

test('the list can show only items that are low or sold out', () => {
  const counted = (name: string, quantity: number | null, lowStock: number | null = null) => ({
    ...record(name, 'item'),
    quantity,
    lowStock,
  });
  const counts = [
    counted('Soup', 0),
    counted('Cake', 5),
    counted('Tea', 6),
    counted('Wine', 6, 10),
    counted('Rice', null),
  ];
  const names = (filter: 'all' | 'low' | 'sold-out', search = '') =>
    stockRows(counts, [], search, filter).map(({ item }) => item.name);
  expect(names('all')).toEqual(['Cake', 'Rice', 'Soup', 'Tea', 'Wine']);
  expect(names('low')).toEqual(['Cake', 'Wine']);
  expect(names('low', 'win')).toEqual(['Wine']);
  expect(names('sold-out')).toEqual(['Soup']);
});
