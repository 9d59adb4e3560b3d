import { stringify } from 'csv-stringify/sync';

/** Begins every CSV file: without it spreadsheets misread Arabic. */
export const byteOrderMark = '\ufeff';

/** Beginnings of what spreadsheets compute, also in the wide letters of Chinese and Japanese keyboards. */
const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
const negativeNumber = /^-\d+(\.\d+)?$/;

/** CSV of RFC 4180, with an apostrophe before every cell that a spreadsheet would compute (R73). Negative amounts stay numbers. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(safeCell)),
    { record_delimiter: 'windows' },
  );
}

function safeCell(cell: string): string {
  return formula.test(cell) && !negativeNumber.test(cell) ? `'${cell}` : cell;
}
