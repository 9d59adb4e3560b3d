import { expect, test } from 'vitest';
import { csvText } from './csv-text.ts';

test('a cell that a spreadsheet would compute has an apostrophe before it', () => {
  const cells = ['=1+1', '+97150', '-1+cmd', '-', '-1.', '@SUM(A1)', '\t=1', '\uff1d1'];
  expect(csvText(cells.map((cell) => [cell]))).toBe(cells.map((cell) => `'${cell}\r\n`).join(''));
});

test('a negative amount is a number, and other cells stay as they are', () => {
  expect(csvText([['-40.00', '-4410', '-74.006', '0.00', 'a=b', 'a "b", c']])).toBe(
    '-40.00,-4410,-74.006,0.00,a=b,"a ""b"", c"\r\n',
  );
});
