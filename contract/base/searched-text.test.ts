import { expect, test } from 'vitest';
import { searchedText } from './searched-text.ts';

test.each([
  // The contacts of a phone copy a number so.
  ['\u202a+971 50 123 4567\u202c', '+971 50 123 4567'],
  ['\u2068Sara\u2069 Haddad', 'Sara Haddad'],
  ['\ufeffMarina\u200b', 'Marina'],
  ['علی\u200cرضا', 'علی\u200cرضا'],
  ['', ''],
])('%j looks for %j', (typed, searched) => {
  expect(searchedText(typed)).toBe(searched);
});
