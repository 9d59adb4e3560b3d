import { describe, expect, test } from 'vitest';
import type { ItemId } from '#contract/base/ids.ts';
import type { Catalogue } from '#contract/menu/catalogue.ts';
import type { FoodWish } from '#contract/menu/allergens.ts';
import { parseWish } from '../state/food-wish.ts';
import { readMenu } from '../state/menu.ts';
import type { ShownCatalogue } from '../state/sales.ts';
import { ids, testCatalogue } from '../test/catalogue.ts';
import { needsNoChoice, suggestionsFor } from './suggested-dishes.ts';

const noWish: FoodWish = { without: [], diets: [] };

/** The names of what goes with a shawarma at Marina: soup and curry, unless something is changed. */
function suggested(
  change: (catalogue: Catalogue) => unknown = () => {},
  {
    wish = noWish,
    startsAt = null,
    shown = {},
    lines = [ids.shawarma],
  }: { wish?: FoodWish; startsAt?: Date | null; shown?: Partial<ShownCatalogue>; lines?: ItemId[] } = {},
) {
  const catalogue = testCatalogue();
  catalogue.items.find(({ _id }) => _id === ids.shawarma)!.goesWith = [ids.soup, ids.curry];
  change(catalogue);
  const menu = readMenu({ ...catalogue, ...shown });
  const place = { outlet: menu.outlets.get(ids.marina)!, startsAt };
  return suggestionsFor(menu, lines, place, wish).map(({ _id }) => _id);
}
const dish = (catalogue: Catalogue, id = ids.soup) => catalogue.items.find(({ _id }) => _id === id)!;

describe('dishes that go with the basket', () => {
  test('are suggested in their order', () => {
    expect(suggested()).toEqual([ids.soup, ids.curry]);
    expect(suggested(undefined, { lines: [ids.shawarma, ids.soup] })).toEqual([ids.curry]);
    expect(suggested(undefined, { lines: [] })).toEqual([]);
  });

  const tomorrow = new Date('2026-11-21T08:00:00Z');
  test.each<[string, (catalogue: Catalogue) => unknown]>([
    [
      'has left the menu',
      ({ items }) =>
        items.splice(
          items.findIndex(({ _id }) => _id === ids.soup),
          1,
        ),
    ],
    ['is sold out everywhere', (catalogue) => (dish(catalogue).soldOut = true)],
    ['is sold out at the outlet', (catalogue) => dish(catalogue).soldOutAt.push({ outletId: ids.marina, until: null })],
    ['is off at the outlet', (catalogue) => dish(catalogue).InActiveOutletIds.push(ids.marina)],
    [
      'needs an option that nobody has',
      (catalogue) => {
        dish(catalogue).modifierList = [ids.bread];
        dish(catalogue, ids.curry).modifierList = [];
        for (const option of catalogue.modifierLists.find(({ _id }) => _id === ids.bread)!.modifierList)
          option.soldOut = true;
      },
    ],
  ])('not one that %s', (_, change) => {
    expect(suggested(change)).toEqual([ids.curry]);
  });

  test('one that is sold out at another outlet, or back in time for the order, is', () => {
    expect(suggested((one) => dish(one).soldOutAt.push({ outletId: ids.downtown, until: null }))).toHaveLength(2);
    const until = '2026-11-20T08:00:00.000Z';
    const outForAnHour = (one: Catalogue) => dish(one).soldOutAt.push({ outletId: ids.marina, until });
    expect(suggested(outForAnHour)).toEqual([ids.curry]);
    expect(suggested(outForAnHour, { startsAt: tomorrow })).toEqual([ids.soup, ids.curry]);
  });

  test('dishes of a menu that is not sold now are left out, and all of them before that is known', () => {
    expect(suggested(undefined, { shown: { menus: [], unsold: { [ids.soup]: 'Lunch' } } })).toEqual([ids.curry]);
    expect(suggested(undefined, { shown: { menus: [] } })).toEqual([]);
  });

  test('nothing without an outlet', () => {
    const menu = readMenu(testCatalogue());
    expect(suggestionsFor(menu, [ids.shawarma], { outlet: null, startsAt: null }, noWish)).toEqual([]);
  });

  test('no nuts for a guest who hides nuts, and none of which nothing is declared', () => {
    const withoutNuts = { without: ['nuts'], diets: [] };
    const declare = (soup: string[], curry: string[]) => (catalogue: Catalogue) => {
      dish(catalogue).allergens = soup;
      dish(catalogue, ids.curry).allergens = curry;
      dish(catalogue, ids.curry).modifierList = [];
    };
    expect(suggested(declare(['nuts'], ['milk']), { wish: withoutNuts })).toEqual([ids.curry]);
    expect(suggested(declare([], ['milk']), { wish: withoutNuts })).toEqual([ids.curry]);
    expect(suggested(declare(['nuts'], ['milk']))).toEqual([ids.soup, ids.curry]);
    const vegan = { without: [], diets: ['vegan'] };
    expect(suggested((one) => (dish(one).diets = ['vegan']), { wish: vegan })).toEqual([ids.soup]);
  });
});

test('a dish is added at once where nothing has to be chosen', () => {
  const menu = readMenu(testCatalogue());
  const withLists = (...modifierList: (typeof ids.bread)[]) => ({ ...menu.items.get(ids.soup)!, modifierList });
  expect(needsNoChoice(menu, withLists())).toBe(true);
  expect(needsNoChoice(menu, withLists(ids.extras))).toBe(true);
  expect(needsNoChoice(menu, withLists(ids.extras, ids.bread))).toBe(false);
  // Bread is asked for only with garlic.
  const nestedLists = [{ modifierListId: ids.bread, parentListId: ids.extras, modifierIds: [ids.garlic] }];
  expect(needsNoChoice(menu, { ...withLists(ids.extras, ids.bread), nestedLists })).toBe(true);
});

test.each([
  ['{"without":["nuts"],"diets":["vegan"]}', { without: ['nuts'], diets: ['vegan'] }],
  ['', noWish],
  ['{', noWish],
  ['null', noWish],
  ['{"without":"nuts","diets":[1,"halal"]}', { without: [], diets: ['halal'] }],
])('a stored wish %j is read as one, or as none', (text, wish) => {
  expect(parseWish(text)).toEqual(wish);
});
