import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

export interface PhoneNumber {
  /** E.164: '+971501234567'. The only form that is stored, compared and counted. */
  e164: string;
  /** Alpha-2; null for satellite and other networks without a country. */
  country: string | null;
  /** Whether a text message can reach the number; true where the numbering plan does not tell. */
  isMobile: boolean;
}

/**
 * The number behind any common spelling (R17): spaces and punctuation, `00` or `+` or neither, a leading zero, digits
 * of other scripts, full-width forms, an extension. Without a dial code it belongs to `country` (alpha-2).
 * @returns null for an invalid number.
 */
export function findPhoneNumber(spelling: string, country: string): PhoneNumber | null {
  const text = asciiDigits(spelling)
    .replaceAll(/\p{Format}/gu, '')
    .trim()
    .replace(/^tel:/i, '')
    .replace(/^[\s(]*(00|\+[\s(]*00|\+)/, '+');
  return parse(text, country) ?? (text.startsWith('+') ? null : parse(`+${text}`, country));
}

/** Types of libphonenumber whose calls cost far more than one to a mobile, or reach nobody. */
const costly: ReadonlySet<string> = new Set(['PREMIUM_RATE', 'SHARED_COST', 'PERSONAL_NUMBER', 'PAGER', 'VOICEMAIL']);

/**
 * Whether the platform calls no such number: premium, shared-cost and personal lines, pagers, and the networks without a country,
 * such as satellites. The types are those of libphonenumber's metadata.
 */
export function isCostlyToCall(e164: string): boolean {
  const found = parsePhoneNumberFromString(e164);
  const type = found?.getType();
  return found?.country === undefined || (type !== undefined && costly.has(type));
}

/** The text in NFKC, with the decimal digits of every script, such as ٠ to ٩, as 0 to 9. */
export function asciiDigits(text: string): string {
  return text.normalize('NFKC').replaceAll(/\p{Decimal_Number}/gu, (digit) => {
    // Unicode has digits in rows of ten, from 0 to 9; some scripts have several adjacent rows.
    const code = digit.codePointAt(0)!;
    let first = code;
    while (isDigit(first - 1)) first--;
    return String((code - first) % 10);
  });
}

function isDigit(code: number): boolean {
  return /\p{Decimal_Number}/u.test(String.fromCodePoint(code));
}

function parse(text: string, country: string): PhoneNumber | null {
  const found = parsePhoneNumberFromString(text, { defaultCountry: country as CountryCode, extract: false });
  if (found === undefined || !found.isValid()) return null;
  const type = found.getType();
  return {
    e164: found.number,
    country: found.country ?? null,
    isMobile: type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE',
  };
}
