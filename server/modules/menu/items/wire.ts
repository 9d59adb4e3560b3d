import type { Catalogue, CatalogueItem, CatalogueModifier } from '#contract/menu/catalogue.ts';
import type { ItemId, ModifierListId, OutletId } from '#contract/base/ids.ts';
import type { Item } from '#contract/menu/menus.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import { type Currency, toMajor } from '#contract/base/money.ts';
import { pictureAddress } from '#server/modules/restaurants/pictures/address.ts';
import { modePricesForWire } from '#server/modules/menu/modifier-lists/mode-prices.ts';
import { toReferences } from '#server/modules/menu/modifier-lists/wire.ts';
import type { ItemRow } from './queries.ts';
import type { SavedItem } from './save-item.ts';

/** A dish or a modifier with the field names of the specification, for the people of the restaurant. */
export function toItem(row: ItemRow, currency: Currency): Item {
  return {
    _id: row.id,
    name: row.name,
    nameTranslations: row.name_translations,
    type: row.type,
    price: toMajor(row.price_minor, currency),
    ...modePricesForWire(row, currency),
    description: row.description,
    descriptionTranslations: row.description_translations,
    imageUrl: pictureAddress(row.restaurant_id, row.image_hash, 640),
    InActiveOutletIds: toReferences(row.inactiveOutletIds),
    modifierList: row.listIds,
    ...nestedOnWire(row),
    ...(row.goesWithIds.length > 0 && { goesWith: row.goesWithIds }),
    calories: row.calories,
    allergens: row.allergens,
    diets: row.diets,
    soldOut: row.quantity === 0,
    sku: row.sku,
    quantity: row.quantity,
    lowStock: row.low_stock,
    makeMinutes: row.make_minutes,
    soldOutAt: row.soldOutAt.map(({ outletId, until }) => ({ outletId, until: until?.toISOString() ?? null })),
    ...(row.stockAt.length > 0 && { quantityAt: row.stockAt }),
    createdAt: row.created_at.toISOString(),
  };
}

/** The field of the wire, left out where every list is always asked. */
export function nestedOnWire({ nestedLists }: Pick<ItemRow, 'nestedLists'>): Pick<Item, 'nestedLists'> {
  if (nestedLists.length === 0) return {};
  return { nestedLists: nestedLists.map(({ modifierIds, ...ids }) => ({ ...ids, modifierIds: [...modifierIds] })) };
}

/** The changes of an item with our names. A field that is not sent is not there. */
export function itemChangesOf<
  Form extends {
    modifierList?: readonly ModifierListId[] | undefined;
    InActiveOutletIds?: readonly OutletId[] | undefined;
    goesWith?: readonly ItemId[] | undefined;
  },
>({ modifierList, InActiveOutletIds: inactiveOutletIds, goesWith, ...others }: Form) {
  return {
    ...others,
    ...(modifierList !== undefined && { modifierListIds: modifierList }),
    ...(inactiveOutletIds !== undefined && { inactiveOutletIds }),
    ...(goesWith !== undefined && { goesWithIds: goesWith }),
  };
}

/** A saved item, with a warning when others have its SKU. */
export function savedItemOnWire({ row, currency, sameSku }: SavedItem) {
  const warnings = sameSku.map((name) => ({ field: 'sku', ...fieldProblem('item.sku_shared', { name }) }));
  return { item: toItem(row, currency), warnings: warnings.slice(0, 1) };
}

/** The dishes and modifiers that guests can reach. Guests learn which are sold out, not how many are left (R29). */
export function toGuestItems({ items, modifierLists }: Catalogue): Item[] {
  const modifiers = new Map(modifierLists.flatMap((list) => list.modifierList).map((one) => [one._id, one]));
  return [...items.map(toGuestDish), ...[...modifiers.values()].map(toGuestModifier)];
}

function toGuestDish({ image, InActiveOutletIds, soldOutAt: _, ...item }: CatalogueItem): Item {
  return {
    ...item,
    type: 'item',
    imageUrl: image === null ? null : `${image}-640.webp`,
    InActiveOutletIds: toReferences(InActiveOutletIds),
  };
}

function toGuestModifier({ InActiveOutletIds, soldOutAt: _, ...modifier }: CatalogueModifier): Item {
  return {
    ...modifier,
    type: 'modifier',
    description: '',
    descriptionTranslations: {},
    imageUrl: null,
    InActiveOutletIds: toReferences(InActiveOutletIds),
    modifierList: [],
    calories: null,
    allergens: modifier.allergens ?? [],
    diets: modifier.diets ?? [],
  };
}
