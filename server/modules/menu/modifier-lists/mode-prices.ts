import type { Selectable } from 'kysely';
import type { Mode } from '#contract/base/enumerations.ts';
import { modePricesOf } from '#contract/menu/given-mode-prices.ts';
import type { ModePrices } from '#contract/menu/mode-price.ts';
import { type Currency, type MinorUnits, toMajor } from '#contract/base/money.ts';
import type { Schema } from '#server/db/schema.ts';

export type ModePriceColumns = Pick<
  Selectable<Schema['items']>,
  'delivery_price_minor' | 'pickup_price_minor' | 'dine_in_price_minor'
>;

/** By mode; null: the usual price. */
export function storedModePrices(row: ModePriceColumns): Record<Mode, MinorUnits | null> {
  return { delivery: row.delivery_price_minor, pickup: row.pickup_price_minor, 'dine-in': row.dine_in_price_minor };
}

/** The columns of the prices. */
export function modePriceColumns(prices: ModePrices<MinorUnits | null>): ModePriceColumns {
  return {
    delivery_price_minor: prices.delivery ?? null,
    pickup_price_minor: prices.pickup ?? null,
    dine_in_price_minor: prices['dine-in'] ?? null,
  };
}

/** The field of the wire, left out where every mode has the usual price. */
export function modePricesForWire(row: ModePriceColumns, currency: Currency): { modePrices?: ModePrices<number> } {
  const modePrices = modePricesOf(storedModePrices(row), (amount) => toMajor(amount, currency));
  return modePrices === null ? {} : { modePrices };
}
