import { expect, test } from 'vitest';
import { moneyText, timeText } from './words.ts';

test.each([
  ['2026-11-20T15:05:00Z', '19:05'],
  ['2026-11-20T20:05:00Z', '00:05'],
])('a driver reads %s in Dubai as %s', (instant, text) => {
  expect(timeText(instant, 'Asia/Dubai')).toBe(text);
});

test('the amount that a driver collects has its sign alone in Arabic', () => {
  expect(moneyText(18.5, 'USD', 'ar')).toBe('18.50\u00a0$');
  expect(moneyText(18.5, 'AED', 'ar')).toBe('18.50\u00a0د.إ.');
});
