/** Tips of guests: what may be suggested and given. Server and screens share these (decision 76). */
import { divideHalfUp, type MinorUnits, minorUnits } from '../base/money.ts';

/** A tip as a guest chooses it: an amount, or a percentage of the subtotal, which grows with the basket. */
export type Tip = { amount: MinorUnits } | { percent: number };

/** Percentages that a restaurant suggests at most; more would not fit a phone beside "none" and "other". */
export const tipPercentsMax = 3;
export const tipPercentMax = 50;

/** A share of the subtotal, rounded half up to the minor unit. */
export function suggestedTip(subtotal: MinorUnits, percent: number): MinorUnits {
  return minorUnits(Number(divideHalfUp(BigInt(subtotal) * BigInt(percent), 100n)));
}

/** The greatest tip: the subtotal itself. A point that was forgotten, 150 for 1.50, is not paid by mistake. */
export function greatestTip(subtotal: MinorUnits): MinorUnits {
  return subtotal;
}
