import { expect, test } from 'vitest';
import { dayText, deviceDayText, momentText, secondText, shortDayText, weekdayText } from './dates.ts';

test('a date of a calendar has the day before the month, in letters', () => {
  expect(dayText('2026-11-02')).toBe('2 Nov 2026');
  expect(shortDayText('2026-11-02')).toBe('2 Nov');
  expect(weekdayText('2026-11-02')).toBe('Mon, 2 Nov 2026');
});

test('an instant is on the calendar and the clock of this device, of 24 hours', () => {
  const late = new Date(2026, 2, 5, 23, 59, 8);
  expect(deviceDayText(late)).toBe('5 Mar 2026');
  expect(momentText(late)).toBe('5 Mar 2026, 23:59');
  expect(momentText(new Date(2026, 2, 5, 0, 5).toISOString())).toBe('5 Mar 2026, 00:05');
  expect(secondText(late.toISOString())).toBe('5 Mar 2026, 23:59:08');
});
