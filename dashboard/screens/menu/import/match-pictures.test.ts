import { expect, test } from 'vitest';
import type { Item } from '#contract/menu/menus.ts';
import { matchPictures } from './match-pictures.ts';

const item = (name: string, sku: string, fields: Partial<Item> = {}) =>
  ({ _id: sku, type: 'item', name, sku, nameTranslations: {}, ...fields }) as Item;
const items = [
  item('Beef burger', 'BURGER-01'),
  item('Crème brûlée', 'DESSERT 2', { nameTranslations: { ar: 'كريم بروليه' } }),
  item('Water', 'W'),
  item('Water', 'W-2'),
  item('Soup', ''),
  item('Cheese', 'OPT', { type: 'modifier' }),
];

test.each([
  ['BURGER-01.jpg', ['BURGER-01']],
  ['burger 01.JPEG', ['BURGER-01']],
  ['beef_burger.png', ['BURGER-01']],
  ['Beef burger (2).jpg', ['BURGER-01']],
  ['Crème brûlée.jpg'.normalize('NFD'), ['DESSERT 2']],
  ['creme-brulee.jpg', ['DESSERT 2']],
  ['كريم بروليه.jpg', ['DESSERT 2']],
  ['w-2.png', ['W-2']],
  ['water.png', ['W', 'W-2']],
  ['Cheese.jpg', []],
  ['IMG_2031.jpg', []],
  ['beef burger 2.jpg', []],
  ['.jpg', []],
  ['🍲.jpg', []],
  ['_.png', []],
])('%s is the picture of %j', (name, skus) => {
  const [match] = matchPictures([new File([], name)], items);
  expect(match!.items.map(({ sku }) => sku)).toEqual(skus);
});
