import { latinDigits } from '#contract/base/latin-digits.ts';
import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { phoneCountry } from './phone-countries.ts';

/** A phone number as it is entered: the country whose dial code it has, and the rest. */
export interface PhoneEntry {
  /** ISO 3166 code; empty: none chosen. */
  country: string;
  number: string;
}

/** A stored number as it stands in the field; with the country given where the number does not say one. */
export function phoneEntry(number: string, country: string): PhoneEntry {
  const parsed = parsePhoneNumberFromString(number);
  if (parsed === undefined) return { country, number };
  return { country: countryOf(parsed, country), number: parsed.nationalNumber };
}

/** The entry after something was typed or pasted; a number with its dial code brings its country along. */
export function enterPhone(entry: PhoneEntry, typed: string): PhoneEntry {
  const latin = latinDigits(typed);
  const parsed = latin.trim().startsWith('+') ? parsePhoneNumberFromString(latin.trim()) : undefined;
  if (parsed !== undefined) return { country: countryOf(parsed, entry.country), number: parsed.nationalNumber };
  return { ...entry, number: latin.replaceAll(/[^\d+ ()-]/g, '') };
}

/** The country that most numbers belong to, for dial codes that several countries share. */
const mainCountries: Readonly<Record<string, string>> = {
  '1': 'US',
  '7': 'RU',
  '39': 'IT',
  '44': 'GB',
  '47': 'NO',
  '61': 'AU',
  '212': 'MA',
  '262': 'RE',
  '290': 'SH',
  '358': 'FI',
  '590': 'GP',
  '599': 'CW',
};

/** The country that was meant before where it has that dial code: which of several it is does not change the number. */
function countryOf({ countryCallingCode, country }: PhoneNumber, before: string): string {
  if (phoneCountry(before)?.dialCode === `+${countryCallingCode}`) return before;
  return mainCountries[countryCallingCode] ?? country ?? before;
}

/** The number with its dial code, '+971501234567': as the API takes it, which decides whether it is one. */
export function phoneText({ country, number }: PhoneEntry): string {
  const { code, dialCode } = phoneCountry(country) ?? {};
  const parsed = parsePhoneNumberFromString(
    number,
    code === undefined ? undefined : { defaultCallingCode: dialCode?.slice(1) },
  );
  return parsed?.number ?? `${dialCode ?? ''}${number}`;
}
