import { expect, test } from 'vitest';
import { timeText } from './words.ts';

test.each([
  ['2026-11-20T15:05:00Z', '19:05'],
  ['2026-11-20T20:05:00Z', '00:05'],
])('a driver reads %s in Dubai as %s', (instant, text) => {
  expect(timeText(instant, 'Asia/Dubai')).toBe(text);
});
