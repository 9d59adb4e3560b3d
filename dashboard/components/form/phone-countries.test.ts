import { expect, test } from 'vitest';
import { containsText } from '../list/text-search.ts';
import { countrySearchText, phoneCountries } from './phone-countries.ts';

test.each([
  ['uae', 'AE'],
  ['Emirates', 'AE'],
  ['+971', 'AE'],
  ['uk', 'GB'],
  ['usa', 'US'],
  ['America', 'US'],
])('%s finds %s', (typed, code) => {
  const found = phoneCountries.filter((country) => containsText(countrySearchText(country), typed));
  expect(found.map((country) => country.code)).toContain(code);
});
