import { expect, test } from 'vitest';
import { readCount, readNumber, readOptionalCount, readOptionalNumber } from './read-number.ts';

test.each([
  ['0', 0],
  [' 15 ', 15],
  ['1.5', 1.5],
  ['1,5', 1.5],
  ['-3', -3],
  ['25.2048493', 25.2048493],
  ['١٢٫٥', 12.5],
  ['-۳', -3],
  ['\u061c-٣', -3],
  ['1,000,000', 1_000_000],
  ['1,500', Number.NaN],
  ['', Number.NaN],
  ['-', Number.NaN],
  ['ten', Number.NaN],
  ['1e3', Number.NaN],
  ['0x10', Number.NaN],
  ['1.', Number.NaN],
])('%j is read as %d', (entered, number) => {
  expect(readNumber(entered)).toBe(number);
});

test.each([
  ['15', 15],
  ['-٣', -3],
  ['1,000,000', 1_000_000],
  ['1.5', 1.5],
  ['1.000', Number.NaN],
  ['-2.000', Number.NaN],
  ['1,000', Number.NaN],
])('%j is counted as %d', (entered, number) => {
  expect(readCount(entered)).toBe(number);
});

test('an empty field has no number', () => {
  expect(readOptionalNumber('  ')).toBeNull();
  expect(readOptionalNumber('7')).toBe(7);
  expect(readOptionalNumber('x')).toBeNaN();
  expect([readOptionalCount('  '), readOptionalCount('7'), readOptionalCount('1.000')]).toEqual([null, 7, Number.NaN]);
});
