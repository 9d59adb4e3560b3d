import { expect, test } from 'vitest';
import { RepeatKeys } from './repeat-keys.ts';

test('a change that was not answered keeps its key until it is, or has another amount', () => {
  const keys = new RepeatKeys<string>();
  const first = keys.keyOf('one', 9);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.keyOf('two', 9)).not.toBe(first);
  expect(keys.keyOf('one', 9)).toBe(first);
  const other = keys.keyOf('one', 8);
  expect(other).not.toBe(first);
  keys.forget('one');
  expect([first, other]).not.toContain(keys.keyOf('one', 8));
});
