/** The columns of a menu as a table (docs/menu-csv.md), and cells that every spreadsheet reads as text. */

import type { Mode } from '#contract/base/enumerations.ts';
import { guardInnerFormulas, unguardInnerFormulas } from '#server/http/answers/csv-text.ts';

/** In the order in which they are written. */
export const csvColumns = [
  'type',
  'category',
  'name',
  'price',
  'price_delivery',
  'price_pickup',
  'price_dine_in',
  'description',
  'modifier_lists',
  'nested_lists',
  'sku',
  'quantity',
  'calories',
  'make_minutes',
  'allergens',
  'diets',
  'goes_with',
  'list',
  'list_title',
  'min',
  'max',
  'free',
  'max_each',
  'halves',
  'category_ar',
  'name_ar',
  'description_ar',
  'list_title_ar',
  'category_en',
  'name_en',
  'description_en',
  'list_title_en',
] as const;
export type CsvColumn = (typeof csvColumns)[number];
export const neededColumns = ['category', 'name', 'price'] as const satisfies readonly CsvColumn[];

/** The columns of prices that differ by mode. */
export const modeColumns: Record<Mode, CsvColumn> = {
  delivery: 'price_delivery',
  pickup: 'price_pickup',
  'dine-in': 'price_dine_in',
};

/** Other names that tills and people give the columns, with `_` between the words. */
const otherNames: Partial<Record<CsvColumn, readonly string[]>> = {
  category: ['section', 'group', 'category_name', 'القسم', 'التصنيف', 'الفئة', 'القائمة'],
  name: [
    'item',
    'dish',
    'product',
    'title',
    'item_name',
    'dish_name',
    'product_name',
    'الاسم',
    'اسم_الصنف',
    'الصنف',
    'الطبق',
  ],
  price: ['amount', 'unit_price', 'item_price', 'السعر', 'الثمن'],
  description: ['details', 'item_description', 'الوصف', 'التفاصيل'],
  sku: ['code', 'item_code', 'plu', 'الرمز'],
  calories: ['kcal', 'السعرات', 'السعرات_الحرارية'],
  category_ar: ['category_arabic', 'arabic_category'],
  name_ar: ['name_arabic', 'arabic_name', 'الاسم_بالعربية'],
  description_ar: ['description_arabic', 'arabic_description'],
  category_en: ['category_english', 'english_category'],
  name_en: ['name_english', 'english_name', 'الاسم_بالإنجليزية'],
  description_en: ['description_english', 'english_description'],
};

/**
 * The heads with the names of the columns. A column of its own name is meant by that name alone, so a table that has `name` and
 * `title` loses neither; a column with two other names is left to the first.
 */
export function columnHeads(heads: readonly string[]): string[] {
  const named = new Set(heads);
  return heads.map((head) => {
    const column = csvColumns.find((one) => otherNames[one]?.includes(head));
    if (column === undefined || named.has(column)) return head;
    named.add(column);
    return column;
  });
}

/**
 * Text that a spreadsheet takes for a formula, also behind the apostrophes that prevent it (R73). The full-width signs
 * are those of Chinese and Japanese keyboards.
 */
const formula = /^'*(?:[\t\r\n\0]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** The cell for a text, with an apostrophe before a formula, at its beginning and behind each `;`, tab or line break. */
export function safeCell(text: string): string {
  const guarded = guardInnerFormulas(text);
  return formula.test(guarded) ? `'${guarded}` : guarded;
}

/** The text of a cell: the reverse of `safeCell`. */
export function cellText(cell: string): string {
  return unguardInnerFormulas(cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);
}

/** A list that an option opens, as one name of a cell: 'Sides > Salad > Dressing'; a backslash escapes `>` in a name. */
export function joinPath(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/[\\>]/g, String.raw`\$&`)).join(' > ');
}

/** The reverse of `joinPath`. */
export function splitPath(path: string): string[] {
  const names = path.match(/(?:\\[\s\S]|[^\\>])+/g) ?? [];
  return names.map((name) => name.replaceAll(/\\([\s\S])/g, '$1').trim());
}

/** Joins names in one cell with `;`; a backslash escapes `;` and backslash. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/[\\;]/g, String.raw`\$&`)).join('; ');
}

/** The reverse of `joinNames`; empty names are dropped. */
export function splitNames(cell: string): string[] {
  const names = cell.match(/(?:\\[\s\S]|[^\\;])+/g) ?? [];
  return names.map((name) => name.replaceAll(/\\([\s\S])/g, '$1').trim()).filter((name) => name !== '');
}
