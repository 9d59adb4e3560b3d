/** The menu of a site with menus that are not sold always and everywhere, as it is sold at a place and time (decision 98). */
import type { Catalogue, CatalogueCategory, CatalogueMenu } from '#contract/menu/catalogue.ts';
import type { Language } from '#contract/base/enumerations.ts';
import type { CategoryId, ItemId, MenuId } from '#contract/base/ids.ts';
import { canOrder, isSoldAt, type SalePlace } from '#contract/menu/menu-sale.ts';
import { slotsAt } from '../basket/slots.ts';
import { modePathOf, type StoredBasket } from '../basket/stored-basket.ts';
import { inLanguage } from '../language/in-language.ts';
import { saleText } from '../language/sale-text.ts';
import type { ModePath } from '../routing/paths.ts';
import { pathBelow } from '../routing/match-route.ts';
import { onAddress } from '../routing/router.tsx';
import { loadLazyWords } from '../words/load-words.ts';
import type { Words } from '../words/words.ts';
import type { BrowserStore } from './browser-store.ts';
import type { Place } from './place.ts';

/** `note` is of the categories of a menu that is not sold now, which stand together without their dishes. */
export type ShownCategory = CatalogueCategory & { note?: SaleNote };

interface SaleNote {
  /** When and how the menu is sold. */
  text: string;
  /** The words of a link to the times of orders for later; null where none would help. */
  scheduleText: string | null;
}

/** A catalogue of which only what is sold at a place and time stands in the categories. The catalogue itself is one where all is sold. */
export interface ShownCatalogue extends Omit<Catalogue, 'categories'> {
  categories: ShownCategory[];
  /** Dishes that are on menus which are not sold now, and on no other, with when they are: 'Breakfast: from 07:00 to 11:00'. */
  unsold?: Record<ItemId, string>;
  /** Dishes among them that nobody can order any more: the others are of menus that ended a few minutes ago. */
  over?: ItemId[];
  /** The categories and popular dishes that these are chosen from. */
  whole?: Pick<Catalogue, 'categories' | 'popular'>;
}

interface Reader {
  words: Words;
  language: Language;
}

export interface Asked {
  /** The address below the base of the site. */
  path: string;
  basket: Pick<StoredBasket, 'orderingMode' | 'outlet' | 'orderDate'>;
  now: Date;
}

interface ShowingSite extends Reader {
  paths: { base: string };
  basketStore: Pick<BrowserStore<StoredBasket>, 'get' | 'subscribe'>;
}
type ChangeCatalogue = (change: (present: ShownCatalogue) => ShownCatalogue) => void;

/** Milliseconds between two looks at the clock. */
const tick = 5000;
let isKept = false;

/** In the browser: shows what is sold, now and whenever the address, the basket or the time has changed it. */
export async function keepSales(site: ShowingSite, change: ChangeCatalogue): Promise<void> {
  await loadLazyWords();
  const look = () =>
    change((present) => {
      const path = pathBelow(site.paths.base, location.pathname) ?? '';
      const fresh = showSales(present, site, { path, basket: site.basketStore.get(), now: new Date() });
      // Another catalogue has the whole menu rendered again.
      return shownText(fresh) === shownText(present) ? present : fresh;
    });
  look();
  if (isKept) return;
  isKept = true;
  site.basketStore.subscribe(look);
  onAddress(look);
  setInterval(look, tick);
}

/** The parts that differ by place and time, to be compared: the dishes themselves are much longer. */
function shownText({ categories, popular, unsold, over }: ShownCatalogue): string {
  return JSON.stringify([categories, popular, unsold, over]);
}

/**
 * Finds what is sold at the place that the address names, or else the basket, at the time that the order is for. Without an outlet, a menu is
 * sold that is sold at any.
 */
export function showSales(
  catalogue: ShownCatalogue,
  { words, language }: Reader,
  { path, basket, now }: Asked,
): ShownCatalogue {
  const { menus, outlets, whole = catalogue } = catalogue;
  if (menus === undefined) return catalogue;
  const { categories, popular } = whole;
  const { mode, outlet } = placeAt(catalogue, path, basket);
  const wantedAt = basket.orderDate === null || mode === 'dine-in' ? null : new Date(basket.orderDate);
  const isSoldHere = (isSold: (place: SalePlace) => boolean) =>
    (outlet === null ? outlets : [outlet]).some(({ _id, timeZone }) => isSold({ outletId: _id, timeZone, mode }));
  const unsoldMenus = menus.filter(({ sale }) => !isSoldHere((place) => isSoldAt(sale, place, wantedAt ?? now)));
  const overMenus = menus.filter(({ sale }) => !isSoldHere((place) => canOrder(sale, place, now, wantedAt)));
  const sections = new Map<MenuId | undefined, ShownCategory>();
  const named = new Map<MenuId | undefined, string>();
  for (const { _id, name, nameTranslations, sale } of unsoldMenus) {
    const text = saleText(sale, { mode, outlet }, { catalogue, words, language });
    const slots = outlet === null ? [] : slotsAt(outlet, mode, now);
    const isForLater = slots.some((slot) => isSoldHere((place) => isSoldAt(sale, place, slot)));
    const note: SaleNote = {
      text: text.charAt(0).toUpperCase() + text.slice(1),
      scheduleText: isForLater ? words.scheduleOrder : null,
    };
    named.set(_id, words.sale.of(inLanguage(name, nameTranslations, language), text));
    // It stands among the categories, which have ids of another kind.
    const id = _id as string as CategoryId;
    sections.set(_id, { _id: id, name, nameTranslations, items: [], InActiveOutletIds: [], note });
  }
  const shown = new Set(
    categories
      .filter(({ items }) => items.length > 0)
      .map((category): ShownCategory => sections.get(category.menuId) ?? category),
  );
  const textOf = (dish: ItemId) => {
    const menuIds = new Set(categories.filter(({ items }) => items.includes(dish)).map(({ menuId }) => menuId));
    return [...menuIds].flatMap((id) => named.get(id) ?? []).join('; ');
  };
  const unsold = Object.fromEntries(
    dishesOnlyIn(unsoldMenus, categories, outlet?._id).map((dish) => [dish, textOf(dish)]),
  ) as Record<ItemId, string>;
  return {
    ...catalogue,
    whole: { categories, popular },
    categories: [...shown],
    popular: popular.filter((id) => unsold[id] === undefined),
    unsold,
    over: dishesOnlyIn(overMenus, categories, outlet?._id),
  };
}

/** The place that the address names, below the base of the site, or else the basket. */
export function placeAt(
  { outlets }: Pick<ShownCatalogue, 'outlets'>,
  path: string,
  basket: Asked['basket'],
): Pick<Place, 'mode' | 'outlet'> {
  const [, mode, name] = /^\/(delivery|pickup|dine-in)\/([^/]+)/.exec(path) ?? [];
  const named = outlets.find((outlet) => outlet.name === decoded(name ?? ''));
  const chosen = outlets.find(({ _id }) => _id === basket.outlet?._id);
  return {
    mode: (mode as ModePath | undefined) ?? modePathOf(basket.orderingMode),
    outlet: named ?? chosen ?? null,
  };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Dishes that no other menu has in a category that is on at the outlet. */
function dishesOnlyIn(
  menus: readonly CatalogueMenu[],
  categories: readonly CatalogueCategory[],
  outletId: string | undefined,
): ItemId[] {
  const isOf = ({ menuId }: CatalogueCategory) => menus.some(({ _id }) => _id === menuId);
  const sold = new Set(
    categories
      .filter((one) => !isOf(one) && !one.InActiveOutletIds.some((off) => off === outletId))
      .flatMap(({ items }) => items),
  );
  return [...new Set(categories.filter(isOf).flatMap(({ items }) => items))].filter((id) => !sold.has(id));
}
