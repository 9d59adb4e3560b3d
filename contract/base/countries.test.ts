import { getCountries } from 'libphonenumber-js';
import { describe, expect, test } from 'vitest';
import { countries, currencyOfCountry, findCountry } from './countries.ts';
import { nameKey, otherNames } from './country-names.ts';
import { isCurrency } from './currency-digits.ts';
import { isTimeZone } from './time.ts';

const names = new Intl.DisplayNames('en', { type: 'region' });
const codes = countries.map((country) => country.code);

describe('the list', () => {
  test('has the 249 countries of ISO 3166 once each, in order', () => {
    expect(codes.length).toBe(249);
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(codes.filter((code) => names.of(code) === code)).toEqual([]);
  });

  test('has every country that has a dialling code', () => {
    // Ascension, Tristan da Cunha and Kosovo have dialling codes but no ISO 3166 code of their own.
    const withoutIso = ['AC', 'TA', 'XK'];
    expect(getCountries().filter((code) => !codes.includes(code) && !withoutIso.includes(code))).toEqual([]);
  });

  test('has a known currency for each except Antarctica', () => {
    expect(countries.filter((country) => country.currency === null).map((country) => country.code)).toEqual(['AQ']);
    expect(countries.filter(({ currency }) => currency !== null && !isCurrency(currency))).toEqual([]);
  });

  test('assigns the euro to the 21 members of the euro area', () => {
    const members = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ');
    expect(members.map((code) => findCountry(code)?.currency)).toEqual(members.map(() => 'EUR'));
    const others = 'CH CZ DK GB HU IS NO PL RO SE'.split(' ');
    expect(others.map((code) => findCountry(code)?.currency)).toEqual([
      'CHF',
      'CZK',
      'DKK',
      'GBP',
      'HUF',
      'ISK',
      'NOK',
      'PLN',
      'RON',
      'SEK',
    ]);
  });

  test('names a time zone that the platform has for that country', () => {
    for (const { code, timeZone } of countries) {
      if (timeZone === null) continue;
      expect(isTimeZone(timeZone), timeZone).toBe(true);
      expect(zonesOf(code).map(offsets), `${code} ${timeZone}`).toContainEqual(offsets(timeZone));
    }
  });

  test('gives no time zone to exactly the uninhabited countries and those with several', () => {
    const without = countries.filter((country) => country.timeZone === null).map((country) => country.code);
    expect(without).toEqual(['AQ', 'AU', 'BR', 'BV', 'CA', 'CD', 'FM', 'HM', 'ID', 'MX', 'RU', 'UM', 'US']);
  });
});

describe('finding a country', () => {
  test('finds a country by its code, in either case', () => {
    for (const code of codes) {
      expect(findCountry(code)?.code).toBe(code);
      expect(findCountry(code.toLowerCase())?.code).toBe(code);
    }
  });

  test('finds a country by its English name, with and without the parts people leave out', () => {
    for (const code of codes) {
      const name = names.of(code) ?? '';
      const plain = name.normalize('NFD').replace(/\p{Mark}/gu, '');
      for (const spelling of [
        name,
        name.toUpperCase(),
        ` ${plain} `,
        plain.replaceAll('&', 'and').replaceAll('St.', 'Saint'),
      ]) {
        expect(findCountry(spelling)?.code, spelling).toBe(code);
      }
    }
  });

  test.each([
    ['United Arab Emirates', 'AE'],
    ['UAE', 'AE'],
    ['Saint Vincent and the Grenadines', 'VC'],
    ['The Bahamas', 'BS'],
    ['Congo, The Democratic Republic of the Congo', 'CD'],
    ["Lao People's Democratic Republic", 'LA'],
    ["Côte d'Ivoire", 'CI'],
    ['Korea, Republic of', 'KR'],
    ['Virgin Islands, U.S.', 'VI'],
    ['Turkey', 'TR'],
    ['Türkiye', 'TR'],
    ['Guinea-Bissau', 'GW'],
    ['Great Britain', 'GB'],
    ['Iran, Islamic Republic of', 'IR'],
  ])('%s is %s', (name, code) => {
    expect(findCountry(name)?.code).toBe(code);
  });

  test.each(['', ' ', 'XX', 'Atlantis', 'constructor', '__proto__', 'AED'])('%j is no country', (text) => {
    expect(findCountry(text)).toBe(null);
  });

  test('every alternative name is in lookup form and belongs to a country', () => {
    for (const [name, code] of otherNames) {
      expect(nameKey(name)).toBe(name);
      expect(codes).toContain(code);
    }
  });
});

test.each([
  ['AE', 'AED'],
  ['United Kingdom', 'GBP'],
  ['Pakistan', 'PKR'],
  ['Kuwait', 'KWD'],
  ['iraq', 'IQD'],
  ['Japan', 'JPY'],
  ['BG', 'EUR'],
  ['CW', 'XCG'],
  ['Antarctica', 'AED'],
  ['Nowhere', 'AED'],
])('the currency of %s is %s', (country, currency) => {
  expect(currencyOfCountry(country)).toBe(currency);
});

test('an unknown country gets the fallback passed in', () => {
  expect(currencyOfCountry('Nowhere', 'GBP')).toBe('GBP');
  expect(currencyOfCountry('AE', 'GBP')).toBe('AED');
});

function zonesOf(code: string): string[] {
  // The TypeScript library lacks this method.
  const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & { getTimeZones(): string[] | undefined };
  return locale.getTimeZones() ?? [];
}

/** The clock in January and in July: tells zones apart even where the platform gives them other names. */
function offsets(timeZone: string): string[] {
  const clock = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return [clock.format(Date.UTC(2026, 0, 15)), clock.format(Date.UTC(2026, 6, 15))];
}
