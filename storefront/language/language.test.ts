import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencies } from '#contract/base/currency-digits.ts';
import { languages } from '#contract/base/enumerations.ts';
import { minorUnits } from '#contract/base/money.ts';
import { moneyLike, moneySample, moneyText, otherLanguage } from './language.ts';

test.each([
  ['AED', 'en', 'AED\u00a018.50'],
  ['AED', 'ar', '18.50\u00a0د.إ.'],
  ['GBP', 'en', '£18.50'],
  ['GBP', 'ar', '18.50\u00a0£'],
] as const)('%s in %s', (currency, language, text) => {
  expect(moneyText(minorUnits(1850), currency, language)).toBe(text);
});

test('an amount written like a sample is the one that the platform writes, in every currency and language', () => {
  for (const currency of currencies) {
    for (const language of languages) {
      const sample = moneySample(currency, language);
      fc.assert(
        fc.property(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), fc.nat(9), (amount, digits) => {
          const shorter = minorUnits(Math.trunc(amount / 10 ** digits));
          expect(moneyLike(sample, shorter, currency)).toBe(moneyText(shorter, currency, language));
        }),
        { numRuns: 40 },
      );
    }
  }
});

test('there is a switch where there are two languages', () => {
  expect(otherLanguage(['en', 'ar'], 'en')).toBe('ar');
  expect(otherLanguage(['ar', 'en'], 'ar')).toBe('en');
  expect(otherLanguage(['ar'], 'ar')).toBeNull();
});
