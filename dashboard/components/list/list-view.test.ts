import { describe, expect, test } from 'vitest';
import { ALL_ROWS, arrange, type ListRules, type ListView, readView, writeView } from './list-view.ts';

interface Dish {
  name: string;
  type: string;
  category: string;
  price: number | null;
}

const dishes: Dish[] = [
  { name: 'Crème brûlée', type: 'item', category: 'sweet', price: 22 },
  { name: 'Falafel', type: 'item', category: 'hot', price: 12 },
  { name: 'Extra garlic', type: 'modifier', category: '', price: 2 },
  { name: 'Cheese', type: 'modifier', category: '', price: null },
  { name: 'Wrap 10', type: 'item', category: 'hot', price: 100 },
  { name: 'wrap 9', type: 'item', category: 'hot', price: 9 },
];
const rules: ListRules<Dish> = {
  searchedTexts: (dish) => [dish.name],
  matchesFilter: (dish, type) => dish.type === type,
  matchesCategory: (dish, category) => dish.category === category,
  sortValues: { name: (dish) => dish.name, price: (dish) => dish.price },
};
const start: ListView = { search: '', filter: '', category: '', sort: null, page: 0, size: 5 };
const names = (view: Partial<ListView>) => arrange(dishes, { ...start, ...view }, rules).shown.map((dish) => dish.name);

describe('arrange', () => {
  test('the first page in the own order', () => {
    expect(arrange(dishes, start, rules)).toEqual({ shown: dishes.slice(0, 5), count: 6, page: 0 });
  });
  test('the last page holds the rest', () => {
    expect(names({ page: 1 })).toEqual(['wrap 9']);
  });
  test('a page beyond the last is the last', () => {
    expect(arrange(dishes, { ...start, page: 7 }, rules)).toEqual({ shown: [dishes[5]], count: 6, page: 1 });
  });
  test('all rows', () => {
    expect(names({ size: ALL_ROWS, page: 3 })).toHaveLength(6);
  });
  test('search ignores case, accents and outer spaces', () => {
    expect(names({ search: ' CREME ' })).toEqual(['Crème brûlée']);
    expect(names({ search: 'wräp' })).toEqual(['Wrap 10', 'wrap 9']);
  });
  test('search and filter together', () => {
    expect(names({ search: 'e', filter: 'modifier' })).toEqual(['Extra garlic', 'Cheese']);
  });
  test('a category, alone and with the search', () => {
    expect(names({ category: 'hot' })).toEqual(['Falafel', 'Wrap 10', 'wrap 9']);
    expect(names({ category: 'hot', search: 'wrap' })).toEqual(['Wrap 10', 'wrap 9']);
    expect(names({ category: 'hot', filter: 'modifier' })).toEqual([]);
  });
  test('nothing found is an empty first page', () => {
    expect(arrange(dishes, { ...start, search: 'sushi', page: 4 }, rules)).toEqual({ shown: [], count: 0, page: 0 });
  });
  test('names sort as people read numbers in them', () => {
    expect(names({ sort: { key: 'name', direction: 'asc' }, size: ALL_ROWS })).toEqual([
      'Cheese',
      'Crème brûlée',
      'Extra garlic',
      'Falafel',
      'wrap 9',
      'Wrap 10',
    ]);
  });
  test('numbers sort by size, missing ones first, and the other way round last', () => {
    const prices = (direction: 'asc' | 'desc') =>
      arrange(dishes, { ...start, sort: { key: 'price', direction }, size: ALL_ROWS }, rules).shown.map((d) => d.price);
    expect(prices('asc')).toEqual([null, 2, 9, 12, 22, 100]);
    expect(prices('desc')).toEqual([100, 22, 12, 9, 2, null]);
  });
  test('an unknown column changes nothing', () => {
    expect(names({ sort: { key: 'sku', direction: 'desc' } })).toEqual(dishes.slice(0, 5).map((dish) => dish.name));
  });
  test('the given rows are left as they are', () => {
    const before = structuredClone(dishes);
    names({ sort: { key: 'price', direction: 'desc' } });
    expect(dishes).toEqual(before);
  });
});

describe('the address', () => {
  const read = (search: string) => readView(new URLSearchParams(search), 5);

  test('an empty one is the start', () => {
    expect(read('')).toEqual(start);
  });
  test('says everything', () => {
    expect(read('search=a&type=item&category=hot&sort=-price&page=3&size=all')).toEqual({
      search: 'a',
      filter: 'item',
      category: 'hot',
      sort: { key: 'price', direction: 'desc' },
      page: 2,
      size: ALL_ROWS,
    });
  });
  test.each(['page=0', 'page=-2', 'page=1.5', 'page=x', 'size=7', 'size=-1', 'size='])(
    '%s makes no sense',
    (search) => {
      expect(read(search)).toEqual(start);
    },
  );
  test('a written view is read back, defaults are not written, and other parameters stay', () => {
    const view: ListView = {
      search: 'ö',
      filter: 'item',
      category: 'hot',
      sort: { key: 'name', direction: 'asc' },
      page: 1,
      size: 25,
    };
    const written = writeView(new URLSearchParams('order=7&page=9'), view, 5);
    expect(readView(written, 5)).toEqual(view);
    expect(written.get('order')).toBe('7');
    expect(writeView(written, start, 5).toString()).toBe('order=7');
  });
});
