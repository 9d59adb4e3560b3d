/** Numbers as people type and write them: digits of three scripts, a point or a comma before decimals, thousands apart. Pure functions. */
import { latinDigits } from './latin-digits.ts';
import { type Currency, currencyDigits, fromMajor, type MinorUnits, MoneyError } from './money.ts';

/** The text in Latin digits, with a point and a comma for those of Arabic, without spaces around it and signs that show nothing. */
export function latinNumber(text: string): string {
  return latinDigits(text)
    .replaceAll('٫', '.')
    .replaceAll('،', ',')
    .replaceAll(/\p{Format}/gu, '')
    .trim();
}

/** The same of a quantity that has no thousands, such as degrees or kilometres: a comma is always before decimals. */
export function latinMeasure(text: string): string {
  return latinNumber(text).replace(',', '.');
}

/** Dinars of Iraq have three decimals that nobody writes: there `5.000` are five thousand as well. */
export function writtenDecimals(currency: Currency): number {
  return currency === 'IQD' ? 0 : currencyDigits(currency);
}

/** Digits in groups of three, with the same separator between all of them. */
const grouped = /^\d{1,3}(?:([ \u00a0\u202f'’٬,.])\d{3})(?:\1\d{3})*$/;

/**
 * The number with a point before its decimals and nothing else; `unclear` where it has two meanings, null where it is none.
 * @param digits the decimals that such numbers are written with.
 * @param usesDecimalComma whether a comma may be before decimals.
 */
export function plainDecimal(number: string, digits: number, usesDecimalComma: boolean): string | null {
  if (/^\d+$/.test(number)) return number;
  const decimals = /^(.*\d)([.,])(\d+)$/.exec(number);
  const group = grouped.exec(number);
  if (group !== null) {
    const separator = group[1]!;
    const isOne = number.length <= 7;
    const mayBeDecimals = (separator === '.' || separator === ',') && isOne;
    if (!mayBeDecimals) return wholeOf(number);
    // A point mostly comes before decimals, and currencies of three decimals write them with either.
    if (number.startsWith('0')) return digits === 3 ? number.replace(',', '.') : null;
    if (separator === '.') return digits === 3 ? number : 'unclear';
    return digits === 3 || (usesDecimalComma && digits > 0) ? 'unclear' : wholeOf(number);
  }
  if (decimals === null) return null;
  const [, whole = '', mark = '', fraction = ''] = decimals;
  if (/^\d+$/.test(whole)) return `${whole}.${fraction}`;
  const groups = grouped.exec(whole);
  return groups === null || groups[1] === mark ? null : `${wholeOf(whole)}.${fraction}`;
}

function wholeOf(number: string): string {
  return number.replaceAll(/\D/g, '');
}

/**
 * The number that is typed into a field, with a point before its decimals and nothing else; null for any other text. A comma is before
 * decimals on many keypads and between thousands for many people: before three digits it has two meanings, and the text is none.
 */
export function typedDecimal(typed: string, digits = 3): string | null {
  const plain = plainDecimal(latinNumber(typed), digits, true);
  return plain === 'unclear' ? null : plain;
}

/** The amount that is typed into a field, of 0 or more; null for any other text. */
export function typedAmount(typed: string, currency: Currency): MinorUnits | null {
  const plain = typedDecimal(typed, currencyDigits(currency));
  if (plain === null) return null;
  try {
    return fromMajor(plain, currency);
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}
