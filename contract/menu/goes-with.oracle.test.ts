/** The suggestions of a basket against a slow calculation that shares nothing with the rule: each dish is compared with each other one. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { suggestDishes } from './goes-with.ts';

type Links = Readonly<Record<string, readonly string[]>>;

const dishes = ['burger', 'fries', 'water', 'shake', 'salad', 'soup', 'cake', 'tea'];

/** Rank by rank: how many dishes have to come before this one? Those with fewer than three are suggested. */
function oracle(lines: readonly string[], links: Links, offered: readonly string[]): string[] {
  const linesWith = (dish: string) => lines.flatMap((line, at) => ((links[line] ?? []).includes(dish) ? [at] : []));
  const candidates = dishes.filter(
    (dish) => linesWith(dish).length > 0 && offered.includes(dish) && !lines.includes(dish),
  );
  const comesBefore = (one: string, other: string): boolean => {
    const [mine, theirs] = [linesWith(one), linesWith(other)];
    if (mine.length !== theirs.length) return mine.length > theirs.length;
    if (mine[0] !== theirs[0]) return mine[0]! < theirs[0]!;
    const list = links[lines[mine[0]!]!]!;
    return list.indexOf(one) < list.indexOf(other);
  };
  const places: string[] = [];
  for (const dish of candidates) places[candidates.filter((other) => comesBefore(other, dish)).length] = dish;
  return places.slice(0, 3);
}

const dish = fc.constantFrom(...dishes);
const links = fc.dictionary(dish, fc.uniqueArray(dish, { maxLength: 6 }), { maxKeys: dishes.length });

test('are those of the slow calculation, in its order', () => {
  fc.assert(
    fc.property(fc.array(dish, { maxLength: 7 }), links, fc.subarray(dishes), (lines, chosen, offered) => {
      const found = suggestDishes({
        lines,
        goesWith: (one) => chosen[one],
        isOffered: (one) => offered.includes(one),
      });
      expect(found).toEqual(oracle(lines, chosen, offered));
      // These hold in any order.
      expect(found.length).toBeLessThanOrEqual(3);
      expect(new Set(found).size).toBe(found.length);
      expect(found.some((one) => lines.includes(one) || !offered.includes(one))).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

const menu: Links = {
  burger: ['fries', 'shake', 'water', 'cake'],
  salad: ['water', 'soup'],
  tea: ['cake'],
  fries: ['burger'],
};
const suggest = (lines: string[], offered = dishes) =>
  suggestDishes({ lines, goesWith: (one) => menu[one], isOffered: (one) => offered.includes(one) });

test.each<[string, string[], string[]]>([
  ['nothing in the basket suggests nothing', [], []],
  ['a dish that goes with nothing suggests nothing', ['water'], []],
  ['three of four are suggested, in the order of the merchant', ['burger'], ['fries', 'shake', 'water']],
  ['what two lines suggest is first', ['burger', 'salad'], ['water', 'fries', 'shake']],
  [
    'what the later line shares with an earlier one is first too',
    ['salad', 'burger', 'tea'],
    ['water', 'cake', 'soup'],
  ],
  ['two lines of one dish count twice', ['salad', 'burger', 'burger'], ['water', 'fries', 'shake']],
  ['what is in the basket is not suggested', ['burger', 'fries', 'water'], ['shake', 'cake']],
  ['dishes that suggest each other suggest nothing together', ['fries', 'burger', 'shake', 'water', 'cake'], []],
])('%s', (_, lines, found) => {
  expect(suggest(lines)).toEqual(found);
});

test('a dish that is not offered makes room for the next one', () => {
  expect(suggest(['burger'], ['shake', 'water', 'cake'])).toEqual(['shake', 'water', 'cake']);
  expect(suggest(['burger'], [])).toEqual([]);
});
