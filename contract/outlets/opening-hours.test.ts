import { describe, expect, test } from 'vitest';
import type { Weekday } from '../base/time.ts';
import { hasOpeningHours, isDayNotSet, isOpenAt, nextOpening, type OpeningHours, openUntil } from './opening-hours.ts';
import { everyDay, hoursOf } from './test/hours-of.ts';

const dubai = 'Asia/Dubai';
const newYork = 'America/New_York';
const lunchAndDinner = everyDay('11:00-15:00 18:00-23:30');
const lateOnFriday = hoursOf('Friday 18:00-02:00', 'Sunday 12:00-15:00');
const allWeek = everyDay('00:00-00:00');

const at = (local: string, offset = '+04:00'): Date => new Date(`${local}${offset}`);
const shown = (instant: Date | null): string | null => instant?.toISOString() ?? null;

describe('whether the outlet is open', () => {
  // 2026-11-20 is a Friday.
  test.each<[string, OpeningHours, string, boolean]>([
    ['before lunch', lunchAndDinner, '2026-11-20T10:59:59.999', false],
    ['at the start', lunchAndDinner, '2026-11-20T11:00', true],
    ['in the last millisecond', lunchAndDinner, '2026-11-20T14:59:59.999', true],
    ['at the end', lunchAndDinner, '2026-11-20T15:00', false],
    ['in the second period', lunchAndDinner, '2026-11-20T18:00', true],
    ['past midnight', lateOnFriday, '2026-11-21T01:59', true],
    ['past midnight, at the end', lateOnFriday, '2026-11-21T02:00', false],
    ['in the small hours of the day itself', lateOnFriday, '2026-11-20T01:00', false],
    ['on a closed day', lateOnFriday, '2026-11-19T19:00', false],
    ['from Saturday into Sunday', hoursOf('Saturday 20:00-04:00'), '2026-11-22T03:59', true],
    ['from Saturday into Sunday, at the end', hoursOf('Saturday 20:00-04:00'), '2026-11-22T04:00', false],
    ['to midnight, just before', hoursOf('Friday 18:00-00:00'), '2026-11-20T23:59', true],
    ['to midnight, at midnight', hoursOf('Friday 18:00-00:00'), '2026-11-21T00:00', false],
    ['a whole day, at its start', hoursOf('Friday 00:00-00:00'), '2026-11-20T00:00', true],
    ['a whole day, at its end', hoursOf('Friday 00:00-00:00'), '2026-11-20T23:59', true],
    ['a whole day, before', hoursOf('Friday 00:00-00:00'), '2026-11-19T23:59', false],
    ['a whole day, after', hoursOf('Friday 00:00-00:00'), '2026-11-21T00:00', false],
    ['24 hours from ten, the next morning', hoursOf('Friday 10:00-10:00'), '2026-11-21T09:59', true],
    ['24 hours from ten, at ten', hoursOf('Friday 10:00-10:00'), '2026-11-21T10:00', false],
    ['always', allWeek, '2026-11-22T00:00', true],
    ['not set', hoursOf('Friday -'), '2026-11-20T12:00', false],
    ['half set', hoursOf('Friday 10:00-'), '2026-11-20T12:00', false],
    ['malformed', hoursOf('Friday 9:00-25:00'), '2026-11-20T12:00', false],
    ['the set period of a day with an empty one', hoursOf('Friday - 11:00-13:00'), '2026-11-20T12:00', true],
    ['no days at all', [], '2026-11-20T12:00', false],
  ])('%s', (_what, hours, local, expected) => {
    expect(isOpenAt(hours, at(local), dubai)).toBe(expected);
  });

  test('hides the periods of a closed day, but not the rest of the previous evening', () => {
    const hours = hoursOf('Friday 18:00-02:00').map((day) =>
      day.day === 'Saturday' ? { ...day, periods: [{ start: '00:00', end: '00:00' }] } : day,
    );
    expect(isOpenAt(hours, at('2026-11-21T01:00'), dubai)).toBe(true);
    expect(isOpenAt(hours, at('2026-11-21T03:00'), dubai)).toBe(false);
  });

  test('uses the zone of the outlet', () => {
    const instant = new Date('2026-11-20T12:00Z');
    expect(isOpenAt(hoursOf('Friday 16:00-16:05'), instant, dubai)).toBe(true);
    expect(isOpenAt(hoursOf('Friday 07:00-07:05'), instant, newYork)).toBe(true);
    expect(isOpenAt(hoursOf('Saturday 02:00-02:05'), instant, 'Pacific/Kiritimati')).toBe(true);
    expect(isOpenAt(hoursOf('Friday 17:45-17:50'), instant, 'Asia/Kathmandu')).toBe(true);
  });

  // New York, 2026-11-01: at 02:00 EDT (06:00Z) the clock goes back to 01:00 EST.
  test.each([
    ['2026-11-01T05:00Z', false], // 01:00 EDT
    ['2026-11-01T05:15Z', true], //  01:15 EDT
    ['2026-11-01T05:45Z', false], // 01:45 EDT
    ['2026-11-01T06:14Z', false], // 01:14 EST
    ['2026-11-01T06:15Z', true], //  01:15 EST, once more
    ['2026-11-01T06:45Z', false], // 01:45 EST
  ])('counts both passes of a repeated hour: %s', (instant, expected) => {
    expect(isOpenAt(everyDay('01:15-01:45'), new Date(instant), newYork)).toBe(expected);
  });

  // New York, 2026-03-08: at 02:00 EST (07:00Z) the clock goes forward to 03:00 EDT.
  test.each([
    ['2026-03-08T06:59Z', true], //  01:59 EST
    ['2026-03-08T07:00Z', false], // 03:00 EDT: 02:30 never came
  ])('has no times in a skipped hour: %s', (instant, expected) => {
    expect(isOpenAt(everyDay('22:00-02:30'), new Date(instant), newYork)).toBe(expected);
  });
});

describe('the end of the present opening', () => {
  test.each<[string, OpeningHours, string, string | null]>([
    ['the end of the period', lunchAndDinner, '2026-11-20T11:30:15.250', '2026-11-20T15:00'],
    ['from the start', lunchAndDinner, '2026-11-20T18:00', '2026-11-20T23:30'],
    ['past midnight', lateOnFriday, '2026-11-20T18:00', '2026-11-21T02:00'],
    ['past midnight, after it', lateOnFriday, '2026-11-21T01:00', '2026-11-21T02:00'],
    ['through periods that meet', hoursOf('Friday 10:00-12:00 12:00-14:00'), '2026-11-20T11:00', '2026-11-20T14:00'],
    [
      'through days that meet',
      hoursOf('Friday 20:00-00:00', 'Saturday 00:00-03:00'),
      '2026-11-20T21:00',
      '2026-11-21T03:00',
    ],
    [
      'from Saturday into Sunday',
      hoursOf('Saturday 20:00-04:00', 'Sunday 04:00-05:00'),
      '2026-11-21T21:00',
      '2026-11-22T05:00',
    ],
    ['through overlapping periods', hoursOf('Friday 10:00-13:00 12:00-14:00'), '2026-11-20T11:00', '2026-11-20T14:00'],
    ['all week but Wednesday', hoursOf('Thursday 00:00-00:00', 'Friday 00:00-00:00', 'Saturday 00:00-00:00', 'Sunday 00:00-00:00', 'Monday 00:00-00:00', 'Tuesday 00:00-00:00'), '2026-11-19T00:00', '2026-11-25T00:00'], // prettier-ignore
    ['never, round the clock', allWeek, '2026-11-20T12:00', null],
    ['not open now', lunchAndDinner, '2026-11-20T15:00', null],
  ])('%s', (_what, hours, local, expected) => {
    expect(shown(openUntil(hours, at(local), dubai))).toBe(expected === null ? null : at(expected).toISOString());
  });

  test.each([
    ['an end in the first pass', '00:00-01:30', '2026-11-01T04:30Z', '2026-11-01T05:30:00.000Z'],
    ['open again when the clock goes back', '00:00-01:30', '2026-11-01T06:10Z', '2026-11-01T06:30:00.000Z'],
    ['closed by the clock going back', '01:30-05:00', '2026-11-01T05:40Z', '2026-11-01T06:00:00.000Z'],
    ['across the repeated hour', '00:30-05:00', '2026-11-01T05:40Z', '2026-11-01T10:00:00.000Z'],
    ['an end in the skipped hour', '22:00-02:30', '2026-03-08T05:00Z', '2026-03-08T07:00:00.000Z'],
    ['across the skipped hour', '22:00-04:00', '2026-03-08T05:00Z', '2026-03-08T08:00:00.000Z'],
  ])('respects clock changes: %s', (_what, periods, instant, expected) => {
    expect(shown(openUntil(everyDay(periods), new Date(instant), newYork))).toBe(expected);
  });
});

describe('the next opening', () => {
  test.each<[string, OpeningHours, string, string | null]>([
    ['later today', lunchAndDinner, '2026-11-20T09:00', '2026-11-20T11:00'],
    ['between the periods', lunchAndDinner, '2026-11-20T15:00', '2026-11-20T18:00'],
    ['tomorrow', lunchAndDinner, '2026-11-20T23:30', '2026-11-21T11:00'],
    ['after the present opening', lunchAndDinner, '2026-11-20T12:00', '2026-11-20T18:00'],
    ['in two days', lateOnFriday, '2026-11-21T02:00', '2026-11-22T12:00'],
    ['in a week', hoursOf('Friday 18:00-20:00'), '2026-11-20T18:30', '2026-11-27T18:00'],
    ['at the next one, never now', hoursOf('Friday 18:00-20:00'), '2026-11-20T18:00', '2026-11-27T18:00'],
    ['a millisecond before', hoursOf('Friday 18:00-20:00'), '2026-11-20T17:59:59.999', '2026-11-20T18:00'],
    ['never, round the clock', allWeek, '2026-11-20T12:00', null],
    ['never, not set', everyDay('-'), '2026-11-20T12:00', null],
    ['never, closed', hoursOf(), '2026-11-20T12:00', null],
  ])('%s', (_what, hours, local, expected) => {
    expect(shown(nextOpening(hours, at(local), dubai))).toBe(expected === null ? null : at(expected).toISOString());
  });

  test('is not searched after the given days, their last instant included', () => {
    const hours = hoursOf('Friday 18:00-20:00');
    const opensAt = at('2026-11-27T18:00');
    expect(nextOpening(hours, at('2026-11-25T18:00'), dubai, [], 2)).toEqual(opensAt);
    expect(nextOpening(hours, at('2026-11-25T17:59'), dubai, [], 2)).toBe(null);
    expect(nextOpening(hours, at('2026-11-20T19:00'), dubai, [], 2)).toBe(null);
    expect(nextOpening(hours, at('2026-11-25T00:00'), dubai, [], 1)).toBe(null);
    expect(nextOpening(hours, at('2026-11-20T19:00'), dubai, [], 7)).toEqual(opensAt);
  });

  test.each([
    ['in the repeated hour, again', '01:15-01:45', '2026-11-01T05:50Z', '2026-11-01T06:15:00.000Z'],
    ['by the clock going back', '00:00-01:30', '2026-11-01T05:30Z', '2026-11-01T06:00:00.000Z'],
    ['by the clock going forward', '02:30-05:00', '2026-03-08T05:00Z', '2026-03-08T07:00:00.000Z'],
    ['not in the skipped hour', '02:10-02:50', '2026-03-08T05:00Z', '2026-03-09T06:10:00.000Z'],
  ])('respects clock changes: %s', (_what, periods, instant, expected) => {
    expect(shown(nextOpening(everyDay(periods), new Date(instant), newYork))).toBe(expected);
  });
});

describe('hours that are set', () => {
  const day = (open: boolean, start: string, end: string) => ({
    day: 'Monday' as Weekday,
    open,
    periods: [{ start, end }],
  });

  test.each([
    ['an empty period', day(true, '', ''), true, false],
    ['no period', { ...day(true, '', ''), periods: [] }, true, false],
    ['half a period', day(true, '10:00', ''), true, false],
    ['a period', day(true, '10:00', '12:00'), false, true],
    ['a closed day', day(false, '', ''), false, false],
    ['a closed day with a period', day(false, '10:00', '12:00'), false, false],
  ])('%s', (_what, entry, notSet, anyHours) => {
    expect(isDayNotSet(entry)).toBe(notSet);
    expect(hasOpeningHours([entry])).toBe(anyHours);
  });

  test('need only one day', () => {
    expect(hasOpeningHours(hoursOf('Monday -', 'Tuesday 10:00-12:00'))).toBe(true);
  });
});
