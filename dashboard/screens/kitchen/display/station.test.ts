import { describe, expect, test } from 'vitest';
import type { CategoryId, ItemId, OutletId } from '#contract/base/ids.ts';
import { everything, isInStation, readStation, stationOf } from './station.ts';

const category = (id: string, name: string, ...items: string[]) => ({
  _id: id as CategoryId,
  name,
  items: items.map((item) => ({ _id: item as ItemId })),
});
const categories = [
  category('1', 'Grill', 'kebab', 'halloumi'),
  category('2', 'Drinks', 'water'),
  category('3', 'Starters', 'halloumi'),
];
const shows = (hidden: string[], item: string) =>
  isInStation(item as ItemId, stationOf({ outletId: null, hidden: hidden as CategoryId[] }, categories));

describe('a station', () => {
  test('shows everything until something is unticked', () => {
    expect(['kebab', 'water', 'halloumi'].map((item) => shows([], item))).toEqual([true, true, true]);
  });
  test('does not show what is made elsewhere', () => {
    expect(['kebab', 'water'].map((item) => shows(['1'], item))).toEqual([false, true]);
  });
  test('shows an item as long as one of its categories is made here', () => {
    expect(shows(['1'], 'halloumi')).toBe(true);
    expect(shows(['1', '3'], 'halloumi')).toBe(false);
  });
  test('shows what is in no category, and what a category that is gone once held: nothing is lost', () => {
    expect(shows(['1', '2', '3', 'gone'], 'off the menu')).toBe(true);
  });
});

describe('the stored choice of a device', () => {
  test('is read back', () => {
    const choice = { outletId: 'o' as OutletId, hidden: ['1' as CategoryId] };
    expect(readStation(JSON.stringify(choice))).toEqual(choice);
  });
  test.each([null, '', 'nonsense', '[]', '"x"', 'null', '{"hidden":"all"}', '{"hidden":[1]}'])(
    'is everything when it is %s',
    (kept) => {
      expect(readStation(kept)).toEqual(everything);
    },
  );
});
