import { describe, expect, test } from 'vitest';
import type { Catalogue } from '#contract/menu/catalogue.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { readMenu } from '../state/menu.ts';
import { ids, testCatalogue } from '../test/catalogue.ts';
import { acceptPrices, checkBasket, linesToRemove, selectionsOf } from './check.ts';
import type { BasketLine } from './stored-basket.ts';

const line: BasketLine = {
  id: 'a',
  _id: ids.shawarma,
  name: 'Chicken shawarma',
  price: 18,
  modifierList: [
    { _id: ids.saj, name: 'Saj', price: 1, modifierListId: ids.bread },
    { _id: ids.garlic, name: 'Garlic sauce', price: 2.25, modifierListId: ids.extras },
  ],
  quantity: 2,
  totalPrice: 39.25,
  note: '',
};

/** 12:00 in Dubai. */
const outUntilNoon = { outletId: ids.marina, until: '2026-11-20T08:00:00.000Z' };

/** The changes of the one line after the catalogue has changed. */
function changesAfter(change: (catalogue: Catalogue) => void, startsAt: Date | null = null) {
  const catalogue = testCatalogue();
  change(catalogue);
  const menu = readMenu(catalogue);
  return checkBasket(menu, [line], { outlet: menu.outlets.get(ids.marina)!, startsAt });
}

describe('changes of a basket line', () => {
  test('an unchanged menu changes no line', () => {
    expect(changesAfter(() => {})).toEqual([]);
  });

  test.each<[string, (catalogue: Catalogue) => void]>([
    ['left the menu', (catalogue) => catalogue.items.shift()],
    ['is sold out', (catalogue) => (catalogue.items[0]!.soldOut = true)],
    ['is off at the outlet', (catalogue) => catalogue.items[0]!.InActiveOutletIds.push(ids.marina)],
  ])('the item %s', (_, change) => {
    expect(changesAfter(change)).toEqual([{ kind: 'unavailable', line }]);
  });

  test.each<[string, (catalogue: Catalogue) => void]>([
    ['an option is sold out', (catalogue) => (catalogue.modifierLists[0]!.modifierList[0]!.soldOut = true)],
    ['an option left its list', (catalogue) => catalogue.modifierLists[1]!.modifierList.shift()],
    ['a list was unlinked', (catalogue) => catalogue.items[0]!.modifierList.pop()],
    [
      'a list asks for more now',
      (catalogue) => Object.assign(catalogue.modifierLists[1]!, { optional: false, minModifier: 2, maxModifier: 2 }),
    ],
  ])('%s', (_, change) => {
    expect(changesAfter(change)).toEqual([{ kind: 'options', line }]);
  });

  test.each<[string, (catalogue: Catalogue) => void, 'unavailable' | 'options']>([
    ['the item', (catalogue) => catalogue.items[0]!.soldOutAt.push(outUntilNoon), 'unavailable'],
    ['an option', (catalogue) => catalogue.modifierLists[0]!.modifierList[0]!.soldOutAt.push(outUntilNoon), 'options'],
  ])('%s that is sold out until noon can be ordered for noon and later', (_, change, kind) => {
    expect(changesAfter(change)).toEqual([{ kind, line }]);
    expect(changesAfter(change, new Date('2026-11-20T07:59:59Z'))).toEqual([{ kind, line }]);
    expect(changesAfter(change, new Date(outUntilNoon.until))).toEqual([]);
  });

  test('new prices of the item and of an option reprice the line', () => {
    const changes = changesAfter((catalogue) => {
      catalogue.items[0]!.price = 19.5;
      catalogue.modifierLists[1]!.modifierList[0]!.price = 2;
    });
    expect(changes).toEqual([{ kind: 'repriced', line, seen: 3925, now: 4200 }]);
  });

  test('an accepted price is not reported again', () => {
    const catalogue = testCatalogue();
    catalogue.items[0]!.price = 19.5;
    const menu = readMenu(catalogue);
    expect(
      checkBasket(menu, [acceptPrices(menu, line)], { outlet: menu.outlets.get(ids.marina)!, startsAt: null }),
    ).toEqual([]);
  });

  test('a line is checked against the outlet that is asked for', () => {
    const catalogue = testCatalogue();
    catalogue.items[0]!.InActiveOutletIds = [ids.downtown];
    const menu = readMenu(catalogue);
    const changesAt = (outletId: OutletId) =>
      checkBasket(menu, [line], { outlet: menu.outlets.get(outletId) ?? null, startsAt: null });
    expect(changesAt(ids.marina)).toEqual([]);
    expect(changesAt(ids.downtown)).toEqual([{ kind: 'unavailable', line }]);
    expect(checkBasket(menu, [line], { outlet: null, startsAt: null })).toEqual([]);
  });
});

describe('the lines that an order can go out without', () => {
  const other = { ...line, id: 'other' };
  const lines = [line, other];
  const gone = { kind: 'unavailable' as const, line };

  test.each<[string, Parameters<typeof linesToRemove>[1], string[]]>([
    ['none while all can be had', { changes: [], problems: [] }, []],
    ['one that left the menu', { changes: [gone], problems: [] }, [line.id]],
    ['one that the server has none of', { changes: [], problems: [{ line: 1, left: 0 }] }, ['other']],
    [
      'none where another has to be chosen again',
      { changes: [gone, { kind: 'options', line: other }], problems: [] },
      [],
    ],
    ['none where fewer of another can be had', { changes: [gone], problems: [{ line: 1, left: 2 }] }, []],
  ])('%s', (_, check, expected) => {
    expect(linesToRemove(lines, check).map(({ id }) => id)).toEqual(expected);
  });
});

test('the options of a line are grouped by list', () => {
  expect(selectionsOf(line)).toEqual([
    { listId: ids.bread, modifierIds: [ids.saj] },
    { listId: ids.extras, modifierIds: [ids.garlic] },
  ]);
});

test('a basket of pickup prices is another one in a delivery, and the accepted prices are those of the mode', () => {
  const catalogue = testCatalogue();
  Object.assign(catalogue.items[0]!, { modePrices: { delivery: 20 } });
  Object.assign(catalogue.modifierLists[1]!.modifierList[0]!, { modePrices: { delivery: 3 } });
  const place = { outlet: readMenu(catalogue).outlets.get(ids.marina)!, startsAt: null };
  expect(checkBasket(readMenu(catalogue, 'pickup'), [line], place)).toEqual([]);
  const delivered = readMenu(catalogue, 'delivery');
  expect(checkBasket(delivered, [line], place)).toEqual([{ kind: 'repriced', line, seen: 3925, now: 4400 }]);
  const accepted = acceptPrices(delivered, line);
  expect([accepted.price, ...accepted.modifierList.map(({ price }) => price)]).toEqual([20, 1, 3]);
  expect(checkBasket(delivered, [accepted], place)).toEqual([]);
});

test('the dearest options of a list with free choices are free, in the basket as in the prices that were seen', () => {
  const catalogue = testCatalogue();
  Object.assign(catalogue.modifierLists[1]!, { freeModifiers: 1, maxModifier: 2 });
  const menu = readMenu(catalogue);
  const place = { outlet: menu.outlets.get(ids.marina)!, startsAt: null };
  const cheese = { _id: ids.cheese, name: 'Cheese', price: 3, modifierListId: ids.extras };
  const both = { ...line, modifierList: [...line.modifierList, cheese] };
  const accepted = acceptPrices(menu, both);
  expect(accepted.modifierList.map(({ price }) => price)).toEqual([1, 2.25, 0]);
  expect(checkBasket(menu, [accepted], place)).toEqual([]);
  // The guest has seen 42.25: two portions of 18, and 1, 2.25 and 3.
  expect(checkBasket(menu, [both], place)).toEqual([{ kind: 'repriced', line: both, seen: 4225, now: 3925 }]);
});

test('two halves cost what the dearer one does, in the basket as in the prices that were seen', () => {
  const catalogue = testCatalogue();
  Object.assign(catalogue.modifierLists[1]!, { halves: true });
  const menu = readMenu(catalogue);
  const place = { outlet: menu.outlets.get(ids.marina)!, startsAt: null };
  const cheese = { _id: ids.cheese, name: 'Cheese', price: 3, modifierListId: ids.extras };
  const both = { ...line, modifierList: [...line.modifierList, cheese] };
  const accepted = acceptPrices(menu, both);
  expect(accepted.modifierList.map(({ price }) => price)).toEqual([1, 0, 3]);
  expect(checkBasket(menu, [accepted], place)).toEqual([]);
});
