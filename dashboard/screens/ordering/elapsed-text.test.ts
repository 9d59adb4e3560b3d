import { expect, test } from 'vitest';
import { elapsedText } from './elapsed-text.ts';

test.each([
  [0, '0 s'],
  [-5_000, '0 s'],
  [39_600, '40 s'],
  [59_400, '59 s'],
  [59_600, '1 min'],
  [7 * 60_000 + 20_000, '7 min'],
  [59.6 * 60_000, '1 h'],
  [125 * 60_000, '2 h 5 min'],
])('%i ms are %s', (milliseconds, text) => {
  expect(elapsedText(milliseconds)).toBe(text);
});
