/** The data of the menu check, and questions that several of its parts ask. */
import type { Category, Item, Menu, ModifierList } from '../menus.ts';
import type { DeliveryArea } from '../../outlets/delivery-areas.ts';
import type { Outlet } from '../../outlets/outlets.ts';
import { itemAvailability } from '../availability.ts';
import { shownMenus } from '../menu-sale.ts';
import { openerOf } from '../nested-lists.ts';
import type { ChoiceList } from '../option-choice.ts';

/** The restaurant as its staff read it, with drafts and inactive outlets. */
export interface CheckFacts {
  /** `locale` is the language of the untranslated texts. */
  restaurant: { _id: string; name: string; locale: string; isOwnerVerified: boolean };
  /** In the restaurant's order; guests see `shownMenus` of them. */
  menus: readonly Menu[];
  /** Categories of all menus. */
  categories: readonly Category[];
  /** Items and modifiers alike. */
  items: readonly Item[];
  modifierLists: readonly ModifierList[];
  outlets: readonly Outlet[];
  /** Delivery areas of all outlets. */
  deliveryAreas: readonly DeliveryArea[];
  /** Special days before this date, '2026-03-20', count as past. A day of difference between zones does not matter. */
  today: string;
}

export const activeOutlets = ({ outlets }: CheckFacts): Outlet[] => outlets.filter(({ status }) => status);

/** The categories that guests see; with an outlet, of the menus that are sold there. */
export function shownCategories(facts: CheckFacts, outlet?: Outlet): Category[] {
  const isHere = ({ sale }: Menu) => outlet === undefined || (sale?.outletIds?.includes(outlet._id) ?? true);
  const shown = new Set(
    shownMenus(facts.menus)
      .filter(isHere)
      .map(({ _id }) => _id),
  );
  return facts.categories.filter(({ menuId }) => shown.has(menuId));
}

/** The list as a guest at the outlet chooses from it; without an outlet, as if everything were available. */
export function choiceList(list: ModifierList, outlet: Outlet | null): ChoiceList {
  return {
    ...list,
    listId: list._id,
    modifiers: list.modifierList.map((modifier) => ({
      modifierId: modifier._id,
      isAvailable: !modifier.soldOut && !isOffAt(modifier, outlet),
    })),
  };
}

/** `choiceList` at one outlet, made once for each list: many items have the same. */
export function choiceListsAt(outlet: Outlet | null): (list: ModifierList) => ChoiceList {
  const made = new Map<ModifierList, ChoiceList>();
  return (list) => {
    const known = made.get(list) ?? choiceList(list, outlet);
    made.set(list, known);
    return known;
  };
}

/** The lists of the item in the order in which it has them, with their openers. */
export function choiceListsOf(
  item: Item,
  lists: ReadonlyMap<string, ModifierList>,
  at: (list: ModifierList) => ChoiceList,
): ChoiceList[] {
  return item.modifierList.flatMap((id) => {
    const list = lists.get(id);
    return list === undefined ? [] : [{ ...at(list), ...openerOf(item, id) }];
  });
}

function isOffAt({ InActiveOutletIds }: Pick<Item, 'InActiveOutletIds'>, outlet: Outlet | null): boolean {
  return InActiveOutletIds.some(({ _id }) => _id === outlet?._id);
}

/** Whether anything on the menu can be ordered at the outlet. */
export function hasSomethingToOrder(facts: CheckFacts, outlet: Outlet): boolean {
  const lists = new Map(facts.modifierLists.map((list) => [list._id, list]));
  const offered = new Set(
    shownCategories(facts, outlet)
      .filter((category) => !isOffAt(category, outlet))
      .flatMap(({ items }) => items.map(({ _id }) => _id)),
  );
  const at = choiceListsAt(outlet);
  return facts.items.some((item) => {
    if (item.type !== 'item' || !offered.has(item._id)) return false;
    const availability = itemAvailability({
      quantity: item.soldOut ? 0 : null,
      isInactiveAtOutlet: isOffAt(item, outlet),
      categoryInactive: false,
      lists: choiceListsOf(item, lists, at),
    });
    return availability === 'available';
  });
}
