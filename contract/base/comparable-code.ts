import { latinDigits } from './latin-digits.ts';

/** A code of an offer or a postcode as it is compared: without spaces, in capital letters, its digits Latin. Guests type it as they like. */
export function comparableCode(typed: string): string {
  return latinDigits(typed).normalize('NFKC').replaceAll(/\s/g, '').toUpperCase();
}
