/** The dishes that a basket suggests: those that the merchant chose to go with what is in it (decision 107). */

/** Most dishes suggested at once. */
const suggestedMax = 3;

interface Basket<Id> {
  /** The dish of each line, in the order of the basket. */
  lines: readonly Id[];
  /** Dishes that the merchant chose for the dish, in their order. */
  goesWith: (dish: Id) => readonly Id[] | undefined;
  /** Whether the guest may be offered the dish: it can be ordered now, and keeps what they asked for. */
  isOffered: (dish: Id) => boolean;
}

/**
 * At most three dishes that are not in the basket. The dish that most lines suggest is first; of equal ones that of the earlier line, and of
 * one line in the merchant's order.
 */
export function suggestDishes<Id extends string>({ lines, goesWith, isOffered }: Basket<Id>): Id[] {
  const lineCounts = new Map<Id, number>();
  for (const line of lines) {
    for (const dish of new Set(goesWith(line))) lineCounts.set(dish, (lineCounts.get(dish) ?? 0) + 1);
  }
  const inBasket = new Set(lines);
  // The sorting keeps the order of those that are equal, which is that of the lines.
  return [...lineCounts]
    .filter(([dish]) => !inBasket.has(dish) && isOffered(dish))
    .sort(([, one], [, other]) => other - one)
    .slice(0, suggestedMax)
    .map(([dish]) => dish);
}
