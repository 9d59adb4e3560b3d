/** Menus, categories, items and modifier lists, under the specification's names. */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { itemTypes } from '../base/enumerations.ts';
import { idOf, idParams, instant, mode, modePrices, openingHours, price, translations } from '../base/fields.ts';
import type { CategoryId, ItemId, MenuId, ModifierListId, OutletId } from '../base/ids.ts';

/** When and how a menu is sold: limits that it lacks are left out. Hours run on the clock of the outlet. */
export const MenuSale = z.object({
  hours: openingHours.optional(),
  modes: z.array(mode).optional(),
  outletIds: z.array(idOf<OutletId>()).optional(),
});

/** `state` is the text 'true' (Live) or 'false' (Draft). */
export const Menu = z.object({
  _id: idOf<MenuId>(),
  name: z.string(),
  /** Left out where there are none. */
  nameTranslations: translations.optional(),
  /** Left out where the menu is sold always, in every mode, at every outlet. */
  sale: MenuSale.optional(),
  calories: z.int().nullable(),
  platform: z.string(),
  notes: z.string(),
  state: z.enum(['true', 'false']),
});
export type Menu = z.infer<typeof Menu>;

const ItemReference = z.object({ _id: idOf<ItemId>() });
const OutletReference = z.object({ _id: idOf<OutletId>() });

export const Category = z.object({
  _id: idOf<CategoryId>(),
  menuId: idOf<MenuId>(),
  name: z.string(),
  nameTranslations: translations,
  items: z.array(ItemReference),
  InActiveOutletIds: z.array(OutletReference),
});
export type Category = z.infer<typeof Category>;

/** Outlets where it was marked sold out, and until when; null means indefinitely. Expired marks may be included. */
const soldOutAt = z.array(z.object({ outletId: idOf<OutletId>(), until: instant.nullable() }));

/**
 * The list is asked only where one of `modifierIds` is chosen from `parentListId`, another list of the same dish. One whose parent the dish
 * no longer has is not asked.
 */
export const NestedListOnWire = z.object({
  modifierListId: idOf<ModifierListId>(),
  parentListId: idOf<ModifierListId>(),
  modifierIds: z.array(idOf<ItemId>()),
});
export type NestedListOnWire = z.infer<typeof NestedListOnWire>;

/**
 * Dishes and options alike. `imageUrl` is the path of the picture, 640 pixels wide. `quantity` null means not counted.
 * Sites and guests get no SKU, quantity or date (R29).
 */
export const Item = z.object({
  _id: idOf<ItemId>(),
  name: z.string(),
  nameTranslations: translations,
  type: z.enum(itemTypes),
  price,
  /** Left out where every mode has that price. */
  modePrices: modePrices.optional(),
  description: z.string(),
  descriptionTranslations: translations,
  imageUrl: z.string().nullable(),
  InActiveOutletIds: z.array(OutletReference),
  modifierList: z.array(idOf<ModifierListId>()),
  /** The lists that are not always asked; left out where all are. */
  nestedLists: z.array(NestedListOnWire).optional(),
  /** Dishes that are suggested beside it, in the merchant's order; left out where none are. */
  goesWith: z.array(idOf<ItemId>()).optional(),
  calories: z.int().nullable(),
  allergens: z.array(z.string()),
  diets: z.array(z.string()),
  soldOut: z.boolean(),
  sku: z.string().optional(),
  quantity: z.int().nullable().optional(),
  /** The low-stock threshold in portions; null uses `limits.lowStock`. */
  lowStock: z.int().nullable().optional(),
  soldOutAt: soldOutAt.optional(),
  /** Outlets that count it for themselves, and the portions left there; left out where none does. */
  quantityAt: z.array(z.object({ outletId: idOf<OutletId>(), quantity: z.int() })).optional(),
  /** Minutes of the kitchen's work on a portion. */
  makeMinutes: z.int().optional(),
  createdAt: instant.optional(),
});
export type Item = z.infer<typeof Item>;

/** Reading a single item also answers the picture itself, as base64 without a prefix. */
const ItemWithImage = Item.extend({ image: z.string().nullable() });

export const ModifierList = z.object({
  _id: idOf<ModifierListId>(),
  name: z.string(),
  displayName: z.string(),
  displayNameTranslations: translations,
  allowMultipleSelection: z.boolean(),
  minModifier: z.int(),
  maxModifier: z.int(),
  optional: z.boolean(),
  /** How many of the chosen options are free; left out where none is. */
  freeModifiers: z.int().optional(),
  /** How often one of them may be chosen; left out where once. */
  maxPerModifier: z.int().optional(),
  /** One of them is chosen for the whole, or two for a half each; left out where not. */
  halves: z.boolean().optional(),
  modifierList: z.array(
    z.object({
      _id: idOf<ItemId>(),
      name: z.string(),
      nameTranslations: translations,
      price,
      modePrices: modePrices.optional(),
      type: z.literal('modifier'),
      soldOut: z.boolean(),
      InActiveOutletIds: z.array(OutletReference),
      /** Left out where none are declared. */
      allergens: z.array(z.string()).optional(),
      diets: z.array(z.string()).optional(),
    }),
  ),
  itemList: z.array(z.object({ _id: idOf<ItemId>(), name: z.string() })),
  createdAt: instant.optional(),
});
export type ModifierList = z.infer<typeof ModifierList>;

const readers = [...merchant, 'site', 'customer'] as const;

/** Sites and guests get only the Live menus. */
export const listMenus = endpoint({
  summary: 'All menus; Live ones only for a site or a guest.',
  callers: readers,
  answer: z.object({ menus: z.array(Menu) }),
  errors: [],
});

export const getMenu = endpoint({
  summary: 'One menu.',
  callers: readers,
  params: idParams<MenuId>(),
  answer: z.object({ menu: Menu }),
  errors: ['request.not_found'],
});

export const listCategories = endpoint({
  summary: 'The categories of a menu, in their order.',
  callers: readers,
  isReading: true,
  body: z.object({ menuId: idOf<MenuId>() }),
  answer: z.object({ categories: z.array(Category) }),
  errors: ['request.not_found'],
});

export const listCategoriesOfMenu = endpoint({
  summary: 'The same by GET; without a menu, the categories of all menus.',
  callers: readers,
  query: z.object({ menuId: idOf<MenuId>().optional() }),
  answer: z.object({ categories: z.array(Category) }),
  errors: ['request.not_found'],
});

export const getCategory = endpoint({
  summary: 'One category.',
  callers: readers,
  params: idParams<CategoryId>(),
  answer: z.object({ category: Category }),
  errors: ['request.not_found'],
});

export const listItems = endpoint({
  summary: 'All items and modifiers.',
  callers: readers,
  answer: z.object({ items: z.array(Item) }),
  errors: [],
});

export const getItem = endpoint({
  summary: 'One item or modifier, with its picture as base64.',
  callers: readers,
  params: idParams<ItemId>(),
  answer: z.object({ item: ItemWithImage }),
  errors: ['request.not_found'],
});

export const listModifierLists = endpoint({
  summary: 'All modifier lists.',
  callers: readers,
  answer: z.object({ ModifierList: z.array(ModifierList) }),
  errors: [],
});

/** `ModifierList` is an array of one, as the specification has it. */
export const getModifierList = endpoint({
  summary: 'One modifier list.',
  callers: readers,
  params: idParams<ModifierListId>(),
  answer: z.object({ ModifierList: z.array(ModifierList), modifierList: ModifierList }),
  errors: ['request.not_found'],
});
