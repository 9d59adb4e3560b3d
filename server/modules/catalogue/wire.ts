import type {
  Catalogue,
  CatalogueCategory,
  CatalogueItem,
  CatalogueMode,
  CatalogueModifierList,
  CatalogueOutlet,
} from '#contract/catalogue.ts';
import type { ItemId, OutletId } from '#contract/ids.ts';
import type { Currency } from '#contract/money.ts';
import { toArea } from '#server/modules/delivery-areas/wire.ts';
import { picturePath } from '#server/modules/media/address.ts';
import type { ItemRow } from '#server/modules/items/queries.ts';
import { toItem } from '#server/modules/items/wire.ts';
import type { ModifierListRow } from '#server/modules/modifier-lists/queries.ts';
import { toModifierList } from '#server/modules/modifier-lists/wire.ts';
import type { ModeRow, OutletRow } from '#server/modules/outlets/queries.ts';
import { modeOf, toOrderingMode, toOutlet } from '#server/modules/outlets/wire.ts';
import type { CatalogueRows } from './read-catalogue.ts';

/** The catalogue without its version, which is made from the rest. */
export type CatalogueContent = Omit<Catalogue, 'version'>;

/** What guests see, in the shape of the contract. A category that is off at an outlet takes its items along. */
export function toCatalogue(rows: CatalogueRows): CatalogueContent {
  const { restaurant, outlets, areas, lists } = rows;
  const currency = restaurant.currency as Currency;
  const dishes = new Map(rows.items.filter(({ type }) => type === 'item').map((item) => [item.id, item]));
  const categories = rows.categories.map((category) => ({
    _id: category.id,
    name: category.name,
    nameTranslations: category.name_translations,
    items: category.items.map(({ id }) => id).filter((id) => dishes.has(id)),
    InActiveOutletIds: category.inactive_outlets.map(({ id }) => id),
  }));
  const shown = [...new Set(categories.flatMap(({ items }) => items))];
  return {
    siteToken: restaurant.site_token,
    restaurant: {
      _id: restaurant.id,
      name: restaurant.name,
      slug: restaurant.slug,
      currency,
      country: restaurant.country,
      locale: restaurant.default_locale,
      accent: restaurant.accent,
      logo: picturePath(restaurant.id, restaurant.logo_hash),
      cover: picturePath(restaurant.id, restaurant.cover_hash),
      chargeOptions: restaurant.charge_options,
    },
    outlets: outlets.map(toCatalogueOutlet),
    deliveryAreas: outlets.flatMap(({ id }) =>
      areas.filter((area) => area.outlet_id === id).map((area) => toArea(area, currency)),
    ),
    categories,
    items: shown.map((id) => toCatalogueItem(dishes.get(id)!, categories, currency)),
    modifierLists: lists.map((list) => toCatalogueList(list, currency)),
  };
}

function toCatalogueOutlet(row: OutletRow): CatalogueOutlet {
  const { _id, name, address, phone, timeZone, taxDetails, orderingSchedule } = toOutlet(row, 'guests');
  return {
    _id,
    name,
    image: picturePath(row.restaurant_id, row.image_hash),
    address: address === null ? null : { location: address.location, area: address.area },
    phone,
    timeZone,
    taxDetails,
    orderingSchedule,
    modes: { delivery: toCatalogueMode(modeOf(row, 'delivery')), pickup: toCatalogueMode(modeOf(row, 'pickup')) },
  };
}

function toCatalogueMode(row: ModeRow): CatalogueMode {
  const { acceptsOrders, preparationTime, deliveryTime, openingHours } = toOrderingMode(row);
  return {
    acceptsOrders,
    preparationTime,
    deliveryTime,
    takesCash: row.takes_cash,
    takesCard: row.takes_card,
    openingHours,
  };
}

function toCatalogueItem(
  row: ItemRow,
  categories: readonly Pick<CatalogueCategory, 'items' | 'InActiveOutletIds'>[],
  currency: Currency,
): CatalogueItem {
  const { imageUrl: _, type: __, InActiveOutletIds, ...item } = toItem(row, currency, 'guests');
  const offItself = InActiveOutletIds.map(({ _id }) => _id);
  return {
    ...item,
    image: picturePath(row.restaurant_id, row.image_hash),
    InActiveOutletIds: [...new Set([...offItself, ...offWithItsCategories(row.id, categories)])],
  };
}

/** The outlets at which every category that has the item is off; another one that is on keeps it on. */
function offWithItsCategories(
  itemId: ItemId,
  categories: readonly Pick<CatalogueCategory, 'items' | 'InActiveOutletIds'>[],
): OutletId[] {
  const [first, ...others] = categories
    .filter(({ items }) => items.includes(itemId))
    .map(({ InActiveOutletIds }) => InActiveOutletIds);
  return (first ?? []).filter((outletId) => others.every((outlets) => outlets.includes(outletId)));
}

function toCatalogueList(row: ModifierListRow, currency: Currency): CatalogueModifierList {
  const { name: _, itemList: __, modifierList, ...list } = toModifierList(row, currency, 'guests');
  return {
    ...list,
    modifierList: modifierList.map(({ type: ___, InActiveOutletIds, ...modifier }) => ({
      ...modifier,
      InActiveOutletIds: InActiveOutletIds.map(({ _id }) => _id),
    })),
  };
}
