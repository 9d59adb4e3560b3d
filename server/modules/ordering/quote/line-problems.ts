/** Problems that keep a line of a basket from being ordered, one by one. Pure. */
import type { Mode } from '#contract/base/enumerations.ts';
import type { ItemId, ModifierListId } from '#contract/base/ids.ts';
import { itemAvailability } from '#contract/menu/availability.ts';
import { canOrder } from '#contract/menu/menu-sale.ts';
import { type ChoiceList, withoutDeadEnds } from '#contract/menu/option-choice.ts';
import type { BasketProblem, ExaminedBasket, ExaminedLine } from './examine-basket.ts';
import type { ScheduledTime } from './mode-problems.ts';
import type { ItemFacts, MenuFacts, ModifierFacts } from './read-basket-facts.ts';

/** The menu of each id that this order cannot have dishes of: it is not sold at its time, in its mode or at its outlet. */
type MenusNotSold = ReadonlyMap<MenuFacts['id'], MenuFacts>;

export function menusNotSold(
  { menus, outlet }: ExaminedBasket['facts'],
  mode: Mode,
  now: Date,
  scheduled: ScheduledTime | null,
): MenusNotSold {
  const place = { outletId: outlet.id, timeZone: outlet.timeZone, mode };
  const unsold = menus.filter((menu) => !canOrder(menu, place, now, scheduled?.requestedFor ?? null));
  return new Map(unsold.map((menu) => [menu.id, menu]));
}

export function lineProblems(
  { item, choiceProblem }: ExaminedLine,
  line: number,
  unsold: MenusNotSold,
): BasketProblem[] {
  if (item === undefined) return [{ code: 'order.item_gone', details: {}, line }];
  const { quantity, isInactive, menuIds } = item;
  const availability = itemAvailability({
    quantity,
    isInactiveAtOutlet: isInactive,
    categoryInactive: menuIds.length === 0,
    lists: choiceLists(item),
  });
  if (availability === 'not_here') return [{ code: 'order.item_unavailable', details: { item: item.name }, line }];
  const [menu] = menuIds.flatMap((id) => unsold.get(id) ?? []);
  if (menu !== undefined && menuIds.every((id) => unsold.has(id))) {
    return [{ code: 'order.menu_over', details: { item: item.name, menu: menu.name }, line }];
  }
  if (availability === 'sold_out') return [{ code: 'order.sold_out', details: { item: item.name, left: 0 }, line }];
  switch (choiceProblem?.code) {
    case undefined:
      return [];
    case 'invalid':
      return [{ code: 'order.options_invalid', details: { item: item.name }, line }];
    case 'unavailable': {
      const { name, isInactive } = choiceProblem.modifier;
      if (isInactive) return [{ code: 'order.item_unavailable', details: { item: name }, line }];
      return [{ code: 'order.sold_out', details: { item: name, left: 0 }, line }];
    }
  }
}

/** A modifier that opens a list which cannot be completed is not available. */
export function choiceLists(item: ItemFacts): ChoiceList<ModifierListId, ItemId>[] {
  return withoutDeadEnds(
    item.lists.map((list) => ({
      ...list,
      listId: list.id,
      modifiers: list.modifiers.map((modifier) => ({ modifierId: modifier.id, isAvailable: isAvailable(modifier) })),
    })),
  );
}

function isAvailable(modifier: ModifierFacts): boolean {
  const { quantity, isInactive } = modifier;
  return (
    itemAvailability({ quantity, isInactiveAtOutlet: isInactive, categoryInactive: false, lists: [] }) === 'available'
  );
}
