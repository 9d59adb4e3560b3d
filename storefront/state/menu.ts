/** The menu of a restaurant, arranged for looking things up, and what follows from it for one outlet. */
import type {
  Catalogue,
  CatalogueItem,
  CatalogueMode,
  CatalogueModifierList,
  CatalogueOutlet,
} from '#contract/menu/catalogue.ts';
import type { CatalogueArea } from '#contract/outlets/delivery-areas.ts';
import type { Currency } from '#contract/base/currency-digits.ts';
import type { PaymentMethod } from '#contract/base/enumerations.ts';
import type { DeliveryAreaId, ItemId, ModifierListId, OutletId } from '#contract/base/ids.ts';
import { addMoney, fromMajor, type MinorUnits } from '#contract/base/money.ts';
import { type Availability, isSoldOutNow, itemAvailability } from '#contract/menu/availability.ts';
import { chargedPrices } from '#contract/menu/free-choices.ts';
import { priceIn } from '#contract/menu/mode-price.ts';
import { priceLine } from '#contract/ordering/basket-price.ts';
import { promisedMinutes } from '#contract/outlets/busy.ts';
import { type ModeState, modeState } from '#contract/outlets/mode-state.ts';
import { specialDaysIn } from '#contract/outlets/opening-hours.ts';
import { openerOf } from '#contract/menu/nested-lists.ts';
import { type ChoiceList, effectiveBounds, mostPerModifier, withoutDeadEnds } from '#contract/menu/option-choice.ts';
import type { ModePath } from '../routing/paths.ts';
import type { ShownCatalogue } from './sales.ts';

type Priced = Pick<CatalogueItem, 'price' | 'modePrices'>;

export interface Menu {
  catalogue: ShownCatalogue;
  currency: Currency;
  items: ReadonlyMap<ItemId, CatalogueItem>;
  modifierLists: ReadonlyMap<ModifierListId, CatalogueModifierList>;
  outlets: ReadonlyMap<OutletId, CatalogueOutlet>;
  areas: ReadonlyMap<DeliveryAreaId, CatalogueArea>;
}

/** With the prices of a mode; without one, the usual prices. */
export function readMenu(catalogue: ShownCatalogue, mode?: ModePath): Menu {
  const priced = <One extends Priced>(one: One): One =>
    mode !== undefined && one.modePrices ? { ...one, price: priceIn(one, mode) } : one;
  return {
    catalogue,
    currency: catalogue.restaurant.currency as Currency,
    items: new Map(catalogue.items.map((item) => [item._id, priced(item)])),
    modifierLists: new Map(
      catalogue.modifierLists.map((list) => [list._id, { ...list, modifierList: list.modifierList.map(priced) }]),
    ),
    outlets: new Map(catalogue.outlets.map((outlet) => [outlet._id, outlet])),
    areas: new Map(catalogue.deliveryAreas.map((area) => [area._id, area])),
  };
}

/** The picture on top of the menu: the restaurant's, else the first there is of an outlet, chosen or not, so that nothing jumps. */
export function coverOf({ restaurant, outlets }: Catalogue): string | null {
  return restaurant.cover ?? outlets.find(({ image }) => image !== null)?.image ?? null;
}

/** The outlet whose name stands in the address. */
export function findOutlet(menu: Menu, nameInAddress: string): CatalogueOutlet | null {
  return menu.catalogue.outlets.find((outlet) => outlet.name === nameInAddress) ?? null;
}

/** The lists of an item as the guest chooses from them at the outlet; without an outlet, as if all options were there. */
export function choiceLists(
  menu: Menu,
  item: CatalogueItem,
  outletId: OutletId | null,
  startsAt: Date | null = null,
): ChoiceList<ModifierListId, ItemId>[] {
  const lists = item.modifierList.flatMap((listId) => {
    const list = menu.modifierLists.get(listId);
    if (list === undefined) return [];
    const modifiers = list.modifierList.map((modifier) => ({
      modifierId: modifier._id,
      isAvailable:
        !isSoldOut(modifier, outletId, startsAt) &&
        (outletId === null || !modifier.InActiveOutletIds.includes(outletId)),
    }));
    return [{ ...list, listId, modifiers, ...openerOf(item, listId) }];
  });
  return withoutDeadEnds(lists);
}

/** Whether none is left at the outlet when the kitchen begins; null: now, of which the catalogue tells. */
function isSoldOut(
  { soldOut, soldOutAt }: Pick<CatalogueItem, 'soldOut' | 'soldOutAt'>,
  outletId: OutletId | null,
  startsAt: Date | null,
): boolean {
  const here = soldOutAt.find((one) => one.outletId === outletId) ?? null;
  return soldOut || (startsAt === null ? here !== null : isSoldOutNow(here, startsAt));
}

/**
 * Whether the item can be ordered at the outlet, for the kitchen to begin then or, without a time, now; without an outlet, whether
 * it can be at any. The server decides by the same rule.
 */
export function availabilityAt(
  menu: Menu,
  item: CatalogueItem,
  outletId: OutletId | null,
  startsAt: Date | null = null,
): Availability {
  if (outletId === null) {
    const states = menu.catalogue.outlets.map((outlet) => availabilityAt(menu, item, outlet._id, startsAt));
    return states.includes('available') ? 'available' : (states[0] ?? 'available');
  }
  return itemAvailability({
    quantity: isSoldOut(item, outletId, startsAt) ? 0 : null,
    isInactiveAtOutlet: item.InActiveOutletIds.includes(outletId),
    // The catalogue has told the items of a category that is off.
    categoryInactive: false,
    lists: choiceLists(menu, item, outletId, startsAt),
  });
}

/** The price of one portion with the cheapest choices that satisfy every list; `isFrom` when these are not free, or others cost more. */
export function startingPrice(menu: Menu, item: CatalogueItem): { price: MinorUnits; isFrom: boolean } {
  const unitPrice = fromMajor(item.price, menu.currency);
  const lists = item.modifierList.flatMap((listId) => {
    const list = menu.modifierLists.get(listId);
    return list === undefined ? [] : [{ ...list, ...openerOf(item, listId) }];
  });
  const always = cheapestOf(menu, lists);
  const { chargeOptions } = menu.catalogue.restaurant;
  const price = priceLine({ unitPrice, optionPrices: always.prices, quantity: 1, chargeOptions });
  return { price, isFrom: always.isFrom };
}

type AskedList = CatalogueModifierList & ReturnType<typeof openerOf>;

interface Cheapest {
  prices: MinorUnits[];
  isFrom: boolean;
}

/** The cheapest choices of the lists that are always asked, with those of the lists that they open. */
function cheapestOf(menu: Menu, lists: readonly AskedList[]): Cheapest {
  const below = Map.groupBy(lists, ({ openedBy }) => openedBy?.listId);
  const together = (all: readonly Cheapest[]): Cheapest => ({
    prices: all.flatMap(({ prices }) => prices),
    isFrom: all.some(({ isFrom }) => isFrom),
  });
  const cheapestFrom = (list: AskedList): Cheapest => {
    const { min } = effectiveBounds(list);
    // Most lists ask for nothing, and what they offer need not be compared.
    if (min === 0) return together([]);
    // Once for each list, and not for each option that opens it: lists of hundreds may open one another.
    const opened = (below.get(list._id) ?? []).map((one) => ({
      openers: new Set(one.openedBy!.modifierIds),
      cheapest: cheapestFrom(one),
    }));
    const options = list.modifierList
      .map(({ _id, price }) => {
        const after = together(opened.filter(({ openers }) => openers.has(_id)).map(({ cheapest }) => cheapest));
        const own = fromMajor(price, menu.currency);
        return { own, after, sum: addMoney(own, ...after.prices) };
      })
      .sort((a, b) => a.sum - b.sum);
    const copies = options.flatMap((option) => Array<typeof option>(mostPerModifier(list)).fill(option));
    const free = list.freeModifiers ?? 0;
    const taken = copies.slice(0, min);
    const after = together([...new Set(taken)].map((option) => option.after));
    const prices = chargedPrices(
      taken.map(({ own }) => own),
      free,
    );
    const isFrom =
      prices.some((price) => price > 0) ||
      after.isFrom ||
      // Sizes: one has to be chosen, and the others cost more.
      (min > free && copies.at(-1)!.sum > copies[0]!.sum);
    return { prices: [...prices, ...after.prices], isFrom };
  };
  return together((below.get(undefined) ?? []).map(cheapestFrom));
}

/** The payment methods that the outlet takes in the mode. */
export function paymentMethodsOf(terms: CatalogueMode, mode: ModePath): PaymentMethod[] {
  const where = mode === 'dine-in' ? 'at table' : (`on ${mode}` as const);
  return [
    ...(terms.takesCash ? [`cash ${where}` as const] : []),
    ...(terms.takesCard ? [`card ${where}` as const] : []),
  ];
}

/** The mode to change to where this one is off; null where that one cannot work either, and at a table. */
export function otherModeOf({ modes }: CatalogueOutlet, mode: ModePath): 'pickup' | 'delivery' | null {
  if (mode === 'dine-in') return null;
  const other = mode === 'pickup' ? 'delivery' : 'pickup';
  const terms = modes[other];
  return terms.acceptsOrders && paymentMethodsOf(terms, other).length > 0 ? other : null;
}

/** The minutes until a guest has what they order now; null where the outlet does not have the mode. */
export function minutesNow(outlet: CatalogueOutlet | null | undefined, mode: ModePath, now: Date): number | null {
  const terms = outlet?.modes[mode];
  return terms ? promisedMinutes(mode, terms, now) : null;
}

/** Whether the outlet takes orders in the mode at this moment, and if not, why. */
export function outletState(outlet: CatalogueOutlet, mode: ModePath, now: Date): ModeState {
  const terms = outlet.modes[mode];
  if (terms === undefined) return { kind: 'not_offered' };
  return modeState({
    // The catalogue has active outlets only.
    outletActive: true,
    acceptsOrders: terms.acceptsOrders,
    pausedUntil: terms.pausedUntil,
    paymentMethods: paymentMethodsOf(terms, mode),
    hours: terms.openingHours.length === 0 ? null : terms.openingHours,
    specialDays: specialDaysIn(outlet.specialDays, mode),
    now,
    timeZone: outlet.timeZone,
  });
}

/** The outlet that takes orders soonest, and longest: what the site says before the guest has chosen one. */
export function readiestOutlet(
  menu: Menu,
  mode: ModePath,
  now: Date,
): { outlet: CatalogueOutlet; state: ModeState } | null {
  const states = menu.catalogue.outlets.map((outlet) => ({ outlet, state: outletState(outlet, mode, now) }));
  return states.sort((a, b) => openingOrder(a.state) - openingOrder(b.state))[0] ?? null;
}

/** Milliseconds that order the states: open ones first, then by when they open, then those that do not. */
function openingOrder(state: ModeState): number {
  if (state.kind === 'open') return -(state.until?.getTime() ?? Number.MAX_SAFE_INTEGER);
  if (state.kind === 'paused') return state.opensAt.getTime();
  if (state.kind === 'closed') return state.opensAt?.getTime() ?? Number.MAX_SAFE_INTEGER - 1;
  return Number.MAX_SAFE_INTEGER;
}
