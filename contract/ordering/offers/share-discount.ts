import { addMoney, type MinorUnits, minorUnits, MoneyError } from '../../base/money.ts';

/**
 * Shares an amount among lines in proportion to their own amounts, by the largest remainder: the shares' sum is the amount, and no
 * share exceeds its line. Of equal remainders the earlier line's comes first. Throws MoneyError for more than the lines have.
 */
export function shareDiscount(amount: MinorUnits, lines: readonly MinorUnits[]): MinorUnits[] {
  const sum = addMoney(...lines);
  if (amount < 0 || amount > sum) throw new MoneyError(`${amount} cannot be shared among lines of ${sum}`);
  if (amount === 0) return lines.map(() => amount);
  const parts = lines.map((line, index) => {
    const exact = BigInt(amount) * BigInt(line);
    return { index, whole: Number(exact / BigInt(sum)), remainder: exact % BigInt(sum) };
  });
  const missing = amount - parts.reduce((shared, { whole }) => shared + whole, 0);
  const byRemainder = parts.toSorted((one, other) =>
    one.remainder === other.remainder ? one.index - other.index : one.remainder < other.remainder ? 1 : -1,
  );
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index));
  return parts.map(({ whole, index }) => minorUnits(raised.has(index) ? whole + 1 : whole));
}
