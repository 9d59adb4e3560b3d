import { expect, test } from 'vitest';
import { isLow } from './low-stock.ts';

test.each([
  [null, null, false],
  [0, null, false],
  [1, null, true],
  [5, null, true],
  [6, null, false],
  [6, 10, true],
  [2, 1, false],
  [1, 0, false],
])('%s left, low at %s: %s', (quantity, lowStock, low) => {
  expect(isLow({ quantity, lowStock })).toBe(low);
});
