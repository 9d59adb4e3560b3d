import { expect, test } from 'vitest';
import {
  amountExample,
  amountInField,
  amountNumber,
  amountText,
  isAmount,
  readAmount,
  salesOf,
  withPlus,
} from './amount.ts';

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

test.each([
  [48.3, 4.2, 'AED', 44.1, 'AED\u00a044.10'],
  [170.91, 7.11, 'AED', 163.8, 'AED\u00a0163.80'],
  [4.41, 4.41, 'AED', 0, 'AED\u00a00.00'],
  [1.1, 0.001, 'KWD', 1.099, 'KWD\u00a01.099'],
  [1200, 100, 'JPY', 1100, '¥1,100'],
])('a total of %s with tips of %s %s is sales of %s', (total, tips, currency, sales, text) => {
  expect(salesOf({ total, tips }, currency)).toBe(sales);
  expect(amountText(salesOf({ total, tips }, currency), currency)).toBe(text);
});
