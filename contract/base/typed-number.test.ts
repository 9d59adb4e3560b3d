import { expect, test } from 'vitest';
import type { Currency } from './money.ts';
import { typedAmount, typedDecimal } from './typed-number.ts';

test.each<[string, Currency, number]>([
  ['18.5', 'AED', 1850],
  [' 18,50 ', 'AED', 1850],
  ['12,5', 'AED', 1250],
  ['١٢٫٥', 'AED', 1250],
  ['١٨,٥٠', 'AED', 1850],
  ['۱۸٫۵۰', 'AED', 1850],
  ['\u200e18.50', 'AED', 1850],
  ['1250', 'AED', 125_000],
  ['1250,50', 'AED', 125_050],
  ['1,250.00', 'AED', 125_000],
  ['1.250,00', 'EUR', 125_000],
  ['١٬٢٥٠٫٥٠', 'EGP', 125_050],
  ['1,250,000', 'LBP', 125_000_000],
  ['1.250', 'KWD', 1250],
  ['0,750', 'KWD', 750],
  ['1,5', 'KWD', 1500],
  ['18،50', 'AED', 1850],
  ['\u202a18.50\u202c', 'AED', 1850],
  ['1,250', 'JPY', 1250],
  // The fields of the product show amounts of it so.
  ['18.500', 'IQD', 18_500],
  ['1800', 'JPY', 1800],
  ['0', 'AED', 0],
])('%s of %s is %i minor units', (typed, currency, amount) => {
  expect(typedAmount(typed, currency)).toBe(amount);
});

test.each<[string, Currency]>([
  ['', 'AED'],
  ['1,250', 'AED'],
  ['١,٢٥٠', 'AED'],
  ['1,250', 'KWD'],
  ['1.250', 'JPY'],
  ['5,000', 'IQD'],
  ['1.250', 'AED'],
  ['0,500', 'AED'],
  ['18.505', 'AED'],
  ['18.5', 'JPY'],
  ['-5', 'AED'],
  ['+5', 'AED'],
  ['12,', 'AED'],
  [',5', 'AED'],
  ['1,2,3', 'AED'],
  ['1e3', 'AED'],
  ['AED 5', 'AED'],
  ['99999999999999999999', 'AED'],
])('%s of %s is no amount, or has two meanings', (typed, currency) => {
  expect(typedAmount(typed, currency)).toBeNull();
});

test('a number without a currency has any number of decimals, and no comma before three digits', () => {
  expect(['12,5', '٧', '25.204', '25,2048493', '1,000,000'].map((typed) => typedDecimal(typed))).toEqual([
    '12.5',
    '7',
    '25.204',
    '25.2048493',
    '1000000',
  ]);
  expect(['1,500', 'ten', '1.', ''].map((typed) => typedDecimal(typed))).toEqual([null, null, null, null]);
});
