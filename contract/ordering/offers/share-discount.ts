import { addMoney, type MinorUnits, minorUnits, MoneyError } from '../../base/money.ts';

/** Shares a discount among lines: no share exceeds its line. Throws MoneyError for more than the lines have. */
export function shareDiscount(amount: MinorUnits, lines: readonly MinorUnits[]): MinorUnits[] {
  const sum = addMoney(...lines);
  if (amount < 0 || amount > sum) throw new MoneyError(`${amount} cannot be shared among lines of ${sum}`);
  return shareInProportion(amount, lines);
}

/**
 * Shares an amount in proportion to others, by the largest remainder: the shares' sum is the amount. Of equal remainders the earlier
 * one comes first, and so it is where there is nothing to go by.
 */
export function shareInProportion(amount: MinorUnits, weights: readonly MinorUnits[]): MinorUnits[] {
  const sum = addMoney(...weights);
  if (amount === 0) return weights.map(() => amount);
  if (sum === 0) return weights.map((_, index) => (index === 0 ? amount : sum));
  const parts = weights.map((weight, index) => {
    const exact = BigInt(amount) * BigInt(weight);
    return { index, whole: Number(exact / BigInt(sum)), remainder: exact % BigInt(sum) };
  });
  const missing = amount - parts.reduce((shared, { whole }) => shared + whole, 0);
  const byRemainder = parts.toSorted((one, other) =>
    one.remainder === other.remainder ? one.index - other.index : one.remainder < other.remainder ? 1 : -1,
  );
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index));
  return parts.map(({ whole, index }) => minorUnits(raised.has(index) ? whole + 1 : whole));
}
