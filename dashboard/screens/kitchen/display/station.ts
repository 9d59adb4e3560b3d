/**
 * The station of one kitchen screen: an outlet, and all categories but those that are made elsewhere. The hidden
 * categories are stored, so that a new or renamed category is on every screen until somebody hides it: no dish is
 * lost. Pure functions.
 */
import type { CategoryId, ItemId, OutletId } from '#contract/base/ids.ts';
import type { Category } from '#contract/menu/menus.ts';

/** The choice in this device's storage. */
export interface StationChoice {
  /** null: all outlets. */
  outletId: OutletId | null;
  hidden: readonly CategoryId[];
}

/** The same with what is in the categories. */
export interface Station {
  outletId: OutletId | null;
  /** Items that are made elsewhere. */
  hiddenItems: ReadonlySet<ItemId>;
}

export const everything: StationChoice = { outletId: null, hidden: [] };

/** An item in several categories is made elsewhere only if all of them are; one in no category is made everywhere. */
export function stationOf(
  { outletId, hidden }: StationChoice,
  categories: readonly Pick<Category, '_id' | 'items'>[],
): Station {
  const shown = new Set<ItemId>();
  const hiddenItems = new Set<ItemId>();
  for (const { _id, items } of categories) {
    const target = hidden.includes(_id) ? hiddenItems : shown;
    for (const { _id: item } of items) target.add(item);
  }
  return { outletId, hiddenItems: new Set([...hiddenItems].filter((item) => !shown.has(item))) };
}

export function isInStation(itemId: ItemId, { hiddenItems }: Station): boolean {
  return !hiddenItems.has(itemId);
}

/** Reads what was kept; anything unreadable is everything. */
export function readStation(stored: string | null): StationChoice {
  try {
    const { outletId, hidden } = JSON.parse(stored ?? '') as Partial<StationChoice>;
    if (!Array.isArray(hidden) || !hidden.every((id): id is CategoryId => typeof id === 'string')) return everything;
    return { outletId: typeof outletId === 'string' ? outletId : null, hidden };
  } catch {
    return everything;
  }
}
