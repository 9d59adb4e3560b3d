import { expect, test } from 'vitest';
import { taxNameIn } from '#contract/base/tax-name.ts';
import { wordsOf } from './all-words.ts';

test.each([
  ['AE', 'VAT (5%)', 'ضريبة القيمة المضافة (5%)'],
  ['US', 'Sales tax (5%)', 'ضريبة المبيعات (5%)'],
  ['SG', 'GST (5%)', 'ضريبة السلع والخدمات (5%)'],
])('the tax of %s has its name there', (country, english, arabic) => {
  const name = taxNameIn(country);
  expect(wordsOf.en.tax(wordsOf.en.taxNames[name], 5)).toBe(english);
  expect(wordsOf.ar.tax(wordsOf.ar.taxNames[name], 5)).toBe(arabic);
});
