import { expect, test } from 'vitest';
import { percentOfHour, toneOf } from './kitchen-fill.ts';

const kitchen = (makeMinutesPerQuarter: number, ...taken: number[]) => ({
  makeMinutesPerQuarter,
  quarters: taken.map((minutes, index) => ({ at: `2026-11-27T19:${index * 15}:00Z`, taken: minutes })),
});

test('the fullest kitchen counts, with its next four quarters', () => {
  expect(percentOfHour([])).toBeNull();
  expect(percentOfHour([kitchen(12, 12, 12, 12, 0, 12, 12, 12, 12)])).toBe(75);
  expect(percentOfHour([kitchen(12, 0, 0, 0, 0), kitchen(30, 30, 15, 0, 0)])).toBe(37);
});

test('a quarter beyond its limit fills no other, and only a full hour is full', () => {
  expect(percentOfHour([kitchen(12, 24, 0, 0, 0)])).toBe(25);
  expect(percentOfHour([kitchen(1000, 1000, 1000, 1000, 999)])).toBe(99);
  expect(percentOfHour([kitchen(12, 12, 12, 12, 13)])).toBe(100);
});

test('a kitchen that fills is marked', () => {
  expect([0, 74, 75, 99, 100].map(toneOf)).toEqual(['inherit', 'inherit', 'warning', 'warning', 'error']);
});
