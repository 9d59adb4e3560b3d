import { addMoney, type Currency, fromMajor, toMajor } from '../base/money.ts';

/** The sum of amounts in major units, exact. @throws MoneyError for an amount with more decimals than the currency. */
export function sumPrices(prices: readonly number[], currency: string): number {
  const known = currency as Currency;
  return toMajor(addMoney(...prices.map((price) => fromMajor(price, known))), known);
}
