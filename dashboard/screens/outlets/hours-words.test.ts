import { expect, test } from 'vitest';
import type { DayHours, Period } from '#contract/outlets/opening-hours.ts';
import { weekdays } from '#contract/base/time.ts';
import { dayName, endNote, hoursInWords, periodsInWords } from './hours-words.ts';

const lunch = { start: '10:00', end: '14:00' };
const dinner = { start: '18:00', end: '02:00' };
const notSet = { start: '', end: '' };
const open = (...periods: Period[]) => ({ open: true, periods });
const closed = { open: false, periods: [lunch] };

function week(...days: Pick<DayHours, 'open' | 'periods'>[]): DayHours[] {
  return weekdays.map((day, index) => ({ day, ...(days[index] ?? days.at(-1)!) }));
}

test('a week of equal days is one line', () => {
  expect(hoursInWords(week(open(lunch, dinner)))).toEqual(['Every day: 10:00–14:00 and 18:00–02:00 (ends next day)']);
  expect(hoursInWords(week(open(dinner, lunch)))).toEqual(hoursInWords(week(open(lunch, dinner))));
  expect(hoursInWords(week(open(notSet)))).toEqual(['Every day: not set']);
});

test('equal days that follow each other are said together', () => {
  const hours = week(open(lunch), open(lunch), open(lunch), closed, open(lunch), open(lunch), open(notSet));
  expect(hoursInWords(hours)).toEqual([
    'Sunday to Tuesday: 10:00–14:00',
    'Wednesday: closed',
    'Thursday and Friday: 10:00–14:00',
    'Saturday: not set',
  ]);
});

test('a period that lacks a time is not said', () => {
  expect(periodsInWords([{ start: '10:00', end: '' }, dinner])).toBe('18:00–02:00 (ends next day)');
});

test.each([
  ['10:00', '14:00', null],
  ['18:00', '00:00', 'ends next day'],
  ['18:00', '18:00', 'ends next day'],
  ['00:00', '00:00', 'all day'],
  ['18:00', '', null],
  ['', '', null],
])('the note beside %s to %s', (start, end, note) => {
  expect(endNote({ start, end })).toBe(note);
});

test('days have their names', () => {
  expect(weekdays.map(dayName)).toEqual([...weekdays]);
});
