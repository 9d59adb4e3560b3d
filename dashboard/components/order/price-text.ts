/** Prices are apart from amounts: every page loads those, but not the words of an order. */
import { words } from '../../words/words.ts';
import { amountText } from './amount.ts';

/** The price of a dish or an option: 'AED 18.50', or that it is free. */
export function priceText(major: number, currency: string): string {
  return major === 0 ? words.ordering.order.free : amountText(major, currency);
}
