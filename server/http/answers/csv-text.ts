import { stringify } from 'csv-stringify/sync';

/** How a file begins: without it a spreadsheet takes Arabic for gibberish. */
export const byteOrderMark = '\ufeff';

/** RFC 4180; an apostrophe before whatever a spreadsheet would compute (R73). */
export function csvText(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], { record_delimiter: 'windows', escape_formulas: true });
}
