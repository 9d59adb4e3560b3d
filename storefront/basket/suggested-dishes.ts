import { type FoodWish, suitsWish } from '#contract/menu/allergens.ts';
import type { CatalogueItem } from '#contract/menu/catalogue.ts';
import type { ItemId } from '#contract/base/ids.ts';
import { suggestDishes } from '#contract/menu/goes-with.ts';
import { openerOf } from '#contract/menu/nested-lists.ts';
import { effectiveBounds } from '#contract/menu/option-choice.ts';
import { declaredDish } from '../state/declared-dish.ts';
import { availabilityAt, type Menu } from '../state/menu.ts';
import type { Place } from '../state/place.ts';

/** The dishes that go with these of a basket, and can be ordered at the place and time by a guest who wants to eat so. */
export function suggestionsFor(
  menu: Menu,
  lines: readonly ItemId[],
  place: Pick<Place, 'outlet' | 'startsAt'>,
  wish: FoodWish,
): CatalogueItem[] {
  const { outlet, startsAt } = place;
  const { menus, unsold } = menu.catalogue;
  // Nobody has looked yet what is sold now.
  if (outlet === null || (menus !== undefined && unsold === undefined)) return [];
  const isOffered = (id: ItemId): boolean => {
    const item = menu.items.get(id);
    return (
      item !== undefined &&
      unsold?.[id] === undefined &&
      availabilityAt(menu, item, outlet._id, startsAt) === 'available' &&
      suitsWish(declaredDish(menu, item, place), wish)
    );
  };
  const found = suggestDishes({ lines, goesWith: (id) => menu.items.get(id)?.goesWith, isOffered });
  return found.map((id) => menu.items.get(id)!);
}

/** Whether a portion is a portion without any choice: nothing is asked of one that has made none. */
export function needsNoChoice(menu: Menu, item: CatalogueItem): boolean {
  return item.modifierList.every((id) => {
    const list = menu.modifierLists.get(id);
    return list === undefined || openerOf(item, id).openedBy !== undefined || effectiveBounds(list).min === 0;
  });
}
