/** A change of many prices as its form has it, and what is sent of it. Pure functions. */
import type { Path } from 'react-hook-form';
import type { PriceChange } from '#contract/menu/item-changes.ts';
import type { Item } from '#contract/menu/menus.ts';
import {
  basisPointsFromPercent,
  type Currency,
  fromMajor,
  MoneyError,
  percentFromBasisPoints,
  toMajor,
} from '#contract/base/money.ts';
import { type CheckedCall, checkedCall } from '../../../components/form/checked-form.ts';

export interface PriceForm {
  by: PriceChange['by'];
  value: string;
}

/** The call that changes the prices; none as long as there is no change. */
export function priceCalls(items: readonly Item[], price: PriceChange | null): CheckedCall[] {
  if (price === null) return [];
  const seen = items.map((item) => ({ _id: item._id, price: item.price }));
  return [checkedCall('POST /menu/change-items', { items: seen, change: { kind: 'price', price } })];
}

/** The field of the form for one that the API refused. */
export function priceField(apiField: string): Path<PriceForm> | null {
  return apiField === 'change.price.value' ? 'value' : null;
}

/**
 * Reads an entered change of price, '10' or '-2.5'; null where it is none. A percentage has at most two decimals, an amount those
 * of the currency. The schema of the call knows how far prices may be changed at once.
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
    return value === 0 ? null : { by, value };
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}
