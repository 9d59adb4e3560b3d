import { expect, test } from 'vitest';
import { negotiateLanguage } from './negotiate-language.ts';

const both = ['en', 'ar'];

test.each([
  ['the address before all', '?lang=ar', 'lang=en', 'en', 'ar', true],
  ['the address among other words', 'itemId=7&lang=ar', undefined, undefined, 'ar', true],
  ['the cookie before the browser', '', 'a=b; lang=ar', 'en-US,en;q=0.9', 'ar', false],
  ['the browser', '', undefined, 'ar-AE,ar;q=0.9,en;q=0.8', 'ar', false],
  ['what the browser weighs most', '', '', 'en;q=0.5, fr, ar;q=0.7', 'ar', false],
  ['the first of two that weigh the same', '', '', 'en,ar', 'en', false],
  ['nothing that the browser refuses', '', '', 'ar;q=0', 'en', false],
  ['the default without any wish', '', undefined, undefined, 'en', false],
  ['the default for other readers', '', '', 'fr-CH, fr;q=0.9, *;q=0.5', 'en', false],
  ['nothing that is not offered', '?lang=fr', 'lang=de', 'arz', 'en', false],
  ['no word that only holds the name', '?slang=ar&lang=arx', 'xlang=ar; lang=arx', '', 'en', false],
])('the language follows %s', (_, search, cookie, acceptLanguage, language, isInAddress) => {
  expect(negotiateLanguage({ search, cookie, acceptLanguage }, both)).toEqual({ language, isInAddress });
});

test('a single language leaves no choice', () => {
  const wishes = { search: '?lang=ar', cookie: 'lang=ar', acceptLanguage: 'ar' };
  expect(negotiateLanguage(wishes, ['en'])).toEqual({ language: 'en', isInAddress: false });
});

test('a language far behind in an overlong header is ignored', () => {
  const acceptLanguage = `${'a-'.repeat(100_000)},ar`;
  expect(negotiateLanguage({ search: '', cookie: ' '.repeat(100_000), acceptLanguage }, both).language).toBe('en');
});
