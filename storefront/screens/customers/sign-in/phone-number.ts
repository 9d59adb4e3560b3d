/** Phone numbers and the countries they belong to: all of it is libphonenumber's knowledge, never a pattern of ours. */
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/mobile';
import { foldText } from '#contract/base/fold-text.ts';

interface PhoneCountry {
  code: CountryCode;
  /** In the guest's language. */
  name: string;
  /** For guests of an Arabic page who have a Latin keyboard. */
  englishName: string;
  /** '+971'. */
  dialCode: string;
}

/** Countries whose numbers a restaurant in one of them is most likely to be given. */
const gulf: readonly CountryCode[] = ['AE', 'SA', 'QA', 'KW', 'BH', 'OM'];

/** Every country with a dial code, by name; the restaurant's country and its neighbours of the Gulf first. */
export function listCountries(language: string, home: CountryCode): PhoneCountry[] {
  const near = [home, ...(gulf.includes(home) ? gulf.filter((code) => code !== home) : [])];
  const rank = (code: CountryCode) => (near.includes(code) ? near.indexOf(code) : near.length);
  const [names, englishNames] = [language, 'en'].map((one) => new Intl.DisplayNames([one], { type: 'region' }));
  return getCountries()
    .map((code) => ({
      code,
      name: names!.of(code) ?? code,
      englishName: englishNames!.of(code) ?? code,
      dialCode: dialCodeOf(code),
    }))
    .sort((a, b) => rank(a.code) - rank(b.code) || a.name.localeCompare(b.name, language));
}

/** By any part of the name as it is typed in a hurry, by code, or by dial code, bare or after a plus or 00. */
export function searchCountries(countries: readonly PhoneCountry[], search: string): PhoneCountry[] {
  const wanted = foldText(search.trim()).replace(/^00/, '+');
  return countries.filter(
    ({ code, name, englishName, dialCode }) =>
      foldText(name).includes(wanted) ||
      foldText(englishName).includes(wanted) ||
      code.toLowerCase() === wanted ||
      dialCode.startsWith(wanted.startsWith('+') ? wanted : `+${wanted}`),
  );
}

export function dialCodeOf(code: CountryCode): string {
  return `+${getCountryCallingCode(code)}`;
}

/** The restaurant's country, where it has a dial code. */
export function countryOf(code: string): CountryCode {
  return isSupportedCountry(code) ? code : 'AE';
}

interface ReadNumber {
  /** E.164, '+971501234567'. */
  number: string;
  /** The country that the number names itself, when it was written with its dial code. */
  country: CountryCode | undefined;
}

/** The number, written with or without the dial code of the country; null when there is no such mobile number. */
export function readPhoneNumber(text: string, country: CountryCode): ReadNumber | null {
  const parsed = parse(text, country);
  return parsed?.isValid() === true ? { number: parsed.number, country: parsed.country } : null;
}

/** Digits of the shortest numbers that people write without an area's code. */
const leastDigits = 7;

/** Whether a number that cannot be texted is written in full, so that it may be a landline's. */
export function isWrittenInFull(text: string, country: CountryCode): boolean {
  return (parse(text, country)?.nationalNumber.length ?? 0) >= leastDigits;
}

function parse(text: string, country: CountryCode): PhoneNumber | undefined {
  return parsePhoneNumberFromString(text.replace(/^\s*00/, '+'), country);
}

/** '+971 50 •••• 567': enough to recognise, too little to read over a shoulder. */
export function maskedNumber(number: string): string {
  const parsed = parsePhoneNumberFromString(number);
  if (parsed === undefined) return number;
  const national = parsed.nationalNumber;
  return `+${parsed.countryCallingCode} ${national.slice(0, 2)} •••• ${national.slice(-3)}`;
}
