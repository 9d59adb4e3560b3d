import { expect, test } from 'vitest';
import { amountExample, amountInField, amountNumber, isAmount, readAmount, withPlus } from './amount.ts';

test.each([
  ['18.5', 'AED', 18.5],
  [' 18.50 ', 'AED', 18.5],
  ['0', 'AED', 0],
  ['18.505', 'KWD', 18.505],
  ['1800', 'JPY', 1800],
  ['18,50', 'AED', 18.5],
  ['١٨٫٥٠', 'AED', 18.5],
])('%s of %s is an amount', (entered, currency, major) => {
  expect(isAmount(entered, currency)).toBe(true);
  expect(readAmount(entered, currency)).toBe(major);
});

test.each([
  ['', 'AED'],
  ['-1', 'AED'],
  ['1,250', 'AED'],
  ['1,250', 'KWD'],
  ['18.505', 'AED'],
  ['18.5', 'JPY'],
  ['1e3', 'AED'],
  ['1000000000.01', 'AED'],
  ['99999999999999999999', 'AED'],
])('%s of %s is none', (entered, currency) => {
  expect(isAmount(entered, currency)).toBe(false);
});

test('a field shows every decimal of the currency', () => {
  expect(amountInField(18.5, 'AED')).toBe('18.50');
  expect(amountInField(18.5, 'KWD')).toBe('18.500');
  expect(['AED', 'KWD', 'JPY'].map(amountExample)).toEqual(['18.50', '18.500', '18']);
});

test('a column of amounts has them grouped, with every decimal of the currency', () => {
  expect([amountNumber(18903.92, 'AED'), amountNumber(1234.5, 'KWD'), amountNumber(1200, 'JPY')]).toEqual([
    '18,903.92',
    '1,234.500',
    '1,200',
  ]);
});

test.each([
  ['AED\u00a03.25', '+AED\u00a03.25'],
  ['\u200f3.25\u00a0د.إ.\u200f', '\u200f\u200e+3.25\u00a0د.إ.\u200f'],
])('the plus of %s is read before its digits', (amount, text) => {
  expect(withPlus(amount)).toBe(text);
});
