import { describe, expect, test } from 'vitest';
import {
  availabilityAt,
  coverOf,
  findOutlet,
  minutesNow,
  otherModeOf,
  outletState,
  readiestOutlet,
  readMenu,
  startingPrice,
} from './menu.ts';
import { ids, testCatalogue } from '../test/catalogue.ts';

/** 12:00 in Dubai. */
const noon = new Date('2026-11-20T08:00:00Z');
/** 08:00 in Dubai. */
const morning = new Date('2026-11-20T04:00:00Z');

describe('items and options per outlet', () => {
  test('an item switched off at one outlet is sold at the other', () => {
    const catalogue = testCatalogue();
    catalogue.items[1]!.InActiveOutletIds = [ids.marina];
    const menu = readMenu(catalogue);
    const soup = menu.items.get(ids.soup)!;
    expect(availabilityAt(menu, soup, ids.marina)).toBe('not_here');
    expect(availabilityAt(menu, soup, ids.downtown)).toBe('available');
    expect(availabilityAt(menu, soup, null)).toBe('available');
  });

  test('an item sold out until a time can be ordered from then on, one sold out for good cannot', () => {
    const catalogue = testCatalogue();
    const soup = catalogue.items[1]!;
    const atNoon = () => availabilityAt(readMenu(catalogue), soup, ids.marina, noon);
    soup.soldOutAt = [{ outletId: ids.marina, until: noon.toISOString() }];
    expect(availabilityAt(readMenu(catalogue), soup, ids.marina)).toBe('sold_out');
    expect(availabilityAt(readMenu(catalogue), soup, ids.downtown)).toBe('available');
    expect(availabilityAt(readMenu(catalogue), soup, ids.marina, morning)).toBe('sold_out');
    expect(atNoon()).toBe('available');
    soup.soldOutAt = [{ outletId: ids.marina, until: null }];
    expect(atNoon()).toBe('sold_out');
    soup.soldOutAt = [];
    soup.soldOut = true;
    expect(atNoon()).toBe('sold_out');
  });

  test('an item without its last required option is sold out', () => {
    const catalogue = testCatalogue();
    for (const modifier of catalogue.modifierLists[0]!.modifierList) modifier.soldOut = true;
    const menu = readMenu(catalogue);
    expect(availabilityAt(menu, menu.items.get(ids.shawarma)!, ids.marina)).toBe('sold_out');
    expect(availabilityAt(menu, menu.items.get(ids.shawarma)!, null)).toBe('sold_out');
  });
});

test.each([
  [ids.curry, 100, true],
  [ids.shawarma, 1900, true],
  [ids.soup, 1250, false],
])('the starting price counts the cheapest required options', (itemId, price, isFrom) => {
  const menu = readMenu(testCatalogue());
  expect(startingPrice(menu, menu.items.get(itemId)!)).toEqual({ price, isFrom });
});

test('a dish whose sizes cost more than the first one is told from its lowest price', () => {
  const catalogue = testCatalogue();
  const [bread] = catalogue.modifierLists;
  for (const [index, size] of bread!.modifierList.entries()) size.price = index * 7;
  const menu = readMenu(catalogue);
  const shawarma = menu.items.get(ids.shawarma)!;
  expect(startingPrice(menu, shawarma)).toMatchObject({ isFrom: true });
  for (const size of bread!.modifierList) size.price = 0;
  expect(startingPrice(readMenu(catalogue), shawarma)).toMatchObject({ isFrom: false });
});

test('a dish is told from the cheapest way through the lists that its options open', () => {
  const catalogue = testCatalogue();
  const [shawarma] = catalogue.items;
  Object.assign(catalogue.modifierLists[1]!, { optional: false, minModifier: 1, maxModifier: 0 });
  const priceWith = (...modifierIds: (typeof ids)['saj'][]) => {
    shawarma!.nestedLists = [{ modifierListId: ids.extras, parentListId: ids.bread, modifierIds }];
    const menu = readMenu(catalogue);
    return startingPrice(menu, menu.items.get(ids.shawarma)!);
  };
  const base = Math.round(shawarma!.price * 100);
  // Saj is cheaper than Samoon until it asks for a sauce.
  expect(priceWith(ids.saj)).toEqual({ price: base + 175, isFrom: true });
  expect(priceWith(ids.samoon)).toEqual({ price: base + 100, isFrom: true });
  expect(priceWith(ids.saj, ids.samoon)).toEqual({ price: base + 100 + 225, isFrom: true });
});

test('each option of lists that open one another is looked at once', () => {
  const catalogue = testCatalogue();
  const [shawarma] = catalogue.items;
  const [bread, extras] = catalogue.modifierLists;
  let looked = 0;
  const hundred = (list: (typeof catalogue.modifierLists)[number]) =>
    Array.from({ length: 100 }, (_, index) => ({
      ...list.modifierList[0]!,
      _id: `${list._id.slice(0, -3)}${String(index).padStart(3, '0')}` as (typeof ids)['saj'],
      get price() {
        looked += 1;
        return 1;
      },
    }));
  for (const list of [bread!, extras!]) {
    Object.assign(list, { optional: false, minModifier: 1, maxModifier: 0, modifierList: hundred(list) });
  }
  const modifierIds = bread!.modifierList.map(({ _id }) => _id);
  shawarma!.nestedLists = [{ modifierListId: ids.extras, parentListId: ids.bread, modifierIds }];
  const menu = readMenu(catalogue);
  looked = 0;
  expect(startingPrice(menu, menu.items.get(ids.shawarma)!).price).toBe(Math.round(shawarma!.price * 100) + 200);
  expect(looked).toBe(200);
});

test('the options of a list that asks for nothing are not compared', () => {
  const catalogue = testCatalogue();
  const [, extras] = catalogue.modifierLists;
  let looked = 0;
  const [sauce] = extras!.modifierList;
  const watched = {
    ...sauce!,
    get price() {
      looked += 1;
      return sauce!.price;
    },
  };
  Object.assign(extras!, { optional: true, modifierList: [watched] });
  const menu = readMenu(catalogue);
  looked = 0;
  expect(startingPrice(menu, menu.items.get(ids.shawarma)!)).toEqual({ price: 1900, isFrom: true });
  expect(looked).toBe(0);
});

test('the picture on top is the cover, else that of the first outlet with one, else none', () => {
  const catalogue = testCatalogue();
  const [marina, downtown] = catalogue.outlets;
  marina!.image = null;
  downtown!.image = null;
  expect(coverOf(catalogue)).toBeNull();
  downtown!.image = '/media/downtown';
  expect(coverOf(catalogue)).toBe('/media/downtown');
  catalogue.restaurant.cover = '/media/cover';
  expect(coverOf(catalogue)).toBe('/media/cover');
});

describe('the minutes that a guest is promised', () => {
  const catalogue = testCatalogue();
  const marina = catalogue.outlets.find(({ name }) => name === 'Marina')!;
  const { preparationTime } = marina.modes.pickup;
  const { deliveryTime } = marina.modes.delivery;

  test('are those of the mode, and none where the outlet does not have it', () => {
    expect(minutesNow(marina, 'pickup', noon)).toBe(preparationTime);
    expect(minutesNow(marina, 'delivery', noon)).toBe(deliveryTime);
    expect(minutesNow({ ...marina, modes: { ...marina.modes, 'dine-in': undefined } }, 'dine-in', noon)).toBeNull();
    expect(minutesNow(null, 'pickup', noon)).toBeNull();
  });

  test('are more while the kitchen is busy, in the mode that is', () => {
    const busy = { minutes: 20, until: '2026-11-20T08:30:00Z' };
    const modes = { ...marina.modes, delivery: { ...marina.modes.delivery, busy } };
    const outlet = { ...marina, modes };
    expect(minutesNow(outlet, 'delivery', noon)).toBe(deliveryTime + 20);
    expect(minutesNow(outlet, 'delivery', new Date(busy.until))).toBe(deliveryTime);
    expect(minutesNow(outlet, 'pickup', noon)).toBe(preparationTime);
  });
});

test('a mode that is off is changed for the other one, where that is on and takes a payment', () => {
  const marina = testCatalogue().outlets[0]!;
  expect([otherModeOf(marina, 'delivery'), otherModeOf(marina, 'pickup')]).toEqual(['pickup', 'delivery']);
  expect(otherModeOf(marina, 'dine-in')).toBeNull();
  marina.modes.pickup.acceptsOrders = false;
  Object.assign(marina.modes.delivery, { takesCash: false, takesCard: false });
  expect([otherModeOf(marina, 'delivery'), otherModeOf(marina, 'pickup')]).toEqual([null, null]);
});

describe('the opening state of an outlet', () => {
  test('open until the evening, closed until the morning', () => {
    const outlet = findOutlet(readMenu(testCatalogue()), 'Marina')!;
    expect(outletState(outlet, 'pickup', noon)).toEqual({ kind: 'open', until: new Date('2026-11-20T19:00:00Z') });
    expect(outletState(outlet, 'pickup', morning)).toEqual({
      kind: 'closed',
      opensAt: new Date('2026-11-20T06:00:00Z'),
      reason: null,
    });
  });

  test('the readiest outlet is an open one, and a closed one comes before one that does not deliver', () => {
    const catalogue = testCatalogue();
    catalogue.outlets[0]!.modes.delivery.acceptsOrders = false;
    const menu = readMenu(catalogue);
    expect(readiestOutlet(menu, 'delivery', noon)?.outlet.name).toBe('Downtown');
    expect(readiestOutlet(menu, 'delivery', morning)?.state.kind).toBe('closed');
  });
});
