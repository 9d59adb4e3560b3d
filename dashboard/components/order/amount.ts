import {
  type Currency,
  currencyDigits,
  formatMoney,
  fromMajor,
  MoneyError,
  signAlone,
  subtractMoney,
  toDecimalText,
  toMajor,
} from '#contract/base/money.ts';
import { limits } from '#contract/base/limits.ts';
import { typedAmount } from '#contract/base/typed-number.ts';
import type { Figures } from '#contract/reports/reports.ts';
import { words } from '../../words/words.ts';

/** An amount in major units, as the API has it, in the reader's way of writing: 'AED 18.50'. */
export function amountText(major: number, currency: string): string {
  const knownCurrency = currency as Currency;
  return formatMoney(fromMajor(major, knownCurrency), knownCurrency, words.locale);
}

/** An amount in a sentence, where round amounts have no decimals: 'AED 30'. */
export function roundAmountText(major: number, currency: string): string {
  const knownCurrency = currency as Currency;
  const format = new Intl.NumberFormat(words.locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: currencyDigits(knownCurrency),
    maximumFractionDigits: currencyDigits(knownCurrency),
    trailingZeroDisplay: 'stripIfInteger',
  });
  return signAlone(format.format(toDecimalText(fromMajor(major, knownCurrency), knownCurrency)));
}

/** An amount in a column of amounts of one currency: '1,018.50'. */
export function amountNumber(major: number, currency: string): string {
  const knownCurrency = currency as Currency;
  return new Intl.NumberFormat(words.locale, { minimumFractionDigits: currencyDigits(knownCurrency) }).format(
    toDecimalText(fromMajor(major, knownCurrency), knownCurrency),
  );
}

/** An amount as it stands in a field, without the currency: '18.50'. */
export function amountInField(major: number, currency: string): string {
  const knownCurrency = currency as Currency;
  return toDecimalText(fromMajor(major, knownCurrency), knownCurrency);
}

/** Reads an entered amount of 0 or more, in major units for the API. NaN for any other text. */
export function readAmount(entered: string, currency: string): number {
  const knownCurrency = currency as Currency;
  const amount = typedAmount(entered, knownCurrency);
  try {
    return amount === null ? Number.NaN : toMajor(amount, knownCurrency);
  } catch (error) {
    if (error instanceof MoneyError) return Number.NaN;
    throw error;
  }
}

/** Whether the text is an amount of the currency that the product can keep. */
export function isAmount(entered: string, currency: string): boolean {
  return readAmount(entered, currency) <= limits.maxPrice;
}

/** The sales among figures, in major units: a tip is no sale (decision 76). */
export function salesOf({ total, tips }: Pick<Figures, 'total' | 'tips'>, currency: string): number {
  const knownCurrency = currency as Currency;
  return toMajor(subtractMoney(fromMajor(total, knownCurrency), fromMajor(tips, knownCurrency)), knownCurrency);
}

/** How amounts of the currency are entered: '18.50', of JPY '18'. */
export function amountExample(currency: string): string {
  return amountInField(currencyDigits(currency as Currency) === 0 ? 18 : 18.5, currency);
}

/** An amount that is added. In Arabic a mark keeps the plus before the digits, behind the one that such an amount begins with. */
export function withPlus(amount: string): string {
  return amount.startsWith('\u200f') ? amount.replace('\u200f', '\u200f\u200e+') : `+${amount}`;
}
