import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkBounds } from './list-bounds.ts';
import {
  type Bounds,
  type ChoiceList,
  effectiveBounds,
  isCompletable,
  isRequired,
  mostPerModifier,
  type StoredBounds,
} from './option-choice.ts';

const stored = (min: number, max: number, kind: 'single' | 'multiple', optional?: boolean): StoredBounds => ({
  minModifier: min,
  maxModifier: max,
  allowMultipleSelection: kind === 'multiple',
  optional,
});
/** 'a b -c' means modifiers a and b, and c, which is unavailable. */
const listOf = (listId: string, modifiers: string, bounds: StoredBounds): ChoiceList => ({
  listId,
  ...bounds,
  modifiers: modifiers
    .split(' ')
    .filter((id) => id !== '')
    .map((id) => ({ modifierId: id.replace('-', ''), isAvailable: !id.startsWith('-') })),
});

const boundsTable: [StoredBounds, Bounds][] = [
  [stored(0, 0, 'multiple'), { min: 1, max: null }],
  [stored(0, 0, 'single'), { min: 1, max: 1 }],
  [stored(0, 0, 'multiple', false), { min: 1, max: null }],
  [stored(0, 0, 'multiple', true), { min: 0, max: null }],
  [stored(0, 0, 'single', true), { min: 0, max: 1 }],
  [stored(1, 1, 'multiple'), { min: 1, max: 1 }],
  [stored(1, 0, 'multiple'), { min: 1, max: null }],
  [stored(2, 4, 'multiple'), { min: 2, max: 4 }],
  [stored(2, 4, 'multiple', true), { min: 0, max: 4 }],
  [stored(2, 4, 'single'), { min: 1, max: 1 }],
  [stored(0, 3, 'multiple'), { min: 0, max: 3 }],
  [stored(0, 1, 'single'), { min: 0, max: 1 }],
  [stored(0, 3, 'multiple', true), { min: 0, max: 3 }],
  [stored(3, 2, 'multiple'), { min: 3, max: 3 }],
];

describe('the bounds of a list', () => {
  test.each(boundsTable)('%j take effect as %j', (bounds, expected) => {
    expect(effectiveBounds(bounds)).toEqual(expected);
    expect(isRequired(bounds)).toBe(expected.min > 0);
  });
});

describe('a list that can be completed', () => {
  test.each<[string, StoredBounds, boolean]>([
    ['a b', stored(2, 0, 'multiple'), true],
    ['a -b', stored(2, 0, 'multiple'), false],
    ['-a -b', stored(0, 0, 'single'), false],
    ['-a -b', stored(0, 0, 'single', true), true],
    ['', stored(1, 1, 'single'), false],
    ['', stored(0, 2, 'multiple'), true],
    ['a -b', stored(2, 2, 'single'), true],
  ])('%j with %j: %s', (modifiers, bounds, expected) => {
    expect(isCompletable(listOf('list', modifiers, bounds))).toBe(expected);
  });
});

test('half as many options suffice where each may be chosen twice, unless the choice is a single one', () => {
  const twice = { ...listOf('list', 'a -b', stored(2, 2, 'multiple')), maxPerModifier: 2 };
  expect([mostPerModifier(twice), isCompletable(twice)]).toEqual([2, true]);
  expect(isCompletable({ ...twice, minModifier: 3, maxModifier: 3 })).toBe(false);
  const single = { ...twice, allowMultipleSelection: false };
  expect([mostPerModifier(single), effectiveBounds(single)]).toEqual([1, { min: 1, max: 1 }]);
});

describe('checking bounds as entered', () => {
  const contradictions: [StoredBounds, string[]][] = [
    [stored(0, 0, 'single'), []],
    [stored(0, 0, 'multiple', true), []],
    [stored(1, 1, 'single'), []],
    [stored(1, 0, 'single'), []],
    [stored(0, 1, 'single', true), []],
    [stored(2, 0, 'multiple'), []],
    [stored(2, 2, 'multiple'), []],
    [stored(0, 3, 'multiple', true), []],
    [stored(3, 2, 'multiple'), ['maxModifier maximum_below_minimum']],
    [stored(1, 2, 'single'), ['maxModifier single_maximum']],
    [stored(2, 0, 'single'), ['minModifier single_minimum']],
    [stored(2, 1, 'single'), ['minModifier single_minimum', 'maxModifier maximum_below_minimum']],
    [stored(2, 3, 'single'), ['minModifier single_minimum', 'maxModifier single_maximum']],
    [stored(1, 1, 'single', true), ['minModifier optional_with_minimum']],
    [stored(2, 1, 'multiple', true), ['minModifier optional_with_minimum', 'maxModifier maximum_below_minimum']],
  ];
  test.each(contradictions)('%j', (bounds, problems) => {
    expect(checkBounds(bounds).map(({ field, code }) => `${field} ${code}`)).toEqual(problems);
  });

  test('bounds without a contradiction take effect unchanged', () => {
    const entered = fc.record({
      minModifier: fc.nat(5),
      maxModifier: fc.nat(5),
      allowMultipleSelection: fc.boolean(),
      optional: fc.boolean(),
    });
    fc.assert(
      fc.property(entered, (bounds) => {
        fc.pre(checkBounds(bounds).length === 0);
        const { min, max } = effectiveBounds(bounds);
        const isOldDefault = !bounds.optional && bounds.minModifier === 0 && bounds.maxModifier === 0;
        expect(min).toBe(isOldDefault ? 1 : bounds.minModifier);
        expect(max).toBe(bounds.maxModifier === 0 ? (bounds.allowMultipleSelection ? null : 1) : bounds.maxModifier);
      }),
      { numRuns: 5000 },
    );
  });
});
