/** A change of many prices as its form has it, and what is sent of it. Pure functions. */
import type { Path } from 'react-hook-form';
import { type Mode, modes } from '#contract/base/enumerations.ts';
import type { CallInput } from '#contract/base/client.ts';
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
import { latinNumber, typedDecimal } from '#contract/base/typed-number.ts';
import { changedPrice } from '#contract/menu/price-change.ts';
import { type CheckedCall, checkedCall } from '../../../components/form/checked-form.ts';
import { readAmount } from '../../../components/order/amount.ts';

export interface PriceForm {
  by: PriceChange['by'];
  value: string;
  /** Whether the prices by mode change alike. */
  withModePrices: boolean;
}

/** The items with the prices that are on the screen. */
export function seenItems(items: readonly Item[]): CallInput<'POST /menu/change-items'>['body']['items'] {
  return items.map(({ _id, price, modePrices }) => ({ _id, price, ...(modePrices !== undefined && { modePrices }) }));
}

/** A price as it will be: the usual one, or that of a mode. In major units; `next` is null where no price can be that. */
interface PricePreview {
  item: Item;
  mode: Mode | null;
  price: number;
  next: number | null;
}

/** The prices of the items as they will be; the prices by mode come after the usual one, where they change as well. */
export function previewPrices(
  items: readonly Item[],
  change: PriceChange,
  withModePrices: boolean,
  currency: Currency,
): PricePreview[] {
  const nextOf = (price: number) => {
    const next = changedPrice(fromMajor(price, currency), change, currency);
    return next === null ? null : toMajor(next, currency);
  };
  return items.flatMap((item) => {
    const ofModes = modes.flatMap((mode) => {
      const price = item.modePrices?.[mode];
      return withModePrices && price !== undefined ? [{ item, mode, price, next: nextOf(price) }] : [];
    });
    return [{ item, mode: null, price: item.price, next: nextOf(item.price) }, ...ofModes];
  });
}

/** The call that changes the prices; none as long as there is no change. */
export function priceCalls(items: readonly Item[], price: PriceChange | null): CheckedCall[] {
  if (price === null) return [];
  return [checkedCall('POST /menu/change-items', { items: seenItems(items), change: { kind: 'price', price } })];
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
  const [, sign = '', size = ''] = /^([-+\u2212]?)(.*)$/.exec(latinNumber(entered)) ?? [];
  const value = by === 'percent' ? readPercent(size) : readAmount(size, currency);
  if (Number.isNaN(value) || value === 0) return null;
  return { by, value: sign === '' || sign === '+' ? value : -value };
}

/** NaN for anything but a percentage with two decimals at most. */
function readPercent(entered: string): number {
  const plain = typedDecimal(entered);
  try {
    return plain === null ? Number.NaN : percentFromBasisPoints(basisPointsFromPercent(plain));
  } catch (error) {
    if (error instanceof MoneyError) return Number.NaN;
    throw error;
  }
}
