import { expect, test } from 'vitest';
import { moveRow } from './move-row.ts';

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, 1, 'bac'],
])('the row at %i stands at %i: %s', (from, to, expected) => {
  const rows = ['a', 'b', 'c'];
  expect(moveRow(rows, from, to).join('')).toBe(expected);
  expect(rows.join('')).toBe('abc');
});
