import { expect, test } from 'vitest';
import { isSameValue } from './fill-form.ts';

test('two files are two values, also where they hold the same', () => {
  const [first, second] = [new Blob(['photo']), new Blob(['photo'])];
  expect(isSameValue({ kind: 'new', file: first }, { kind: 'new', file: second })).toBe(false);
  expect(isSameValue({ kind: 'new', file: first }, { kind: 'new', file: first })).toBe(true);
  expect(isSameValue({ kind: 'new', file: first }, { kind: 'new', file: {} })).toBe(false);
});

test('other values are the same by what they hold', () => {
  expect(isSameValue({ ar: 'ماء', periods: [{ start: '11:00' }] }, { ar: 'ماء', periods: [{ start: '11:00' }] })).toBe(
    true,
  );
  expect(isSameValue(['delivery'], ['pickup'])).toBe(false);
  expect(isSameValue(undefined, undefined)).toBe(true);
});
