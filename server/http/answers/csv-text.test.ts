import { expect, test } from 'vitest';
import { csvText, guardInnerFormulas } from './csv-text.ts';

test('a cell that a spreadsheet would compute has an apostrophe before it', () => {
  const cells = ['=1+1', '+97150', '-1+cmd', '-', '-1.', '@SUM(A1)', ' =1', '\uff1d1'];
  expect(csvText(cells.map((cell) => [cell]))).toBe(cells.map((cell) => `'${cell}\r\n`).join(''));
});

test('a negative amount is a number, and other cells stay as they are', () => {
  expect(csvText([['-40.00', '-4410', '-74.006', '0.00', 'a=b', 'a "b", c']])).toBe(
    '-40.00,-4410,-74.006,0.00,a=b,"a ""b"", c"\r\n',
  );
});

test('no part of a cell is a formula where semicolons, tabs or line breaks separate cells', () => {
  const names = [
    `Ann;=1+1+cmd|'/C calc'!A0;`,
    'Ann; =1',
    'Ann;"=1',
    'Ann\t+1',
    'Ann\n-1',
    'Ann\r\n@SUM(A1)',
    '\t=1',
    ' =1',
    ';;=1',
    ';\uff1d1;-2',
  ];
  const text = csvText([...names, '-5.00'].map((name) => ['1', name, '2']));
  const cells = [...text.matchAll(/1,(?:"((?:[^"]|"")*)"|([^,"]*)),2\r\n/g)].map(([, quoted, plain]) =>
    quoted === undefined ? plain! : quoted.replaceAll('""', '"'),
  );
  expect(cells).toHaveLength(names.length + 1);
  expect(cells[0]).toBe(`Ann;'=1+1+cmd|'/C calc'!A0;`);
  expect(cells.pop()).toBe('-5.00');
  for (const cell of cells) expect(cell).not.toMatch(/(^|[;\t\n\r])[\s"]*[=+\-@\uff1d]/);
  // Programs that take several separators at once keep what is quoted in one cell.
  expect(text.split('\r\n')[0]).toBe(`1,"Ann;'=1+1+cmd|'/C calc'!A0;",2`);
});

test('a sign within a sentence stays as it is', () => {
  expect(csvText([['2 - 1 = 1', 'a;b', `Ann; O'Neil`]])).toBe(`2 - 1 = 1,"a;b","Ann; O'Neil"\r\n`);
});

test('a long run of blanks costs no more than its length', () => {
  const begun = performance.now();
  guardInnerFormulas(`${'\t'.repeat(200_000)}x${'"'.repeat(200_000)}`);
  expect(performance.now() - begun).toBeLessThan(2_000);
});
