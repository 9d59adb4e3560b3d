import { expect, test } from 'vitest';
import { CallError, isUnanswered } from './client.ts';

test.each([
  [0, true],
  [502, true],
  [504, true],
  [500, false],
  [503, false],
])('the status %i without an answer of ours leaves the call in doubt: %j', (status, expected) => {
  expect(isUnanswered(new CallError(status, null))).toBe(expected);
});
