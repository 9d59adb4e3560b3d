import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Currency } from '#contract/base/money.ts';
import { readPrice } from './read-price.ts';

test.each<[string, Currency, number]>([
  ['$11.95', 'USD', 1195],
  ['11.95 $', 'USD', 1195],
  ['+$4.00', 'USD', 400],
  ['+ 4', 'USD', 400],
  ['US$ 1,195', 'USD', 119_500],
  ['200,000 LBP', 'LBP', 20_000_000],
  ['LBP 12,440,000.00', 'LBP', 1_244_000_000],
  ['1.250.000 ل.ل.', 'LBP', 125_000_000],
  ['Dhs. 18', 'AED', 1800],
  ['18.50 د.إ.', 'AED', 1850],
  ['\u200fAED\u00a018.50', 'AED', 1850],
  ['£7', 'GBP', 700],
  ['€ 7,50', 'EUR', 750],
  ['1.234,50 €', 'EUR', 123_450],
  ["1'234.50", 'CHF', 123_450],
  ['1 234,50', 'EUR', 123_450],
  ['١٬٢٣٤٫٥٠', 'EGP', 123_450],
  ['۱۸', 'IRR', 1800],
  ['KD 1.250', 'KWD', 1250],
  ['0,750', 'KWD', 750],
  ['IQD 5,000', 'IQD', 5_000_000],
  ['1,200', 'JPY', 1200],
  ['¥1200', 'JPY', 1200],
])('%s in %s is %i minor units', (text, currency, amount) => {
  expect(readPrice(text, currency, false)).toBe(amount);
});

test.each<[string, Currency, string]>([
  ['200.000', 'LBP', 'unclear'],
  ['1.000', 'AED', 'unclear'],
  ['1,250', 'KWD', 'unclear'],
  ['5.000', 'IQD', 'unclear'],
  [`5${' '.repeat(60)}`, 'AED', 'wrong'],
  ['$5', 'EUR', 'wrong'],
  ['USD 5 $', 'USD', 'wrong'],
  ['7 / 12', 'USD', 'wrong'],
  ['-5', 'USD', 'wrong'],
  ['++5', 'USD', 'wrong'],
  ['+', 'USD', 'wrong'],
  ['($5)', 'USD', 'wrong'],
  ['5-', 'USD', 'wrong'],
  ['1,23,456', 'INR', 'wrong'],
  ['1,234,50', 'EUR', 'wrong'],
  ['0,500', 'AED', 'wrong'],
  ['from 5', 'USD', 'wrong'],
  ['1.5.0', 'USD', 'wrong'],
  ['1e3', 'USD', 'wrong'],
  ['', 'USD', 'wrong'],
])('%s in %s is refused as %s', (text, currency, reason) => {
  expect(readPrice(text, currency, false)).toBe(reason);
});

test('amounts as Intl writes them are read exactly, whatever the locale', () => {
  const locale = fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'de-CH', 'ar-EG', 'ar-AE', 'fa-IR');
  fc.assert(
    fc.property(locale, fc.integer({ min: 0, max: 99_999_999 }), (written, amount) => {
      const number = new Intl.NumberFormat(written, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
      expect(readPrice(number.format(amount / 100), 'AED', false)).toBe(amount);
    }),
  );
});
