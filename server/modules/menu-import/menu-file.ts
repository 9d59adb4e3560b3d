/** The file that `menu:import` reads: a menu as JSON, with prices in major units. `server/db/seed` has a real one. */
import * as z from 'zod';
import { line, price, text } from '#contract/fields.ts';
import { limits } from '#contract/limits.ts';

const name = line(limits.name);
/** By language: { "ar": "..." }. */
const names = z.partialRecord(z.enum(['ar', 'en']), name);
const words = z.array(line(limits.name)).max(30);

const Option = z.strictObject({
  name,
  nameTranslations: names.optional(),
  /** Added to the price of the dish. */
  priceAdjustment: price,
});

const OptionGroup = z.strictObject({
  name,
  nameTranslations: names.optional(),
  type: z.enum(['single', 'multiple']),
  /** At least one option must be chosen. */
  required: z.boolean(),
  /** Without it, a multiple choice has no upper limit. */
  max: z.int().min(1).optional(),
  /** Groups that take what a guest types have no counterpart here: guests write a note with the line. */
  freeText: z.literal(false).optional(),
  options: z.array(Option).min(1).max(200),
});
export type OptionGroup = z.infer<typeof OptionGroup>;

const Dish = z.strictObject({
  /** What the dish is known by when the file is imported again; without it, its category and name. */
  id: line(limits.name).optional(),
  name,
  nameTranslations: names.optional(),
  /** 0 where the options carry the price. */
  price,
  description: text(limits.description).default(''),
  descriptionTranslations: z.partialRecord(z.enum(['ar', 'en']), text(limits.description)).optional(),
  sku: line(limits.sku).optional(),
  /** How many are left at the first import. Without it they are not counted. */
  quantity: z.int().min(0).max(limits.stockMax).optional(),
  calories: z.int().min(0).max(100_000).optional(),
  allergenCodes: words.default([]),
  diets: words.default([]),
  optionGroups: z.array(OptionGroup).max(limits.modifiersPerLineMax).default([]),
});
export type Dish = z.infer<typeof Dish>;

export const MenuFile = z.strictObject({
  /** What it is and where it comes from, for people. */
  restaurant: z.string().optional(),
  country: z.string().optional(),
  source: z.string().optional(),
  /** Must be the restaurant's. */
  currency: z.string(),
  /** The menu it goes into, which is made if there is none of that name. */
  menu: name.default('Menu'),
  categories: z
    .array(
      z.strictObject({
        name,
        nameTranslations: names.optional(),
        /** A category has no description here: only an empty one is taken. */
        description: z.literal('').optional(),
        items: z.array(Dish).max(1000),
      }),
    )
    .min(1)
    .max(200),
});
export type MenuFile = z.infer<typeof MenuFile>;

/** What is wrong, and where: 'categories[3].items[0].price'. */
export interface FileProblem {
  path: string;
  msg: string;
}

/** Reads the text of a file. @returns the menu, or everything that is wrong with it. */
export function parseMenuFile(json: string): { menu: MenuFile } | { problems: FileProblem[] } {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return { problems: [{ path: '$', msg: error instanceof Error ? error.message : 'This is not JSON' }] };
  }
  const result = MenuFile.safeParse(value);
  if (result.success) return { menu: result.data };
  return { problems: result.error.issues.map((issue) => ({ path: pathOf(issue.path), msg: issue.message })) };
}

/** ['categories', 3, 'name'] is 'categories[3].name'; nothing is '$', the whole file. */
export function pathOf(keys: readonly PropertyKey[]): string {
  const path = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return path === '' ? '$' : path.replace(/^\./, '');
}
