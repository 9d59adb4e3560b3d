import type { PriceChange } from '#contract/menu/item-changes.ts';
import { limits } from '#contract/base/limits.ts';
import {
  basisPointsFromPercent,
  type Currency,
  fromMajor,
  MoneyError,
  percentFromBasisPoints,
  toMajor,
} from '#contract/base/money.ts';

/**
 * Reads an entered change of price, '10' or '-2.5'; null where it is none. An amount has at most the decimals of the
 * currency.
 */
export function readPriceChange(by: PriceChange['by'], entered: string, currency: string): PriceChange | null {
  const plain = entered
    .trim()
    .replace(/^\+/, '')
    .replace(/^\u2212/, '-');
  try {
    const value =
      by === 'percent'
        ? percentFromBasisPoints(basisPointsFromPercent(plain))
        : toMajor(fromMajor(plain, currency as Currency), currency as Currency);
    if (value === 0) return null;
    const [least, most] =
      by === 'percent'
        ? [limits.priceChangePercentMin, limits.priceChangePercentMax]
        : [-limits.maxPrice, limits.maxPrice];
    return value < least || value > most ? null : { by, value };
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}
