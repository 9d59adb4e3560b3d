import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { minorUnits } from '#contract/base/money.ts';
import { spreadRefund } from './spread-refund.ts';

const names = ['first', 'second', 'third'] as OrderId[];
const by = (amounts: readonly number[]) => new Map(amounts.map((amount, index) => [names[index]!, minorUnits(amount)]));
const spread = (amount: number, left: number[], waiting: number[], currency: 'AED' | 'KWD' | 'JPY') =>
  spreadRefund(minorUnits(amount), by(left), by(waiting), currency).map(([, part]) => part as number);

test.each([
  ['AED', 1000, [1000, 500, 500], [0, 0, 0], [500, 250, 250]],
  // A third each, and the odd fils to the first.
  ['AED', 100, [700, 700, 700], [0, 0, 0], [34, 33, 33]],
  // 1.000 of three orders of 2.310 dinars, whose rest Stripe can move in tens alone.
  ['KWD', 1000, [2310, 2310, 2310], [0, 0, 0], [340, 330, 330]],
  // One order with another digit: to the last one, as every other gateway moves it.
  ['KWD', 1000, [2310, 2315, 2310], [0, 0, 0], [333, 334, 333]],
  ['JPY', 100, [1000, 500], [0, 0], [67, 33]],
  // Money that somebody has asked back already is not there to be shared.
  ['AED', 500, [1000, 500], [1000, 0], [0, 500]],
  ['AED', 2000, [1000, 500], [400, 0], [600, 500]],
  ['AED', 100, [0, 0], [0, 0], []],
] as const)('in %s %i of %j is shared as was added up by hand', (currency, amount, left, waiting, expected) => {
  expect(spread(amount, [...left], [...waiting], currency)).toEqual(expected);
});

test('no order gives more than it has, and the parts are the refund', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400_000 }), amounts, amounts, (amount, left, waiting) => {
      const parts = spread(amount, left, waiting, 'KWD');
      const free = left.map((one, index) => one - Math.min(one, waiting[index]!));
      const sum = free.reduce((total, one) => total + one, 0);
      expect(parts.reduce((total, one) => total + one, 0)).toBe(Math.min(amount, sum));
      for (const [index, part] of parts.entries()) expect(part).toBeLessThanOrEqual(free[index]!);
    }),
  );
});
