import { expect, test } from 'vitest';
import { modePricesOf } from './given-mode-prices.ts';
import { priceIn } from './mode-price.ts';

test('a mode has its own price, and the usual one where it has none; free is a price', () => {
  const dish = { price: 1800, modePrices: { delivery: 2000, pickup: 0, 'dine-in': null } };
  expect([priceIn(dish, 'delivery'), priceIn(dish, 'pickup'), priceIn(dish, 'dine-in')]).toEqual([2000, 0, 1800]);
  expect(priceIn({ price: 1800 }, 'delivery')).toBe(1800);
});

test('only prices that there are are written, in the order of the modes', () => {
  const prices = { 'dine-in': 3, pickup: null, delivery: 0 };
  expect(Object.entries(modePricesOf(prices, (amount) => amount * 100)!)).toEqual([
    ['delivery', 0],
    ['dine-in', 300],
  ]);
  expect(modePricesOf({ pickup: null }, String)).toBeNull();
  expect(modePricesOf(undefined, String)).toBeNull();
});
