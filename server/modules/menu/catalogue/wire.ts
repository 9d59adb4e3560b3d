import type {
  Catalogue,
  CatalogueCategory,
  CatalogueItem,
  CatalogueMenu,
  CatalogueMode,
  CatalogueModifierList,
  CatalogueOutlet,
} from '#contract/menu/catalogue.ts';
import type { ItemId, OutletId } from '#contract/base/ids.ts';
import { type Currency, toMajor } from '#contract/base/money.ts';
import { declaredFoods } from '#contract/menu/allergens.ts';
import { isSoldOutNow } from '#contract/menu/availability.ts';
import { toCatalogueArea } from '#server/modules/outlets/delivery-areas/wire.ts';
import { picturePath } from '#server/modules/restaurants/pictures/address.ts';
import type { ItemRow } from '#server/modules/menu/items/queries.ts';
import { nestedOnWire } from '#server/modules/menu/items/wire.ts';
import { saleForWire } from '#server/modules/menu/menus/wire.ts';
import { modePricesForWire } from '#server/modules/menu/modifier-lists/mode-prices.ts';
import type { ModifierListRow } from '#server/modules/menu/modifier-lists/queries.ts';
import { closedWeek } from '#server/modules/outlets/closed-week.ts';
import type { ModeRow, OutletRow } from '#server/modules/outlets/queries.ts';
import { modeOf, outletDetails, toOrderingMode } from '#server/modules/outlets/wire.ts';
import type { CatalogueRows } from './read-catalogue.ts';

/** The catalogue without its version, which is made from the rest. */
type CatalogueContent = Omit<Catalogue, 'version'>;

/**
 * The guests' view of a restaurant, in the shape of the contract: the dishes of Live menus and their modifiers.
 * Everything else is a draft. A category that is off at an outlet takes its items along. A closed restaurant sells
 * nothing.
 */
export function toCatalogue(rows: CatalogueRows, popular: readonly ItemId[], now: Date): CatalogueContent {
  const { restaurant, outlets, areas } = rows;
  const isClosed = restaurant.closed_at !== null;
  const isShut = isClosed || restaurant.status === 'cancelled' || restaurant.owner_verified_at === null;
  const currency = restaurant.currency as Currency;
  const isActive = activeAmong(outlets);
  const areasOf = Map.groupBy(areas, (area) => area.outlet_id);
  const dishes = new Map(rows.items.filter(({ type }) => type === 'item').map((item) => [item.id, item]));
  const limited = isClosed ? [] : rows.menus.flatMap((menu) => limitedMenu(menu, isActive));
  const menus = limited.filter(isSoldSomewhere);
  const isLimited = new Set(menus.map(({ _id }) => _id));
  const isNowhere = new Set(limited.filter((menu) => !isSoldSomewhere(menu)).map(({ _id }) => _id));
  const sold = rows.categories.filter((category) => !isNowhere.has(category.menu_id));
  const categories = (isClosed ? [] : sold).map((category) => ({
    _id: category.id,
    ...(isLimited.has(category.menu_id) && { menuId: category.menu_id }),
    name: category.name,
    nameTranslations: category.name_translations,
    items: category.itemIds.filter((id) => dishes.has(id)),
    InActiveOutletIds: category.inactiveOutletIds,
  }));
  const offOf = outletsOffByCategories(categories);
  const shown = [...offOf.keys()].map((id) => dishes.get(id)!);
  const shownLists = new Set(shown.flatMap(({ listIds }) => listIds));
  const lists = rows.lists.filter(({ id }) => shownLists.has(id));
  return {
    siteToken: restaurant.site_token,
    restaurant: {
      _id: restaurant.id,
      name: restaurant.name,
      nameTranslations: restaurant.name_translations,
      slug: restaurant.slug,
      domain: restaurant.own_domain,
      currency,
      country: restaurant.country,
      locale: restaurant.default_locale,
      languages: restaurant.site_languages.toSorted(
        (one, other) => Number(other === restaurant.default_locale) - Number(one === restaurant.default_locale),
      ),
      accent: restaurant.accent,
      logo: picturePath(restaurant.id, restaurant.logo_hash),
      cover: picturePath(restaurant.id, restaurant.cover_hash),
      chargeOptions: restaurant.charge_options,
      ...(restaurant.tip_modes.length === 0
        ? {}
        : { tips: { modes: restaurant.tip_modes, percents: restaurant.tip_percents } }),
      ...(restaurant.online_payment === null
        ? {}
        : { onlinePayment: { isTest: restaurant.online_payment === 'test' } }),
      ...(rows.hasOffers && !isClosed ? { hasOffers: true as const } : {}),
      ...(isClosed ? { isClosed } : {}),
    },
    outlets: outlets.map((row) => toCatalogueOutlet(row, isShut)),
    deliveryAreas: outlets.flatMap(({ id }) => (areasOf.get(id) ?? []).map((area) => toCatalogueArea(area, currency))),
    ...(menus.length > 0 && { menus }),
    categories,
    items: shown.map((row) => {
      const off = new Set([...row.inactiveOutletIds, ...offOf.get(row.id)!]);
      const item = toCatalogueItem(row, [...off].filter(isActive), soldOutAt(row, isActive, now), currency);
      const goesWith = row.goesWithIds.filter((id) => offOf.has(id));
      return goesWith.length === 0 ? item : { ...item, goesWith };
    }),
    popular: popular.filter((id) => offOf.has(id)),
    modifierLists: lists.map((row) => toCatalogueList(row, isActive, currency, now)),
  };
}

/** The menu with the limits that concern guests; none where it has no limit. */
function limitedMenu(row: CatalogueRows['menus'][number], isActive: IsActive): CatalogueMenu[] {
  const { sale } = saleForWire(row);
  if (sale === undefined) return [];
  const outletIds = sale.outletIds?.filter(isActive);
  return [
    {
      _id: row.id,
      name: row.name,
      nameTranslations: row.name_translations,
      sale: { ...sale, ...(outletIds && { outletIds }) },
    },
  ];
}

/** A menu of outlets that are all switched off is none for guests. */
function isSoldSomewhere({ sale }: CatalogueMenu): boolean {
  return sale.outletIds?.length !== 0;
}

type IsActive = (outletId: OutletId) => boolean;

/** Guests know active outlets only. */
function activeAmong(outlets: readonly OutletRow[]): IsActive {
  const active = new Set(outlets.map(({ id }) => id));
  return (outletId) => active.has(outletId);
}

/**
 * The outlets at which every category with the item is off, by item in the order of the categories; one category that
 * is on keeps the item on.
 */
function outletsOffByCategories(
  categories: readonly Pick<CatalogueCategory, 'items' | 'InActiveOutletIds'>[],
): ReadonlyMap<ItemId, readonly OutletId[]> {
  const offOf = new Map<ItemId, readonly OutletId[]>();
  for (const { items, InActiveOutletIds } of categories) {
    const off = new Set(InActiveOutletIds);
    for (const id of items) offOf.set(id, offOf.get(id)?.filter((outletId) => off.has(outletId)) ?? InActiveOutletIds);
  }
  return offOf;
}

/** Outlets of a cancelled or closed restaurant are closed on every day. */
function toCatalogueOutlet(row: OutletRow, isShut: boolean): CatalogueOutlet {
  const { specialDays, ...details } = outletDetails(row);
  const dineIn = modeOf(row, 'dine-in');
  return {
    ...details,
    image: picturePath(row.restaurant_id, row.image_hash),
    modes: {
      delivery: toCatalogueMode(modeOf(row, 'delivery'), isShut),
      pickup: toCatalogueMode(modeOf(row, 'pickup'), isShut),
      ...(dineIn.accepts_orders ? { 'dine-in': toCatalogueMode(dineIn, isShut) } : {}),
    },
    specialDays: (isShut ? [] : specialDays).map(({ _id: _, outletId: __, ...day }) => day),
  };
}

function toCatalogueMode(row: ModeRow, isShut: boolean): CatalogueMode {
  const { acceptsOrders, pausedUntil, preparationTime, deliveryTime, busy, openingHours } = toOrderingMode(
    row,
    'guests',
  );
  return {
    acceptsOrders,
    pausedUntil,
    preparationTime,
    deliveryTime,
    busy,
    takesCash: row.takes_cash,
    takesCard: row.takes_card,
    takesOnline: row.takes_online,
    openingHours: isShut ? closedWeek : openingHours,
  };
}

/** The active outlets where the item is sold out now, and until when: those that have none left as long as they have none. */
function soldOutAt(
  { soldOutAt: marked, stockAt }: Pick<ItemRow, 'soldOutAt' | 'stockAt'>,
  isActive: IsActive,
  now: Date,
): CatalogueItem['soldOutAt'] {
  const empty = stockAt.flatMap(({ outletId, quantity }) => (quantity === 0 ? [{ outletId, until: null }] : []));
  const isEmpty = new Set(empty.map(({ outletId }) => outletId));
  return [...marked.filter(({ outletId }) => !isEmpty.has(outletId)), ...empty]
    .filter((one) => isActive(one.outletId) && isSoldOutNow(one, now))
    .map(({ outletId, until }) => ({ outletId, until: until?.toISOString() ?? null }));
}

/**
 * Milliseconds since the epoch at which the first sold-out item is back and changes the catalogue. A closed restaurant
 * has none: it may be erased.
 */
export function comesBackAt({ restaurant, items }: CatalogueRows, now: Date): number {
  if (restaurant.erase_at !== null) return Math.max(restaurant.erase_at.getTime(), now.getTime());
  const ends = items.flatMap(({ soldOutAt }) => soldOutAt.map(({ until }) => until?.getTime() ?? Infinity));
  return Math.min(Infinity, ...ends.filter((end) => end > now.getTime()));
}

function toCatalogueItem(
  row: ItemRow,
  InActiveOutletIds: OutletId[],
  soldOutAt: CatalogueItem['soldOutAt'],
  currency: Currency,
): CatalogueItem {
  return {
    _id: row.id,
    name: row.name,
    nameTranslations: row.name_translations,
    description: row.description,
    descriptionTranslations: row.description_translations,
    price: toMajor(row.price_minor, currency),
    ...modePricesForWire(row, currency),
    image: picturePath(row.restaurant_id, row.image_hash),
    modifierList: row.listIds,
    ...nestedOnWire(row),
    InActiveOutletIds,
    soldOut: row.quantity === 0,
    soldOutAt,
    calories: row.calories,
    allergens: row.allergens,
    diets: row.diets,
  };
}

function toCatalogueList(
  row: ModifierListRow,
  isActive: IsActive,
  currency: Currency,
  now: Date,
): CatalogueModifierList {
  return {
    _id: row.id,
    displayName: row.display_name,
    displayNameTranslations: row.display_name_translations,
    allowMultipleSelection: row.allows_multiple,
    minModifier: row.min_choices,
    maxModifier: row.max_choices,
    optional: row.is_optional,
    ...(row.free_choices > 0 && { freeModifiers: row.free_choices }),
    ...(row.max_per_option > 1 && { maxPerModifier: row.max_per_option }),
    ...(row.is_halved && { halves: true }),
    modifierList: row.modifiers.map((modifier) => ({
      _id: modifier.id,
      name: modifier.name,
      nameTranslations: modifier.name_translations,
      price: toMajor(modifier.price_minor, currency),
      ...modePricesForWire(modifier, currency),
      soldOut: modifier.quantity === 0,
      soldOutAt: soldOutAt(modifier, isActive, now),
      InActiveOutletIds: modifier.inactiveOutletIds.filter(isActive),
      ...declaredFoods(modifier),
    })),
  };
}
