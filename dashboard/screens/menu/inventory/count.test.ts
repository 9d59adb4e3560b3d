import { expect, test } from 'vitest';
import { seenAfterLost } from './count.ts';

test.each([
  { entered: 20, seen: 5, stored: 20, expected: 20, name: 'it was stored' },
  { entered: 20, seen: 5, stored: 18, expected: 20, name: 'it was stored, and two were sold' },
  { entered: 20, seen: 5, stored: 5, expected: 5, name: 'it never arrived' },
  { entered: 20, seen: 5, stored: 2, expected: 5, name: 'it never arrived, and three were sold' },
  { entered: 5, seen: 20, stored: 5, expected: 5, name: 'less was stored' },
  { entered: 5, seen: 20, stored: 3, expected: 5, name: 'less was stored, and two were sold' },
  { entered: 5, seen: 20, stored: 18, expected: 20, name: 'less never arrived, and two were sold' },
  { entered: 20, seen: null, stored: 18, expected: 20, name: 'the first count was stored' },
  { entered: 20, seen: null, stored: null, expected: null, name: 'the first count never arrived' },
  { entered: null, seen: 5, stored: null, expected: null, name: 'the end of counting was stored' },
  { entered: null, seen: 5, stored: 4, expected: 5, name: 'the end of counting never arrived' },
  { entered: 20, seen: 5, stored: null, expected: 5, name: 'somebody else ended the counting' },
])('after $entered instead of $seen, with $stored stored: $name', ({ expected, stored, ...lost }) => {
  expect(seenAfterLost(lost, stored)).toBe(expected);
});
