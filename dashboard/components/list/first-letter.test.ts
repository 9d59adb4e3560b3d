import { expect, test } from 'vitest';
import { firstLetter } from './first-letter.ts';

test.each([
  ['Margherita', 'M'],
  ['🍕 Margherita', '🍕'],
  ['❤️ menu', '❤️'],
  ['🇮🇹 Pasta', '🇮🇹'],
  ['شاورما', 'ش'],
  ['E\u0301clair', 'E\u0301'],
  ['', ''],
])('%j begins with %j', (name, letter) => {
  expect(firstLetter(name)).toBe(letter);
});
