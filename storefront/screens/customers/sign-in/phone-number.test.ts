import { describe, expect, test, vi } from 'vitest';
import {
  countryOf,
  isWrittenInFull,
  listCountries,
  maskedNumber,
  readPhoneNumber,
  searchCountries,
} from './phone-number.ts';

test.each([
  ['50 123 4567', 'AE', '+971501234567'],
  ['0501234567', 'AE', '+971501234567'],
  ['+971 50 123 4567', 'GB', '+971501234567'],
  ['00971501234567', 'GB', '+971501234567'],
  ['07400 123456', 'GB', '+447400123456'],
  ['٠٥٠١٢٣٤٥٦٧', 'AE', '+971501234567'],
  ['12', 'AE', null],
  ['abc', 'AE', null],
  ['', 'AE', null],
] as const)('%s in %s is %s', (text, country, number) => {
  expect(readPhoneNumber(text, country)?.number ?? null).toBe(number);
});

test('a landline is no number, and told from half a number', () => {
  expect(readPhoneNumber('04 212 3456', 'AE')).toBeNull();
  expect(isWrittenInFull('04 212 3456', 'AE')).toBe(true);
  expect(isWrittenInFull('04 212', 'AE')).toBe(false);
  // Where the plan does not tell, the server does not either.
  expect(readPhoneNumber('(212) 555-2368', 'US')?.number).toBe('+12125552368');
});

describe('countries', () => {
  const countries = listCountries('en', 'GB');

  test('about 240, by name, each with its dial code', () => {
    expect(countries.length).toBeGreaterThan(235);
    expect(countries.find(({ code }) => code === 'AE')).toEqual({
      code: 'AE',
      name: 'United Arab Emirates',
      englishName: 'United Arab Emirates',
      dialCode: '+971',
    });
  });

  test.each([
    ['emirates', 'AE'],
    ['ae', 'AE'],
    ['+971', 'AE'],
    ['971', 'AE'],
    ['united k', 'GB'],
    ['turkiye', 'TR'],
    ['cote', 'CI'],
    ['+٩٧١', 'AE'],
    ['00971', 'AE'],
  ])('%s finds %s', (search, code) => {
    expect(searchCountries(countries, search).map((country) => country.code)).toContain(code);
  });

  test('with small letters are found on a device whose own language writes them otherwise', () => {
    const turkish = vi.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(function (this: string) {
      return this.replaceAll('I', 'ı').toLowerCase();
    });
    expect(searchCountries(countries, 'india').map(({ code }) => code)).toContain('IN');
    turkish.mockRestore();
  });

  test.each([
    ['الاردن', 'JO'],
    ['البانيا', 'AL'],
    ['٩٧١', 'AE'],
    ['india', 'IN'],
    ['emirates', 'AE'],
    ['00971', 'AE'],
    ['٠٠٩٧١', 'AE'],
  ])('in Arabic %s finds %s', (search, code) => {
    expect(searchCountries(listCountries('ar', 'AE'), search).map((country) => country.code)).toContain(code);
  });

  test('begin with that of the restaurant, and in the Gulf with its neighbours', () => {
    expect(countries.slice(0, 2).map(({ code }) => code)).toEqual(['GB', 'AF']);
    const inGulf = listCountries('ar', 'KW').slice(0, 6);
    expect(inGulf.map(({ code }) => code)).toEqual(['KW', 'AE', 'SA', 'QA', 'BH', 'OM']);
  });

  test('an unknown name finds no country', () => {
    expect(searchCountries(countries, 'atlantis')).toEqual([]);
  });

  test('a country without phones falls back', () => {
    expect(countryOf('GB')).toBe('GB');
    expect(countryOf('AQ')).toBe('AE');
  });
});

test('a masked number shows its ends', () => {
  expect(maskedNumber('+971501234567')).toBe('+971 50 •••• 567');
});
