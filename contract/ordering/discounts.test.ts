import { describe, expect, test } from 'vitest';
import { minorUnits, MoneyError } from '../base/money.ts';
import { type BasketTerms, priceBasket } from './basket-price.ts';

const lines = [
  { unitPrice: minorUnits(1850), optionPrices: [minorUnits(300)], quantity: 2 },
  { unitPrice: minorUnits(200), optionPrices: [], quantity: 1 },
];
const discounts = { lines: [minorUnits(1000), minorUnits(50)], delivery: minorUnits(150) };
const priced = (changes: Partial<BasketTerms> = {}) =>
  priceBasket({
    lines,
    chargeOptions: 'once',
    taxRateBasisPoints: 500,
    taxInclusive: false,
    deliveryFee: minorUnits(150),
    tip: null,
    discounts,
    ...changes,
  });

describe('discounts', () => {
  test('come off before tax and tip, and free delivery takes the fee off', () => {
    expect(priced({ tip: { percent: 10 } })).toEqual({
      lineTotals: [4000, 200],
      subtotal: 4200,
      discount: 1050,
      // 157.5 on 31.50, and a tenth of it
      tax: 158,
      deliveryFee: 150,
      deliveryDiscount: 150,
      tip: 315,
      total: 3150 + 158 + 315,
    });
  });

  test('touch no tip that is an amount', () => {
    expect(priced({ tip: { amount: minorUnits(420) } })).toMatchObject({ tip: 420, total: 3150 + 158 + 420 });
  });

  test('lower the tax that prices contain', () => {
    expect(priced({ taxInclusive: true })).toMatchObject({ subtotal: 4200, discount: 1050, tax: 150, total: 3150 });
  });

  test('leave a line that is free where they are all of it', () => {
    const free = { lines: [minorUnits(4000), minorUnits(200)], delivery: minorUnits(0) };
    expect(priced({ discounts: free })).toMatchObject({ discount: 4200, tax: 0, total: 150 });
  });

  test.each([
    ['more than a line', { ...discounts, lines: [minorUnits(0), minorUnits(201)] }],
    ['more than the fee', { ...discounts, delivery: minorUnits(151) }],
    ['less than 0', { ...discounts, lines: [minorUnits(-1), minorUnits(0)] }],
  ])('that take off %s are refused', (_what, wrong) => {
    expect(() => priced({ discounts: wrong })).toThrow(MoneyError);
  });
});
