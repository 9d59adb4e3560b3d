import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkBounds } from './list-bounds.ts';
import { effectiveBounds, type StoredBounds } from './option-choice.ts';

const stored = (min: number, max: number, kind: 'single' | 'multiple', optional?: boolean): StoredBounds => ({
  minModifier: min,
  maxModifier: max,
  allowMultipleSelection: kind === 'multiple',
  optional,
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
