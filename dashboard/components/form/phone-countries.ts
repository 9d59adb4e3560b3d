/** The countries with their dial codes, from the tables of libphonenumber, and whether a number can be one of theirs. */
import { type CountryCode, getCountries, getCountryCallingCode, isPossiblePhoneNumber } from 'libphonenumber-js/min';
import { words } from '../../words/words.ts';

export interface PhoneCountry {
  /** ISO 3166 alpha-2. */
  code: string;
  /** In the reader's language. */
  name: string;
  /** Name of the country in English, which the API takes. */
  englishName: string;
  /** '+971'. */
  dialCode: string;
}

const names = new Intl.DisplayNames(words.locale, { type: 'region' });
const englishNames = new Intl.DisplayNames('en', { type: 'region' });

/** Names that people type instead of a country's own. */
const otherNames: Readonly<Record<string, string>> = {
  AE: 'UAE Emirates',
  GB: 'UK Britain England Scotland Wales',
  US: 'USA America',
};

/** Text that a country is found by: name, code, dial code, and its other names. */
export function countrySearchText({ name, englishName, code, dialCode }: PhoneCountry): string {
  return `${name} ${englishName} ${code} ${dialCode} ${otherNames[code] ?? ''}`;
}

/** In the order of their names. */
export const phoneCountries: readonly PhoneCountry[] = getCountries()
  .map((code) => ({
    code,
    name: names.of(code) ?? code,
    englishName: englishNames.of(code) ?? code,
    dialCode: `+${getCountryCallingCode(code)}`,
  }))
  .sort((a, b) => a.name.localeCompare(b.name, words.locale));

export function phoneCountry(code: string): PhoneCountry | null {
  return phoneCountries.find((country) => country.code === code) ?? null;
}

/** Whether the digits can be a number in the country; true while there is no country to say. */
export function isPossibleNumber(number: string, country: string): boolean {
  return phoneCountry(country) === null || isPossiblePhoneNumber(number, country as CountryCode);
}
