/** The columns of a menu as a table (docs/menu-csv.md), and cells that every spreadsheet reads as text. */

/** In the order in which they are written. */
export const csvColumns = [
  'type',
  'category',
  'name',
  'price',
  'description',
  'modifier_lists',
  'sku',
  'quantity',
  'calories',
  'allergens',
  'diets',
  'list',
  'list_title',
  'min',
  'max',
  'category_ar',
  'name_ar',
  'description_ar',
  'list_title_ar',
] as const;
export type CsvColumn = (typeof csvColumns)[number];
export const neededColumns = ['category', 'name', 'price'] as const satisfies readonly CsvColumn[];

/**
 * Text that a spreadsheet takes for a formula, also behind the apostrophes that prevent it (R73). The full-width signs
 * are those of Chinese and Japanese keyboards.
 */
const formula = /^'*[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]/;

/** The cell for a text, with an apostrophe before a formula. */
export function safeCell(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** The text of a cell: the reverse of `safeCell`. */
export function cellText(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
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
