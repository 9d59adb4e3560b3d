import { expect, test } from 'vitest';
import { isWholeNumber } from './whole-number.ts';

test.each([
  ['0', true],
  [' 12 ', true],
  ['١٢', true],
  ['۱۲', true],
  ['100', true],
  ['101', false],
  ['١٠١', false],
  ['1.5', false],
  ['١٫٥', false],
  ['1,000', false],
  ['-1', false],
  ['', false],
])('%j is a whole number up to 100: %j', (entered, expected) => {
  expect(isWholeNumber(entered, 100)).toBe(expected);
});
