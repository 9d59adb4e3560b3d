import { expect, test } from 'vitest';
import type { CategoryId, ItemId, MenuId, OutletId } from '#contract/base/ids.ts';
import type { Category } from '#contract/menu/menus.ts';
import { type CategoryChange, withCategoryChange } from './category-changes.ts';

const category = (id: string, items: string[] = [], off: string[] = []): Category => ({
  _id: id as CategoryId,
  menuId: 'menu' as MenuId,
  name: id.toUpperCase(),
  nameTranslations: {},
  items: items.map((_id) => ({ _id: _id as ItemId })),
  InActiveOutletIds: off.map((_id) => ({ _id: _id as OutletId })),
});
const menu = [category('a', ['1', '2', '3']), category('b', ['1'], ['marina']), category('c')];
const told = (categories: readonly Category[]) =>
  categories.map(
    ({ name, items, InActiveOutletIds: off }) =>
      `${name}: ${items.map(({ _id }) => _id).join(' ')}${off.map(({ _id }) => ` -${_id}`).join('')}`,
  );
const unchanged = told(menu);
const [a, b] = ['a', 'b'] as CategoryId[] as [CategoryId, CategoryId];
const items = (ids: string) => ids.split('') as ItemId[];

test.each<[CategoryChange, string[]]>([
  [{ kind: 'order categories', ids: ['c', 'a', 'b'] as CategoryId[] }, ['C: ', 'A: 1 2 3', 'B: 1 -marina']],
  // Another person has deleted x and added b and c meanwhile.
  [{ kind: 'order categories', ids: ['x', 'c', 'a'] as CategoryId[] }, ['C: ', 'A: 1 2 3', 'B: 1 -marina']],
  [{ kind: 'rename', id: a, name: 'Mains', nameTranslations: {} }, ['Mains: 1 2 3', ...unchanged.slice(1)]],
  [{ kind: 'add items', id: a, items: items('54') }, ['A: 1 2 3 5 4', ...unchanged.slice(1)]],
  [{ kind: 'add items', id: a, items: items('24') }, ['A: 1 2 3 4', ...unchanged.slice(1)]],
  [{ kind: 'remove item', id: a, item: '2' as ItemId }, ['A: 1 3', ...unchanged.slice(1)]],
  [{ kind: 'order items', id: a, items: items('321') }, ['A: 3 2 1', ...unchanged.slice(1)]],
  [{ kind: 'order items', id: a, items: items('93') }, ['A: 3 1 2', ...unchanged.slice(1)]],
  [{ kind: 'outlet', id: b, outlet: 'deira' as OutletId, isOn: false }, ['A: 1 2 3', 'B: 1 -marina -deira', 'C: ']],
  [{ kind: 'outlet', id: b, outlet: 'marina' as OutletId, isOn: false }, unchanged],
  [{ kind: 'outlet', id: b, outlet: 'marina' as OutletId, isOn: true }, ['A: 1 2 3', 'B: 1', 'C: ']],
  [{ kind: 'rename', id: 'gone' as CategoryId, name: 'Mains', nameTranslations: {} }, unchanged],
])('%o', (change, expected) => {
  expect(told(withCategoryChange(menu, change))).toEqual(expected);
  expect(told(menu)).toEqual(unchanged);
});
