/** The columns of a menu as a table (docs/menu-csv.md), and how a cell is written so that it is text to every spreadsheet. */

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
 * What a spreadsheet would take for a formula, whatever stands before it of the sign that keeps it from doing so (R73). The signs
 * of full width are those of Chinese and Japanese keyboards.
 */
const formula = /^'*[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]/;

/** A text as it stands in a cell: with an apostrophe before what would be a formula. */
export function safeCell(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** The text of a cell: the reverse of `safeCell`. */
export function cellText(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}

/** Names in one cell, with `;` between them; a name that has one, or a backslash, has a backslash before it. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/[\\;]/g, String.raw`\$&`)).join('; ');
}

/** The reverse of `joinNames`. Empty names are none. */
export function splitNames(cell: string): string[] {
  const names = cell.match(/(?:\\[\s\S]|[^\\;])+/g) ?? [];
  return names.map((name) => name.replaceAll(/\\([\s\S])/g, '$1').trim()).filter((name) => name !== '');
}
