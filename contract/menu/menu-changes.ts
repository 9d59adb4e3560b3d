/**
 * Changes of menus, categories, items and modifier lists. Fields that are left out stay unchanged. A deletion can be
 * undone, links included, by the restore call of its kind.
 */
import * as z from 'zod';
import { imageErrors } from '../restaurants/image-errors.ts';
import { editors, endpoint, merchant } from '../base/endpoint.ts';
import { allergens, diets, itemTypes, modes, soldOutLengths } from '../base/enumerations.ts';
import {
  confirmed,
  confirmedIfChanged,
  done,
  idOf,
  idParams,
  line,
  mode,
  modePrices,
  newOpeningHours,
  optionalLine,
  price,
  Problem,
  referencesTo,
  text,
  translatedLines,
  translatedTexts,
} from '../base/fields.ts';
import type { CategoryId, ItemId, MenuId, ModifierListId, OutletId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { isDayNotSet } from '../outlets/opening-hours.ts';
import { Category, Item, Menu, ModifierList, NestedListOnWire } from './menus.ts';

const menuText = { name: line(limits.name), notes: text(limits.description) };
const menuNumbers = {
  calories: z.int().min(0).max(limits.caloriesMax).nullable().optional(),
  state: z.enum(['true', 'false']).optional(),
};
const required = (value: string) => value !== '';

/** Sent as a whole: a limit that is null or left out is none. An open day without times is a closed one. */
const newSale = z.object({
  hours: newOpeningHours
    .overwrite((hours) => hours.map((day) => (isDayNotSet(day) ? { ...day, open: false } : day)))
    .nullable()
    .optional(),
  modes: z
    .array(mode)
    .min(1)
    .max(modes.length)
    .overwrite((chosen) => modes.filter((one) => chosen.includes(one)))
    .nullable()
    .optional(),
  outletIds: z
    .array(idOf<OutletId>())
    .min(1)
    .max(limits.outletsNamedMax)
    .overwrite((ids) => [...new Set(ids)])
    .nullable()
    .optional(),
});
const menuSale = {
  nameTranslations: translatedLines(limits.name).optional(),
  sale: newSale.optional(),
};

/**
 * `state` defaults to Live unless a Live menu exists. The new menu is answered as `ModifierList`, the specification's
 * name.
 */
export const addMenu = endpoint({
  summary: 'Make a menu.',
  callers: editors,
  isRestaurantWide: true,
  body: z.object({
    ...menuText,
    ...menuNumbers,
    ...menuSale,
    notes: menuText.notes.refine(required, 'required'),
    platform: line(limits.name).default('OrderManager'),
  }),
  answer: z.object({ ModifierList: Menu, menu: Menu, ...confirmed }),
  errors: [],
});

/** `state` on its own is the Live/Draft switch. */
export const updateMenu = endpoint({
  summary: 'Change a menu.',
  callers: editors,
  isRestaurantWide: true,
  params: idParams<MenuId>(),
  body: z.object({
    ...menuNumbers,
    ...menuSale,
    name: menuText.name.optional(),
    platform: line(limits.name).optional(),
    notes: menuText.notes.refine(required, 'required').optional(),
  }),
  answer: z.object({ menu: Menu, ...confirmed }),
  errors: ['request.not_found'],
});

/** A deletion, which needs only the id. */
const deletion = <Id extends string>(summary: string) =>
  endpoint({
    summary,
    callers: editors,
    isRestaurantWide: true,
    params: idParams<Id>(),
    answer: done,
    errors: ['request.not_found'],
  });

export const deleteMenu = deletion<MenuId>('Delete a menu with its categories; its items stay.');

export const restoreMenu = endpoint({
  summary: 'Undo the deletion of a menu.',
  callers: editors,
  isRestaurantWide: true,
  params: idParams<MenuId>(),
  answer: z.object({ menu: Menu, ...confirmed }),
  errors: ['request.not_found'],
});

/**
 * Without `categoryId` it creates a category, which needs `menuId` and `name` and comes last in its menu. `items` is
 * the complete list in order, of type item. Staff may send the outlets where a category is off, and nothing else (R25).
 */
export const saveCategory = endpoint({
  summary: 'Make a category, or change its name, its items and the outlets where it is off.',
  callers: merchant,
  body: z.object({
    menuId: idOf<MenuId>().optional(),
    categoryId: idOf<CategoryId>().optional(),
    name: line(limits.name).optional(),
    nameTranslations: translatedLines(limits.name).optional(),
    items: referencesTo<ItemId>(limits.itemsPerCategoryMax).optional(),
    InActiveOutletIds: referencesTo<OutletId>(limits.outletsNamedMax).optional(),
  }),
  answer: z.object({ category: Category, ...confirmed }),
  errors: ['request.not_found'],
});

export const deleteCategory = deletion<CategoryId>('Delete a category; its items stay.');

export const restoreCategory = endpoint({
  summary: 'Undo the deletion of a category.',
  callers: editors,
  isRestaurantWide: true,
  params: idParams<CategoryId>(),
  answer: z.object({ category: Category, ...confirmed }),
  errors: ['request.not_found'],
});

export const orderCategories = endpoint({
  summary: 'Put the categories of a menu in another order, all of them at once.',
  callers: editors,
  isRestaurantWide: true,
  body: z.object({ menuId: idOf<MenuId>(), categories: referencesTo<CategoryId>(limits.categoriesPerMenuMax) }),
  answer: z.object({ categories: z.array(Category), ...confirmed }),
  errors: ['request.not_found', 'menu.categories_changed'],
});

/** Saved, but worth a look: a SKU used twice. */
const Warning = Problem.extend({ field: z.string() });
const savedItem = { item: Item, ...confirmed, warnings: z.array(Warning) };

const itemFields = {
  name: line(limits.name),
  price,
  /** All of them: a mode that is left out has the usual price. */
  modePrices: modePrices.optional(),
  sku: line(limits.sku),
  description: text(limits.description).optional(),
  /** Null, or an empty text in a form, means not counted. */
  quantity: z.int().min(0).max(limits.stockMax).nullable().optional(),
  /** The low-stock threshold in portions. Null uses the default, 0 never warns. */
  lowStock: z.int().min(0).max(limits.stockMax).nullable().optional(),
  calories: z.int().min(0).max(limits.caloriesMax).nullable().optional(),
  /** Minutes of the kitchen's work on a portion; 0 takes nothing of what a mode sells a quarter of an hour. */
  makeMinutes: z.int().min(0).max(limits.makeMinutesMax).optional(),
  allergens: z.array(z.enum(allergens)).max(allergens.length).optional(),
  diets: z.array(z.enum(diets)).max(diets.length).optional(),
  nameTranslations: translatedLines(limits.name).optional(),
  descriptionTranslations: translatedTexts(limits.description).optional(),
  modifierList: referencesTo<ModifierListId>(limits.listsPerItemMax).optional(),
  /** All of them: a list of the dish that is left out is always asked. */
  nestedLists: z
    .array(
      NestedListOnWire.extend({
        modifierIds: NestedListOnWire.shape.modifierIds.min(1).max(limits.modifiersPerListMax),
      }),
    )
    .max(limits.listsPerItemMax)
    .optional(),
  /** Other dishes that are suggested beside it: all of them, in their order. */
  goesWith: referencesTo<ItemId>(limits.goesWithMax).optional(),
};

/**
 * An item needs an image, a modifier does not. `price` is in major units, with at most the decimals of the currency. `categoryId`
 * puts the new item at the end of that category; a modifier is in none.
 */
export const addItem = endpoint({
  summary: 'Make an item or a modifier.',
  callers: editors,
  isRestaurantWide: true,
  form: z.object({ ...itemFields, type: z.enum(itemTypes), categoryId: idOf<CategoryId>().optional() }),
  files: ['image'],
  answer: z.object(savedItem),
  errors: ['request.not_found', 'items.too_many', 'items.too_many_modifiers', ...imageErrors],
});

/**
 * `type` cannot change; only the present one is accepted. `removeImage` is for modifiers. `quantitySeen` is the
 * quantity on the screen when the new one was entered: sales and returns since then are applied on top, so no edit
 * undoes a sale (R40). With `subtype` noSnackBar, in the query or the form, the answer has no `msg`. Staff may send the
 * quantity and the outlets where it is off, and nothing else (R25).
 */
export const updateItem = endpoint({
  summary: 'Change an item or a modifier.',
  callers: merchant,
  params: idParams<ItemId>(),
  query: z.object({ subtype: optionalLine(limits.name) }),
  form: z
    .object({
      ...itemFields,
      type: z.enum(itemTypes),
      quantitySeen: z.int().min(0).max(limits.stockMax).nullable(),
      InActiveOutletIds: referencesTo<OutletId>(limits.outletsNamedMax),
      removeImage: z.boolean(),
      subtype: line(limits.name),
    })
    .partial(),
  files: ['image'],
  answer: z.object({ ...savedItem, ...confirmedIfChanged }),
  errors: ['request.not_found', ...imageErrors],
});

/** Without `outletId` it applies to all present outlets. The quantity is unchanged. A null `length` lifts the mark. */
export const sellOut = endpoint({
  summary: 'Say that an item or a modifier is sold out for some time; it comes back by itself.',
  callers: merchant,
  params: idParams<ItemId>(),
  body: z.object({ length: z.enum(soldOutLengths).nullable(), outletId: idOf<OutletId>().optional() }),
  answer: z.object({ item: Item, success: z.literal(true) }),
  errors: ['request.not_found', 'outlet.none_of_yours', 'outlet.no_next_opening'],
});

/** `quantity` null: the outlet does not count it for itself. */
export const updateOutletQuantity = endpoint({
  summary: 'Count the portions of an item or a modifier that one outlet has.',
  callers: merchant,
  params: idParams<ItemId>(),
  body: z.object({
    outletId: idOf<OutletId>(),
    quantity: z.int().min(0).max(limits.stockMax).nullable(),
    /** The count that the person saw when entering `quantity`: portions sold since then still count. */
    quantitySeen: z.int().nullable().optional(),
  }),
  answer: z.object({ item: Item }),
  errors: ['request.not_found'],
});

export const deleteItem = deletion<ItemId>('Delete an item or a modifier; it leaves every category and list.');

export const restoreItem = endpoint({
  summary: 'Undo the deletion of an item or a modifier.',
  callers: editors,
  isRestaurantWide: true,
  params: idParams<ItemId>(),
  answer: z.object({ item: Item, ...confirmed }),
  errors: ['request.not_found', 'items.too_many', 'items.too_many_modifiers'],
});

const bound = z.int().min(0).max(limits.modifiersPerListMax);
const listFields = z.object({
  name: line(limits.name),
  displayName: line(limits.name),
  displayNameTranslations: translatedLines(limits.name).optional(),
  allowMultipleSelection: z.boolean().optional(),
  minModifier: bound.optional(),
  /** 0 means no upper limit. */
  maxModifier: bound.optional(),
  /** Makes the choice optional, with a minimum of 0. */
  optional: z.boolean().optional(),
  /** How many of the chosen options are free. */
  freeModifiers: bound.optional(),
  /** How often one modifier may be chosen, where more than one may be chosen at all. */
  maxPerModifier: z.int().min(1).max(limits.timesPerModifierMax).optional(),
  /** One modifier is chosen for the whole, or two for a half each, whatever the bounds; counts where more than one may be chosen. */
  halves: z.boolean().optional(),
  modifierList: referencesTo<ItemId>(limits.modifiersPerListMax).optional(),
  itemList: referencesTo<ItemId>(limits.itemsPerListMax).optional(),
});
const savedList = z.object({ ModifierList: z.array(ModifierList), modifierList: ModifierList, ...confirmed });

/** `modifierList` lists the modifiers in order, `itemList` the items that use the list. */
export const addModifierList = endpoint({
  summary: 'Make a modifier list.',
  callers: editors,
  isRestaurantWide: true,
  body: listFields,
  answer: savedList,
  errors: [],
});

export const updateModifierList = endpoint({
  summary: 'Change a modifier list, its modifiers and the items that have it.',
  callers: editors,
  isRestaurantWide: true,
  params: idParams<ModifierListId>(),
  body: listFields.partial(),
  answer: savedList,
  errors: ['request.not_found'],
});

export const deleteModifierList = deletion<ModifierListId>('Delete a modifier list; it leaves every item.');

export const restoreModifierList = endpoint({
  summary: 'Undo the deletion of a modifier list.',
  callers: editors,
  isRestaurantWide: true,
  params: idParams<ModifierListId>(),
  answer: savedList,
  errors: ['request.not_found'],
});
