import { expect, test } from 'vitest';
import { fieldProblemText } from '#contract/base/field-problems.ts';
import { limits } from '#contract/base/limits.ts';
import { slowness } from '#server/test/servers/slowness.ts';
import { readCsvTable } from './csv-table.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
const expected = { heads: ['name', 'price'], rows: [{ row: 2, cells: ['شاورما, كبيرة', '18,50'] }] };

test.each([
  ['commas', utf8('name,price\n"شاورما, كبيرة","18,50"\n')],
  ['a mark at the start', utf8('\ufeffname,price\r\n"شاورما, كبيرة","18,50"\r\n')],
  ['semicolons', utf8('name;price\nشاورما, كبيرة;18,50')],
  ['tabs', utf8('name\tprice\nشاورما, كبيرة\t18,50\n')],
  ['the line of Excel', utf8('sep=;\r\nName;Price\r\nشاورما, كبيرة;18,50\r\n')],
  ['the Unicode text of Excel', utf16('name\tprice\r\nشاورما, كبيرة\t18,50\r\n')],
  ['a blank before a quote', utf8('name, price\n"شاورما, كبيرة", "18,50"\n')],
])('a table is read: %s', (_, bytes) => {
  expect(readCsvTable(bytes)).toEqual(expected);
});

test('rows have the numbers of a spreadsheet: empty rows count, and are left out', () => {
  const table = readCsvTable(utf8('Item Name,Unit-Price\n\nSoup,5\n,\n"Two\nlines",6\nStew,7\n'));
  expect(table).toEqual({
    heads: ['item_name', 'unit_price'],
    rows: [
      { row: 3, cells: ['Soup', '5'] },
      { row: 5, cells: ['Two\nlines', '6'] },
      { row: 6, cells: ['Stew', '7'] },
    ],
  });
});

test('a quote in the middle of a name is a quote', () => {
  expect(readCsvTable(utf8('name,price\n12" Pizza,30\n"12"" Pie",20\n'))).toMatchObject({
    rows: [{ cells: ['12" Pizza', '30'] }, { cells: ['12" Pie', '20'] }],
  });
});

/** A row of that many cells. */
const wide = (cells: number) => Array.from({ length: cells }, (_, cell) => `c${cell}`).join(',');

test('the widest table is read', () => {
  const table = readCsvTable(utf8(`${wide(limits.importColumns)}\n${wide(limits.importColumns)}`));
  expect('heads' in table && [table.heads.length, table.rows.length]).toEqual([64, 1]);
});

test.each([
  ['letters of another alphabet', new Uint8Array([...utf8('name,price\nCaf'), 0xe9, 0x2c, 0x35]), 1, /CSV UTF-8/],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), 1, /cannot be read/],
  ['a quote that is never closed', utf8('name,price\nSoup,5\n"Stew,6\n'), 3, /quotation mark/],
  // Row 2 is not even looked at: its quote is never closed.
  ['too many columns', utf8(`${wide(limits.importColumns + 1)}\n"Soup`), 1, /at most 64 columns/],
  ['far too many columns', utf8(`${wide(60_000)}\n${wide(60_000)}`), 1, /at most 64 columns/],
  [
    'too many rows',
    utf8(`name\n${'Soup\n'.repeat(limits.importRows + 1)}`),
    limits.importRows + 2,
    /at most 5000 rows/,
  ],
  [
    'too many empty rows',
    utf8(`name\n${'\n'.repeat(limits.importRows * 4)}Soup\n`),
    limits.importRows * 4,
    /empty rows/,
  ],
])('%s is refused', (_, bytes, row, sentence) => {
  const read = readCsvTable(bytes);
  const [problem, ...others] = 'problems' in read ? read.problems : [];
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ row, place: '' });
  expect(fieldProblemText(problem!)).toMatch(sentence);
});

test('the largest table is read in little time', () => {
  const started = performance.now();
  const table = readCsvTable(utf8(`name,price\n${'Soup,5.00\n'.repeat(limits.importRows)}`));
  expect('rows' in table && table.rows.length).toBe(limits.importRows);
  expect(performance.now() - started).toBeLessThan(1000 * slowness());
});
