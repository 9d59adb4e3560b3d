import { expect, test } from 'vitest';
import { isWholeNumber, wholeUpTo } from './whole-number.ts';

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

test.each([
  ['', true],
  ['1000000', true],
  ['1,500', 'Use a whole number without commas, up to 1000000'],
  ['1000001', 'Use a whole number without commas, up to 1000000'],
])('a field says of %j: %j', (entered, expected) => {
  expect(wholeUpTo(1_000_000)(entered)).toBe(expected);
});
