import { expect, test } from 'vitest';
import { chargedPrices } from './free-choices.ts';

test.each([
  [[300, 200, 250], 0, [300, 200, 250]],
  [[300, 200, 250], 2, [0, 200, 0]],
  [[200, 200, 200], 1, [0, 200, 200]],
  [[300, 200], 5, [0, 0]],
  [[], 2, []],
])('options of %j with %i free cost %j', (prices, free, charged) => {
  expect(chargedPrices(prices, free)).toEqual(charged);
});

/** The least that can be paid when any options may be the free ones, by trying all. */
function leastByTrying([price, ...others]: readonly number[], free: number): number {
  if (price === undefined) return 0;
  const paid = price + leastByTrying(others, free);
  return free === 0 ? paid : Math.min(paid, leastByTrying(others, free - 1));
}

const ascending = (prices: readonly number[]) => prices.toSorted((one, other) => one - other);

test('nobody, whatever is chosen and in whatever order, pays more than the least', () => {
  const amounts = [0, 50, 50, 125, 300];
  const baskets = amounts.flatMap((one) => amounts.flatMap((two) => amounts.map((three) => [one, two, three, 75])));
  for (const prices of baskets) {
    for (const free of [0, 1, 2, 3, 4, 5]) {
      const charged = chargedPrices(prices, free);
      expect(charged.reduce((sum, price) => sum + price, 0)).toBe(leastByTrying(prices, free));
      expect(ascending(chargedPrices(prices.toReversed(), free))).toEqual(ascending(charged));
    }
  }
});

test('the dearer of two halves is paid, in either order, and one free choice makes both free', () => {
  const amounts = [0, 50, 125, 300, 1];
  for (const one of amounts) {
    expect(chargedPrices([one], 0, true)).toEqual([one]);
    expect(chargedPrices([one], 1, true)).toEqual([0]);
    for (const other of amounts) {
      const charged = chargedPrices([one, other], 0, true);
      expect(charged.reduce((sum, price) => sum + price, 0)).toBe(one > other ? one : other);
      expect(charged.filter((price) => price > 0).length).toBeLessThanOrEqual(1);
      expect(ascending(chargedPrices([other, one], 0, true))).toEqual(ascending(charged));
      expect(chargedPrices([one, other], 1, true)).toEqual([0, 0]);
    }
  }
});
