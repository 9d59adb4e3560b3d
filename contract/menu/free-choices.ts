/**
 * The prices of the chosen options of one list, in their order, where `free` of them are free: the dearest ones, so that nobody pays
 * more for having chosen in another order. Two halves are one choice, at the price of the dearer one, and free as one.
 */
export function chargedPrices<Amount extends number>(
  prices: readonly Amount[],
  free: number,
  areHalves = false,
): Amount[] {
  const dearestFirst = [...prices.keys()].sort((one, other) => prices[other]! - prices[one]! || one - other);
  const isFree = new Set(areHalves ? dearestFirst.slice(free > 0 ? 0 : 1) : dearestFirst.slice(0, free));
  return prices.map((price, index) => (isFree.has(index) ? (0 as Amount) : price));
}
