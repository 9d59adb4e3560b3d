import { type Currency, formatMoney, fromMajor } from '#contract/money.ts';
import { words } from '../messages/words.ts';

/** An amount in major units, as the API has it, in the reader's way of writing: 'AED 18.50'. */
export function amountText(major: number, currency: string): string {
  const known = currency as Currency;
  return formatMoney(fromMajor(major, known), known, words.locale);
}
