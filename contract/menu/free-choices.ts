/** A modifier list of which some chosen options cost nothing. Server and screens share the rule. */

/**
 * The prices of the chosen options of one list, in their order, where `free` of them are free: the dearest ones, so that nobody pays
 * more for having chosen in another order.
 */
export function chargedPrices<Amount extends number>(prices: readonly Amount[], free: number): Amount[] {
  const dearestFirst = [...prices.keys()].sort((one, other) => prices[other]! - prices[one]! || one - other);
  const isFree = new Set(dearestFirst.slice(0, free));
  return prices.map((price, index) => (isFree.has(index) ? (0 as Amount) : price));
}
