import { expect, test } from 'vitest';
import { dayText, momentText } from './dates.ts';

/** 02:05 on 3 November in Dubai, and 17:05 on the day before in New York. */
const at = '2026-11-02T22:05:00Z';

test('the day stands before the month, which is a word, in both languages', () => {
  expect(dayText(at, 'Asia/Dubai', 'en')).toBe('3 Nov 2026');
  expect(dayText(at, 'Asia/Dubai', 'ar')).toBe('3 نوفمبر 2026');
});

test('a moment is on the clock of the outlet, with 24 hours', () => {
  expect(momentText(at, 'America/New_York', 'en')).toBe('2 Nov 2026, 17:05');
  expect(momentText(at, 'Asia/Dubai', 'ar')).toBe('3 نوفمبر 2026، 02:05');
});
