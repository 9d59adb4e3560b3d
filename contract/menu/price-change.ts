/** What a price becomes when many are changed at once: shown before, written after. */
import type { PriceChange } from '#contract/menu/item-changes.ts';
import { limits } from '#contract/base/limits.ts';
import { basisPointsFromPercent, type Currency, fromMajor, type MinorUnits, minorUnits } from '#contract/base/money.ts';

/**
 * The new price, a half of the smallest unit rounded up; null where it would be below 0 or above what a price can be.
 * @throws MoneyError for an amount that is finer than the currency, or a percentage that is finer than two decimals.
 */
export function changedPrice(price: MinorUnits, change: PriceChange, currency: Currency): MinorUnits | null {
  const next =
    change.by === 'amount'
      ? BigInt(price) + BigInt(fromMajor(change.value, currency))
      : // Exact: a price and ten thousand times it do not fit into a double together.
        (BigInt(price) * BigInt(10_000 + basisPointsFromPercent(change.value)) + 5000n) / 10_000n;
  if (next < 0n || next > BigInt(fromMajor(limits.maxPrice, currency))) return null;
  return minorUnits(Number(next));
}
