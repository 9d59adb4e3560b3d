import { expect, test } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import { isSameBytes } from '#server/same-bytes.ts';
import { hashCode, makeCode } from './codes.ts';
import { codeText } from './words.ts';

test('a code is five digits, also with leading zeros', () => {
  const codes = Array.from({ length: 20_000 }, makeCode);
  expect(codes.every((code) => /^\d{5}$/.test(code))).toBe(true);
  expect(codes.some((code) => code.startsWith('000'))).toBe(true);
});

test.each([
  ['of the whole code', (code: string) => Math.floor(Number(code) / 1_000), 100],
  ['of its last digits', (code: string) => Number(code) % 1_000, 1_000],
  ['of one code after another', (code: string, before: string) => Number(code[0]) * 10 + Number(before[4]), 100],
])('the values %s are spread evenly (chi-square, p > 0.001)', { retry: 2 }, (_, cellOf, cells) => {
  // Even codes fail by chance once in a thousand runs, so failing ones are drawn again; uneven ones always fail.
  const codes = Array.from({ length: 100_000 }, makeCode);
  const counts = Array<number>(cells).fill(0);
  for (const [n, code] of codes.entries()) counts[cellOf(code, codes.at(n - 1)!)]!++;
  const expected = codes.length / cells;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  expect(chiSquare).toBeLessThan(criticalValue(cells - 1));
});

/** The critical value of the chi-square distribution at 0.999, by Wilson and Hilferty. */
function criticalValue(freedom: number): number {
  const part = 2 / (9 * freedom);
  return freedom * (1 - part + 3.0902 * Math.sqrt(part)) ** 3;
}

test('a stored code is bound to one restaurant, one number and one secret', () => {
  const here = 'a' as RestaurantId;
  const hash = hashCode('secret', here, '+971501234567', '01234');
  expect(isSameBytes(hash, hashCode('secret', here, '+971501234567', '01234'))).toBe(true);
  for (const other of [
    hashCode('secret', here, '+971501234567', '01235'),
    hashCode('secret', here, '+971501234568', '01234'),
    hashCode('secret', 'b' as RestaurantId, '+971501234567', '01234'),
    hashCode('Secret', here, '+971501234567', '01234'),
    hashCode('secret', here, '+971501234567', ''),
  ]) {
    expect(isSameBytes(hash, other)).toBe(false);
  }
});

test('the message ends with the line that lets a phone fill the code in', () => {
  expect(codeText('01234', 'Miller’s\r\nCafé {{7*7}} ${x}', 'order.test', 'en')).toBe(
    "01234 is your code for Miller's Café 7 7 x. It is good for 5 minutes.\n\n@order.test #01234",
  );
  expect(codeText('01234', 'Al Noor', 'order.test', 'ar')).toBe(
    '01234 هو رمزك لدى Al Noor. صالح لمدة 5 دقائق.\n\n@order.test #01234',
  );
});
