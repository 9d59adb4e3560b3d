/** The new price in a bulk change, shown in the preview and written afterwards. */
import type { PriceChange } from '#contract/menu/item-changes.ts';
import { limits } from '#contract/base/limits.ts';
import { basisPointsFromPercent, type Currency, fromMajor, type MinorUnits, minorUnits } from '#contract/base/money.ts';

/**
 * The new price, half a minor unit rounded up; null when it would be below 0 or above the maximum.
 * @throws MoneyError for an amount finer than the currency, or a percentage finer than two decimals.
 */
export function changedPrice(price: MinorUnits, change: PriceChange, currency: Currency): MinorUnits | null {
  const next =
    change.by === 'amount'
      ? BigInt(price) + BigInt(fromMajor(change.value, currency))
      : // BigInt, because a price times ten thousand can exceed the safe integers.
        (BigInt(price) * BigInt(10_000 + basisPointsFromPercent(change.value)) + 5000n) / 10_000n;
  if (next < 0n || next > BigInt(fromMajor(limits.maxPrice, currency))) return null;
  return minorUnits(Number(next));
}
