import { stringify } from 'csv-stringify/sync';

/** Begins every CSV file: without it spreadsheets misread Arabic. */
export const byteOrderMark = '\ufeff';

/** CSV of RFC 4180, with an apostrophe before every cell that a spreadsheet would compute (R73). */
export function csvText(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], { record_delimiter: 'windows', escape_formulas: true });
}
