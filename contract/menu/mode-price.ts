/** Prices that differ by the mode of an order. Server and screens share the rule. */
import { type Mode, modes } from '../base/enumerations.ts';

/** A mode that is left out has the usual price. */
export type ModePrices<Amount> = Partial<Record<Mode, Amount>>;

/** The price of a dish or an option in the mode. */
export function priceIn<Amount>(
  { price, modePrices }: { price: Amount; modePrices?: ModePrices<Amount | null> | undefined },
  mode: Mode,
): Amount {
  return modePrices?.[mode] ?? price;
}

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
