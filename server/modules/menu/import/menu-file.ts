/** The file that `menu:import` reads: a menu as JSON, with prices in major units. `server/db/seed` has a real one. */
import * as z from 'zod';
import { allergens, diets, languages } from '#contract/base/enumerations.ts';
import { problemOf } from '#contract/base/explain-input.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import { line, mode, modePrices, newOpeningHours, price, text } from '#contract/base/fields.ts';
import { limits } from '#contract/base/limits.ts';
import type { FileProblem } from '#contract/menu/menu-import.ts';

const name = line(limits.name);
const sku = line(limits.sku);
/** By language: { "ar": "..." }. */
const names = z.partialRecord(z.enum(languages), name);
/** Portions in stock at the first import. Without it portions are not counted. */
const quantity = z.int().min(0).max(limits.stockMax);
const portion = {
  calories: z.int().min(0).max(limits.caloriesMax).optional(),
  /** Minutes of the kitchen's work on a portion. */
  makeMinutes: z.int().min(0).max(limits.makeMinutesMax).optional(),
  allergenCodes: z.array(z.enum(allergens)).max(allergens.length).default([]),
  diets: z.array(z.enum(diets)).max(diets.length).default([]),
};

const Option = z.strictObject({
  name,
  nameTranslations: names.optional(),
  /** Added to the price of the dish. */
  priceAdjustment: price,
  modePrices: modePrices.optional(),
  /** Identifies the option; without it, its name and price do. */
  sku: sku.optional(),
  quantity: quantity.optional(),
  ...portion,
});

const OptionGroup = z.strictObject({
  /**
   * The restaurant's own name of the list, by which a later file changes it; without it, title, bounds and options
   * identify it.
   */
  list: name.optional(),
  /** The name that guests read. */
  name,
  nameTranslations: names.optional(),
  type: z.enum(['single', 'multiple']),
  /** At least one option must be chosen. */
  required: z.boolean(),
  /** Given when more than one option must be chosen. */
  min: z.int().min(2).max(limits.modifiersPerListMax).optional(),
  /** A multiple choice without it has no upper limit. */
  max: z.int().min(1).optional(),
  /** How many of the chosen options are free; without it, as it is. */
  free: z.int().min(0).max(limits.modifiersPerListMax).optional(),
  /** How often one option may be chosen; without it, as it is. */
  maxEach: z.int().min(1).max(limits.timesPerModifierMax).optional(),
  /** One option is chosen for the whole, or two for a half each; without it, as it is. */
  halves: z.boolean().optional(),
  /** Groups with free text have no counterpart here: guests write a note on the line. */
  freeText: z.literal(false).optional(),
  /**
   * The group is asked only where one of these options, by name or, where several have it, by SKU, is chosen from another group of the
   * dish, by its place counted from 0; null: always. Where no group of the dish has the field, it stays as it is.
   */
  askedWith: z
    .strictObject({
      group: z.int().min(0).max(limits.listsPerItemMax),
      options: z.array(name).min(1).max(limits.modifiersPerListMax),
    })
    .nullable()
    .optional(),
  options: z.array(Option).min(1).max(limits.modifiersPerListMax),
});
export type OptionGroup = z.infer<typeof OptionGroup>;

const Dish = z.strictObject({
  /** Identifies the dish at the next import; without it, its SKU does, else its category and name. */
  id: line(limits.name).optional(),
  name,
  nameTranslations: names.optional(),
  /** 0 when the options carry the price. */
  price,
  /** A mode that is left out has that price; without the field they stay as they are. */
  modePrices: modePrices.optional(),
  description: text(limits.description).default(''),
  descriptionTranslations: z.partialRecord(z.enum(languages), text(limits.description)).optional(),
  sku: sku.optional(),
  quantity: quantity.optional(),
  ...portion,
  optionGroups: z.array(OptionGroup).max(limits.listsPerItemMax).default([]),
  /** Other dishes of the file that are suggested beside it, by SKU or, where no dish has that SKU, by name; without it, as they are. */
  goesWith: z.array(name).max(limits.goesWithMax).optional(),
});
export type Dish = z.infer<typeof Dish>;

export const MenuFile = z.strictObject({
  /** Description and origin of the file, for people. */
  restaurant: z.string().optional(),
  country: z.string().optional(),
  source: z.string().optional(),
  /** Must be the restaurant's currency. */
  currency: z.string(),
  /** The menu to import into, created when there is none of that name. */
  menu: name.default('Menu'),
  menuTranslations: names.optional(),
  /** When and how it is sold, where the import makes the menu; one that is there keeps its own. Outlets are named, and unknown ones left out. */
  sale: z
    .strictObject({
      hours: newOpeningHours.optional(),
      modes: z.array(mode).min(1).optional(),
      outlets: z.array(name).min(1).max(limits.outletsNamedMax).optional(),
    })
    .optional(),
  categories: z
    .array(
      z.strictObject({
        name,
        nameTranslations: names.optional(),
        /** A category has no description here: only an empty one is accepted. */
        description: z.literal('').optional(),
        items: z.array(Dish).max(limits.itemsPerCategoryMax),
      }),
    )
    .min(1)
    .max(limits.categoriesPerMenuMax),
});
export type MenuFile = z.infer<typeof MenuFile>;
/** The file as it is written, without fields at their default. */
export type WrittenMenu = z.input<typeof MenuFile>;

/**
 * Reads the text of a file.
 * @returns the menu, or all problems of the file.
 */
export function parseMenuFile(json: string): { menu: MenuFile } | { problems: FileProblem[] } {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    return { problems: [{ row: null, place: '$', ...fieldProblem('file.not_json', { reason }) }] };
  }
  const result = MenuFile.safeParse(value);
  if (result.success) return { menu: result.data };
  return {
    problems: result.error.issues.map((issue) => ({
      row: null,
      place: pathOf(issue.path),
      ...problemOf(issue, value),
    })),
  };
}

/** The path of keys as text: ['categories', 3, 'name'] is 'categories[3].name'; no keys are '$', the whole file. */
export function pathOf(keys: readonly PropertyKey[]): string {
  const path = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return path === '' ? '$' : path.replace(/^\./, '');
}
