import { stringify } from 'csv-stringify/sync';

/** Begins every CSV file: without it spreadsheets misread Arabic. */
export const byteOrderMark = '\ufeff';

/** Beginnings of what spreadsheets compute, also in the wide letters of Chinese and Japanese keyboards. */
const formula = /^(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])/;
const negativeNumber = /^-\d+(\.\d+)?$/;
/** Signs behind blanks, quotes or separators. A run is found at its beginning alone, so that long ones cost no more than their length. */
const innerSign = /(?<![\s";])[\s";]+(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const guardedInnerSign = /(?<![\s";])([\s";]+)'(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const separator = /[;\t\r\n]/;

/** CSV of RFC 4180, with an apostrophe before every sign that a spreadsheet would compute (R73). Negative amounts stay numbers. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(safeCell)),
    { record_delimiter: 'windows', quoted_match: separator },
  );
}

function safeCell(cell: string): string {
  const guarded = guardInnerFormulas(cell);
  return formula.test(guarded) && !negativeNumber.test(guarded) ? `'${guarded}` : guarded;
}

/** An apostrophe before formulas within a cell: where `;` or a tab separates the cells of a list, they begin a cell of their own. */
export function guardInnerFormulas(cell: string): string {
  return cell.replaceAll(innerSign, (run) => (separator.test(run) ? `${run}'` : run));
}

/** The reverse of `guardInnerFormulas`. */
export function unguardInnerFormulas(cell: string): string {
  return cell.replaceAll(guardedInnerSign, (found, run: string) => (separator.test(run) ? run : found));
}
