import { expect, test } from 'vitest';
import { containsText, isNamed } from './text-search.ts';

test.each([
  ['Crème brûlée', ' CREME '],
  ['Sara Haddad', '\u2068Sara\u2069'],
  ['+971501234567', '\u202a+97150\u202c'],
  ['Table 12', '١٢'],
  // Arabic as it is typed in a hurry.
  ['شوربة عدس', 'شوربه'],
  ['حلوى', 'حلوي'],
  ['قهوة', 'قهوه'],
  ['شـــاورما', 'شاورما'],
  ['أُرز', 'ارز'],
  // Persian names are typed with their joiners and without.
  ['علی\u200cرضا', 'علیرضا'],
  ['علیرضا', 'علی\u200cرضا'],
])('%j contains %j', (text, part) => {
  expect(containsText(text, part)).toBe(true);
});

test('another word is not contained', () => {
  expect(containsText('Sara Haddad', 'Sarah')).toBe(false);
});

test('a dish is found by its name in each language', () => {
  const dish = { name: 'Chicken shawarma', nameTranslations: { ar: 'شاورما دجاج' } };
  expect(['shawarma', 'شاورما', 'burger'].map((text) => isNamed(dish, text))).toEqual([true, true, false]);
  expect(isNamed({ name: 'Lunch' }, 'lunch')).toBe(true);
});
