import { afterEach, expect, test, vi } from 'vitest';
import { firstLetter } from './first-letter.ts';

afterEach(() => vi.unstubAllGlobals());

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

test.each([
  ['Margherita', 'M'],
  ['🍕 Margherita', '🍕'],
  ['', ''],
])('%j begins with %j in a browser that cannot tell letters apart', (name, letter) => {
  vi.stubGlobal('Intl', {});
  expect(firstLetter(name)).toBe(letter);
});
