import { expect, test } from 'vitest';
import { minorUnits } from '#contract/base/money.ts';
import { moneyText, otherLanguage } from './language.ts';

test.each([
  ['AED', 'en', 'AED\u00a018.50'],
  ['AED', 'ar', '18.50\u00a0د.إ.'],
  ['GBP', 'en', '£18.50'],
  ['GBP', 'ar', '18.50\u00a0£'],
] as const)('%s in %s', (currency, language, text) => {
  expect(moneyText(minorUnits(1850), currency, language)).toBe(text);
});

test('there is a switch where there are two languages', () => {
  expect(otherLanguage(['en', 'ar'], 'en')).toBe('ar');
  expect(otherLanguage(['ar', 'en'], 'ar')).toBe('en');
  expect(otherLanguage(['ar'], 'ar')).toBeNull();
});
