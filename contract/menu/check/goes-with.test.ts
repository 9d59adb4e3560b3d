import { expect, test } from 'vitest';
import type { ItemId, MenuId, OutletId } from '../../base/ids.ts';
import { weekdays } from '../../base/time.ts';
import type { Menu } from '../menus.ts';
import { category, id, item, menu, outlet, right } from '../test/restaurant-facts.ts';
import type { CheckFacts } from './facts.ts';
import { checkGoesWith } from './goes-with.ts';

const week = (start: string, end: string) => weekdays.map((day) => ({ day, open: true, periods: [{ start, end }] }));
const burger = item('Burger', { goesWith: [id<ItemId>('Water')] });
const at = (name: string) => ({ _id: id<OutletId>(name) });

/** Burgers of one menu with water of another, which are sold as these say. */
function twoMenus(one: Menu['sale'], other: Menu['sale'], changes: Partial<CheckFacts> = {}): CheckFacts {
  return {
    ...right,
    items: [burger, item('Water')],
    menus: [
      { ...menu('Main'), sale: one },
      { ...menu('Bar'), sale: other },
    ],
    categories: [category('Plates', ['Burger']), category('Drinks', ['Water'], { menuId: id<MenuId>('Bar') })],
    outlets: [outlet('Marina'), outlet('Creek')],
    ...changes,
  };
}
const together = { ...right, items: [burger, item('Water')] };

test.each<[string, CheckFacts]>([
  ['both are on one menu', together],
  ['nothing is chosen', right],
  ['the hours of their menus meet', twoMenus({ hours: week('07:00', '11:00') }, { hours: week('10:30', '15:00') })],
  ['one menu has no limit', twoMenus(undefined, { hours: week('10:30', '15:00') })],
  ['a mode is of both', twoMenus({ modes: ['pickup', 'dine-in'] }, { modes: ['delivery', 'pickup'] })],
  ['an outlet has both', twoMenus({ outletIds: [id('Marina'), id('Creek')] }, { outletIds: [id('Creek')] })],
  ['they are sold out', { ...together, items: [burger, item('Water', { soldOut: true })] }],
  ['the dish that suggests is sold nowhere', { ...together, categories: [category('Drinks', ['Water'])] }],
  ['the other one has been deleted', { ...together, items: [burger] }],
  [
    'another category of the dish is on',
    {
      ...together,
      categories: [
        category('Plates', ['Burger']),
        category('Drinks', ['Water'], { InActiveOutletIds: [at('Marina')] }),
        category('Sides', ['Water']),
      ],
    },
  ],
])('no hint where %s', (_, facts) => {
  expect(checkGoesWith(facts)).toEqual([]);
});

test.each<[string, CheckFacts]>([
  ['the other one is in no category', { ...together, categories: [category('Plates', ['Burger'])] }],
  ['it is on a draft', twoMenus(undefined, undefined, { menus: [menu('Main'), menu('Bar', 'false')] })],
  [
    'the hours of their menus never meet',
    twoMenus({ hours: week('07:00', '11:00') }, { hours: week('11:00', '15:00') }),
  ],
  ['no mode is of both', twoMenus({ modes: ['dine-in'] }, { modes: ['delivery', 'pickup'] })],
  ['no outlet has both menus', twoMenus({ outletIds: [id('Marina')] }, { outletIds: [id('Creek')] })],
  [
    'no outlet has both dishes',
    {
      ...together,
      outlets: [outlet('Marina'), outlet('Creek')],
      items: [{ ...burger, InActiveOutletIds: [at('Creek')] }, item('Water', { InActiveOutletIds: [at('Marina')] })],
    },
  ],
  [
    'the only outlet of both is switched off',
    twoMenus({ outletIds: [id('Marina')] }, undefined, {
      outlets: [outlet('Marina'), outlet('Creek', { status: false })],
      items: [burger, item('Water', { InActiveOutletIds: [at('Marina')] })],
    }),
  ],
  [
    'the category is off where the dish is sold',
    {
      ...together,
      categories: [
        category('Plates', ['Burger']),
        category('Drinks', ['Water'], { InActiveOutletIds: [at('Marina')] }),
      ],
    },
  ],
])('a hint where %s', (_, facts) => {
  expect(checkGoesWith(facts)).toEqual([
    {
      code: 'item.never_sold_with',
      severity: 'warns',
      subject: { kind: 'item', id: 'Burger', name: 'Burger' },
      dishes: ['Water'],
    },
  ]);
});

test('one hint names all dishes that are never sold with it, in their order', () => {
  const facts = {
    ...right,
    items: [
      item('Burger', { goesWith: ['Tea', 'Water', 'Cake'].map((name) => id<ItemId>(name)) }),
      item('Tea'),
      item('Water'),
      item('Cake'),
    ],
  };
  expect(checkGoesWith(facts)).toMatchObject([{ dishes: ['Tea', 'Cake'] }]);
});
