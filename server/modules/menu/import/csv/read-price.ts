/** Reads prices as people write them in a table. */
import { limits } from '#contract/base/limits.ts';
import { type Currency, fromMajor, type MinorUnits, MoneyError, toDecimalText } from '#contract/base/money.ts';
import { latinNumber, plainDecimal, writtenDecimals } from '#contract/base/typed-number.ts';

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

/** Whether the price of a cell has a comma before its decimals: `18,50`. */
export function hasDecimalComma(text: string): boolean {
  return /\d,\d{1,2}(?!\d)/.test(latinNumber(text));
}

/** The number of a price: one mark of the restaurant's own currency may stand before or after it. Null for anything else. */
function withoutMark(text: string, currency: Currency): string | null {
  const match = /^(\D*?)\s*(\d|\d.*\d)\s*(\D*)$/u.exec(
    // Tills write the price of an option with a plus.
    latinNumber(text).replace(/^\+\s*/, ''),
  );
  if (match === null) return null;
  const [, before = '', number = '', after = ''] = match;
  const marks = [before, after].map(bareMark).filter((mark) => mark !== '');
  return marks.length === 0 || (marks.length === 1 && marksOf(currency).has(marks[0]!)) ? number : null;
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
