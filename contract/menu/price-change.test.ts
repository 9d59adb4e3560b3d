import { describe, expect, test } from 'vitest';
import { minorUnits, MoneyError } from '#contract/base/money.ts';
import { changedPrice } from './price-change.ts';

describe('a changed price', () => {
  test.each([
    [1800, 10, 1980],
    [1800, -10, 1620],
    [1850, 12.5, 2081],
    // A half rounds up: 3.25 plus 10 % is 3.575.
    [325, 10, 358],
    [325, -10, 293],
    [1, 0.01, 1],
    [999, -100, 0],
    [0, 500, 0],
    [90_000_000_000, 0.01, 90_009_000_000],
  ])('%i minor units and %d percent are %i', (price, value, next) => {
    expect(changedPrice(minorUnits(price), { by: 'percent', value }, 'AED')).toBe(next);
  });

  test.each([
    ['AED', 1800, 0.5, 1850],
    ['AED', 50, -0.5, 0],
    ['AED', 49, -0.5, null],
    ['KWD', 18_500, 0.125, 18_625],
    ['JPY', 900, 100, 1000],
    ['AED', 99_999_999_999, 1, null],
  ] as const)('in %s %i minor units and %d are %s', (currency, price, value, next) => {
    expect(changedPrice(minorUnits(price), { by: 'amount', value }, currency)).toBe(next);
  });

  test('an amount finer than the currency is refused', () => {
    expect(() => changedPrice(minorUnits(900), { by: 'amount', value: 0.5 }, 'JPY')).toThrow(MoneyError);
  });
});
