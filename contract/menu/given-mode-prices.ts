/** Prices by mode as they are written; apart from how they are read, because the list of modes is no part of a guest's first load. */
import { modes } from '../base/enumerations.ts';
import type { ModePrices } from './mode-price.ts';

/** The prices that there are, in the order of the modes; null where every mode has the usual one. */
export function modePricesOf<From, Amount>(
  prices: ModePrices<From | null> | undefined,
  change: (amount: From) => Amount,
): ModePrices<Amount> | null {
  const given = modes.flatMap((mode) => {
    const amount = prices?.[mode];
    return amount === undefined || amount === null ? [] : [[mode, change(amount)] as const];
  });
  return given.length === 0 ? null : Object.fromEntries(given);
}
