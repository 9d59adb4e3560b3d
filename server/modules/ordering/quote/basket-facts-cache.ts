import type { Mode } from '#contract/base/enumerations.ts';
import type { DeliveryAreaId, ItemId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import { pointsIn } from '#contract/outlets/zone-shape.ts';
import { LruCache } from '#server/lru-cache.ts';
import {
  type AreaFacts,
  areaOf,
  type BasketFacts,
  type BasketQuestion,
  hasDestination,
  type ItemFacts,
  type KnownZones,
  type ModeFacts,
  type OutletFacts,
  tableNumberOf,
} from './read-basket-facts.ts';

type Table = NonNullable<BasketFacts['table']>;

/** The facts read of an outlet at one version of the menu; missing things are not remembered. */
interface CachedFacts {
  terms: Pick<BasketFacts, 'menuVersion' | 'currency' | 'chargeOptions' | 'tipModes' | 'offers' | 'menus'>;
  outlet: OutletFacts;
  modes: Map<Mode, ModeFacts>;
  areas: Map<DeliveryAreaId, AreaFacts>;
  /** Null: not read yet. */
  zones: AreaFacts[] | null;
  tables: Map<number, Table>;
  items: Map<ItemId, ItemFacts>;
}

/** Items of all outlets together; each may have a hundred modifiers. */
const itemsMax = 20_000;
/** Ids of an offer that take the memory of an item with its lists. */
const idsPerItem = 20;

/**
 * Facts of earlier baskets, by outlet. They may be outdated: callers have their `menuVersion` compared in the statement
 * that writes, and refuse nothing because of them.
 */
export class BasketFactsCache {
  readonly #sheets = new LruCache<string, CachedFacts>(itemsMax);

  /** All facts for the basket, or null when some are not remembered. */
  recall(restaurantId: RestaurantId, basket: BasketQuestion): BasketFacts | null {
    const sheet = this.#sheets.get(keyOf(restaurantId, basket.outletId));
    const mode = sheet?.modes.get(basket.deliveryMode);
    if (sheet === undefined || mode === undefined || basket.offerCode) return null;
    const areaId = areaOf(basket);
    const area = areaId === null ? null : sheet.areas.get(areaId);
    if (area === undefined) return null;
    const zones = hasDestination(basket) ? sheet.zones : [];
    if (zones === null) return null;
    const tableNumber = tableNumberOf(basket);
    const table = tableNumber === null ? null : sheet.tables.get(tableNumber);
    if (table === undefined) return null;
    const items: ItemFacts[] = [];
    for (const itemId of new Set(basket.items.map((line) => line.itemId))) {
      const item = sheet.items.get(itemId);
      if (item === undefined) return null;
      items.push(item);
    }
    return { ...sheet.terms, outlet: { ...sheet.outlet, mode }, area, zones, table, items };
  }

  /** The zones of the outlet with the version that they are of; null when they are not remembered. */
  recallZones(restaurantId: RestaurantId, outletId: OutletId): KnownZones | null {
    const sheet = this.#sheets.get(keyOf(restaurantId, outletId));
    return sheet?.zones ? { menuVersion: sheet.terms.menuVersion, zones: sheet.zones } : null;
  }

  remember(restaurantId: RestaurantId, basket: BasketQuestion, facts: BasketFacts): void {
    const { outlet, area, zones, table, items, menuVersion, currency, chargeOptions, tipModes, offers, menus } = facts;
    if (outlet === null) return;
    const key = keyOf(restaurantId, outlet.id);
    const known = this.#sheets.get(key);
    // Offers of codes are read with each basket that has one; how often the others were used changes within a version.
    const terms = {
      menuVersion,
      currency,
      chargeOptions,
      tipModes,
      menus,
      offers: offers.filter(({ code }) => code === null),
    };
    const sheet: CachedFacts =
      known?.terms.menuVersion === menuVersion
        ? { ...known, terms }
        : { terms, outlet, modes: new Map(), areas: new Map(), zones: null, tables: new Map(), items: new Map() };
    if (outlet.mode !== null) sheet.modes.set(basket.deliveryMode, outlet.mode);
    if (area !== null) sheet.areas.set(area.id, area);
    if (hasDestination(basket)) sheet.zones = zones;
    if (table !== null) sheet.tables.set(table.number, table);
    for (const item of items) sheet.items.set(item.id, item);
    this.#sheets.set(
      key,
      sheet,
      1 + sheet.items.size + menus.length + weightOf(terms.offers) + weightOfZones(sheet.zones ?? []),
    );
  }
}

/** In items: the ids of what an offer is for are the most of it. */
function weightOf(offers: BasketFacts['offers']): number {
  const ids = offers.map(({ scope }) => (scope === null ? 0 : scope.categories.length + scope.items.length));
  return ids.reduce((sum, count) => sum + Math.ceil(count / idsPerItem), 0);
}

/** In items: the points of an outline, or the postcodes, are the most of it. */
function weightOfZones(zones: BasketFacts['zones']): number {
  const partsOf = ({ shape }: (typeof zones)[number]) => {
    if (shape === null) return 0;
    return shape.kind === 'postcodes' ? shape.postcodes.length : pointsIn(shape);
  };
  return zones.reduce((sum, zone) => sum + 1 + Math.ceil(partsOf(zone) / idsPerItem), 0);
}

/** Includes the restaurant, so that nobody is answered from another's menu. */
function keyOf(restaurantId: RestaurantId, outletId: OutletId): string {
  return `${restaurantId} ${outletId}`;
}
