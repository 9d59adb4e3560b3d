/** The rule that says whether an item or a modifier can be sold at an outlet now (R36, R47). */
import { areCompletable, type ChoiceList } from './option-choice.ts';

/** A sold-out mark: until an instant or, where `until` is null, until it is lifted by hand. */
export interface SoldOut {
  until: Date | string | null;
}

/** Whether the mark still applies; it expires by the clock alone. */
export function isSoldOutNow(soldOut: SoldOut | null, now: Date): boolean {
  return soldOut !== null && (soldOut.until === null || now < new Date(soldOut.until));
}

export type Availability = 'available' | 'sold_out' | 'not_here';

/**
 * `not_here`: the item or its category is switched off at the outlet. `sold_out`: none is left, or a required modifier
 * list can no longer be completed; a nested one alone takes its opener with it. A modifier has no lists. `quantity` null means not counted.
 */
export function itemAvailability(item: {
  quantity: number | null;
  isInactiveAtOutlet: boolean;
  categoryInactive: boolean;
  lists: readonly ChoiceList[];
}): Availability {
  if (item.isInactiveAtOutlet || item.categoryInactive) return 'not_here';
  if (item.quantity !== null && item.quantity <= 0) return 'sold_out';
  return areCompletable(item.lists) ? 'available' : 'sold_out';
}
