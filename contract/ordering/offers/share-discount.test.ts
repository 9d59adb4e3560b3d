import { expect, test } from 'vitest';
import { minorUnits, MoneyError } from '../../base/money.ts';
import { shareDiscount } from './share-discount.ts';

const shared = (amount: number, ...lines: number[]) => shareDiscount(minorUnits(amount), lines.map(minorUnits));

test.each<[number, number[], number[]]>([
  [100, [1, 1, 1].map((one) => one * 100), [34, 33, 33]],
  [2, [100, 100, 100], [1, 1, 0]],
  [1, [1, 98, 1], [0, 1, 0]],
  [10, [0, 10], [0, 10]],
  [0, [], []],
  [0, [0, 0], [0, 0]],
  // 9,007,199,254,740,991 is the last safe integer: the products are far beyond it.
  [
    5_000_000_000_000_001,
    [3_000_000_000_000_001, 6_007_199_254_740_990],
    [1_665_334_536_937_736, 3_334_665_463_062_265],
  ],
])('%i among lines of %j is %j', (amount, lines, shares) => {
  expect(shared(amount, ...lines)).toEqual(shares);
});

test.each([-1, 301])('%i cannot be shared among lines of 300', (amount) => {
  expect(() => shared(amount, 100, 200)).toThrow(MoneyError);
});
