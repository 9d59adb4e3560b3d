/** Prices that differ by the mode of an order. Server and screens share the rule. */
import type { Mode } from '../base/enumerations.ts';

/** A mode that is left out has the usual price. */
export type ModePrices<Amount> = Partial<Record<Mode, Amount>>;

/** The price of a dish or an option in the mode. */
export function priceIn<Amount>(
  { price, modePrices }: { price: Amount; modePrices?: ModePrices<Amount | null> | undefined },
  mode: Mode,
): Amount {
  return modePrices?.[mode] ?? price;
}
