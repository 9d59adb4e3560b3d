/** Reads prices as people write them in a table. */
import { limits } from '#contract/base/limits.ts';
import {
  type Currency,
  currencyDigits,
  fromMajor,
  type MinorUnits,
  MoneyError,
  toDecimalText,
} from '#contract/base/money.ts';

/** Everyday marks of currencies that `Intl` does not know, without points. */
const everydayMarks: Partial<Record<Currency, readonly string[]>> = {
  AED: ['Dh', 'Dhs', 'درهم'],
  BHD: ['BD', 'دينار'],
  EGP: ['LE', 'جنيه'],
  IQD: ['دينار'],
  JOD: ['JD', 'دينار'],
  KWD: ['KD', 'دينار'],
  LBP: ['LL', 'ليرة'],
  MAD: ['Dh', 'Dhs', 'درهم'],
  OMR: ['RO', 'ريال'],
  QAR: ['QR', 'ريال'],
  SAR: ['SR', 'ريال'],
  TND: ['DT', 'دينار'],
};

/** Longer than any price that a person writes; a cell may hold megabytes. */
const longestPrice = 60;

/** @returns the amount; `unclear` when the text has two meanings, `wrong` when it is no price. */
export function readPrice(
  text: string,
  currency: Currency,
  usesDecimalComma: boolean,
): MinorUnits | 'unclear' | 'wrong' {
  const number = text.length > longestPrice ? null : withoutMark(text, currency);
  const plain = number === null ? null : plainDecimal(number, writtenDecimals(currency), usesDecimalComma);
  if (plain === null) return 'wrong';
  if (plain === 'unclear') return plain;
  try {
    const amount = fromMajor(plain, currency);
    return Number(toDecimalText(amount, currency)) <= limits.maxPrice ? amount : 'wrong';
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    return 'wrong';
  }
}

/** Dinars of Iraq have three decimals that nobody writes: there `5.000` are five thousand as well. */
function writtenDecimals(currency: Currency): number {
  return currency === 'IQD' ? 0 : currencyDigits(currency);
}

/** Whether the price of a cell has a comma before its decimals: `18,50`. */
export function hasDecimalComma(text: string): boolean {
  return /\d,\d{1,2}(?!\d)/.test(latinDigits(text));
}

/** The number of a price: one mark of the restaurant's own currency may stand before or after it. Null for anything else. */
function withoutMark(text: string, currency: Currency): string | null {
  const match = /^(\D*?)\s*(\d|\d.*\d)\s*(\D*)$/u.exec(
    latinDigits(text)
      .replaceAll(/[\u200e\u200f\u061c]/g, '')
      .trim()
      // Tills write the price of an option so.
      .replace(/^\+\s*/, ''),
  );
  if (match === null) return null;
  const [, before = '', number = '', after = ''] = match;
  const marks = [before, after].map(bareMark).filter((mark) => mark !== '');
  return marks.length === 0 || (marks.length === 1 && marksOf(currency).has(marks[0]!)) ? number : null;
}

function latinDigits(text: string): string {
  return text
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('٫', '.');
}

function bareMark(mark: string): string {
  return mark.replaceAll(/[.\s\u200e\u200f\u061c]/g, '').toLowerCase();
}

const marksByCurrency = new Map<Currency, ReadonlySet<string>>();

function marksOf(currency: Currency): ReadonlySet<string> {
  const known = marksByCurrency.get(currency);
  if (known !== undefined) return known;
  const displays = ['symbol', 'narrowSymbol'] as const;
  const symbols = ['en', 'ar'].flatMap((locale) =>
    displays.map((currencyDisplay) => {
      const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).formatToParts(0);
      return parts.find(({ type }) => type === 'currency')!.value;
    }),
  );
  const marks = new Set([currency, ...symbols, ...(everydayMarks[currency] ?? [])].map(bareMark));
  marksByCurrency.set(currency, marks);
  return marks;
}

/** Digits in groups of three, with the same separator between all of them. */
const grouped = /^\d{1,3}(?:([ \u00a0\u202f'’٬,.])\d{3})(?:\1\d{3})*$/;

/** The number with a point before its decimals and nothing else; `unclear` where it has two meanings. */
function plainDecimal(number: string, digits: number, usesDecimalComma: boolean): string | null {
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
    return digits === 3 || usesDecimalComma ? 'unclear' : wholeOf(number);
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
