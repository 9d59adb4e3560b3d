import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellText, joinNames, safeCell, splitNames } from './csv-columns.ts';

test.each(['=1+1', '+971', '-1', '@SUM(A1)', '\tx', '\rx', '\0', "'=1", "''-x", '＝1', '＠x'])(
  '%j is no formula',
  (text) => {
    expect(safeCell(text)).toBe(`'${text}`);
    expect(cellText(safeCell(text))).toBe(text);
  },
);

test.each(["Kid's menu", "'Quoted'", 'a=b', '12" Pizza', '', "'"])('%j is written unchanged', (text) => {
  expect(safeCell(text)).toBe(text);
  expect(cellText(text)).toBe(text);
});

test('written cells are read back unchanged, and have no part that is a formula', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^['=+@\-\t ]{0,4}[a-z=';" \n\t]{0,8}[-=]?$/));
  fc.assert(
    fc.property(text, (given) => {
      expect(cellText(safeCell(given))).toBe(given);
      expect(safeCell(given)).not.toMatch(/^[\t\r\0]|(^|[;\t\r\n])\s*[=+\-@]/);
    }),
  );
});

test('names share a cell, whatever characters they have', () => {
  expect(joinNames(['Sizes', 'Sauces; hot'])).toBe(String.raw`Sizes; Sauces\; hot`);
  expect(splitNames(' a ;; b;c ')).toEqual(['a', 'b', 'c']);
  const name = fc
    .string()
    .map((text) => text.trim())
    .filter((text) => text !== '');
  fc.assert(
    fc.property(fc.array(name), (names) => {
      expect(splitNames(joinNames(names))).toEqual(names);
    }),
  );
});
