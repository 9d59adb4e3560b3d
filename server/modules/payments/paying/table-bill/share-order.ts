/** Shares an order among its lines: what each costs its guest, so that guests at a table can pay their own. Pure, in integers. */
import { addMoney, type MinorUnits, minorUnits, subtractMoney } from '#contract/base/money.ts';
import { shareInProportion } from '#contract/ordering/offers/share-discount.ts';

interface SharedOrder {
  /** Prices of the lines with their options and quantities. */
  lines: readonly MinorUnits[];
  /** The shares of each offer, in the order of the lines. */
  discounts: readonly (readonly MinorUnits[])[];
  tax: MinorUnits;
  isTaxIncluded: boolean;
  tip: MinorUnits;
}

/** `amount` has discounts taken off, and tax and tip in it. */
export interface LineShare {
  amount: MinorUnits;
  tax: MinorUnits;
  tip: MinorUnits;
}

/** The shares add up to the order's total, tax and tip, by the largest remainder of what the lines cost after discounts. */
export function shareOrder({ lines, discounts, tax, isTaxIncluded, tip }: SharedOrder): LineShare[] {
  const costs = lines.map((total, line) => subtractMoney(total, addMoney(...discounts.map((shares) => shares[line]!))));
  const taxes = shareInProportion(tax, costs);
  const tips = shareInProportion(tip, costs);
  return costs.map((cost, line) => {
    const added = isTaxIncluded ? tips[line]! : addMoney(taxes[line]!, tips[line]!);
    return { amount: addMoney(cost, added), tax: taxes[line]!, tip: tips[line]! };
  });
}

/** Shares a line among its portions: equal parts, the first ones with what is left over. */
export function sharePortions({ amount, tax, tip }: LineShare, quantity: number): LineShare[] {
  const equal = Array.from({ length: quantity }, () => minorUnits(1));
  const [amounts, taxes, tips] = [amount, tax, tip].map((whole) => shareInProportion(whole, equal)) as [
    MinorUnits[],
    MinorUnits[],
    MinorUnits[],
  ];
  return equal.map((_, place) => ({ amount: amounts[place]!, tax: taxes[place]!, tip: tips[place]! }));
}
