import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  formattedOffset,
  isTimeZone,
  localMilliseconds,
  lastWholeDay,
  localTimeOn,
  minutesOfTime,
  nextMidnight,
  offsetMinutes,
  timeOfMinutes,
  wallTime,
} from './time.ts';
import { changes } from '../outlets/test/hours-oracle.ts';

const RUNS = 3000;
const zones = Intl.supportedValuesOf('timeZone');

describe('wall time', { timeout: 60_000 }, () => {
  test.each([
    ['2026-11-20T13:17:05Z', 'Asia/Dubai', '2026-11-20', 'Friday', 17 * 60 + 17],
    ['2026-11-20T20:30:00Z', 'Asia/Dubai', '2026-11-21', 'Saturday', 30],
    ['2026-11-20T19:59:59.999Z', 'Asia/Dubai', '2026-11-20', 'Friday', 1439],
    ['2026-03-01T02:00:00Z', 'America/St_Johns', '2026-02-28', 'Saturday', 22 * 60 + 30],
    ['2026-06-30T18:20:00Z', 'Asia/Kathmandu', '2026-07-01', 'Wednesday', 5],
    ['2028-02-29T12:00:00Z', 'Europe/London', '2028-02-29', 'Tuesday', 720],
    ['2026-12-31T10:00:00Z', 'Pacific/Kiritimati', '2027-01-01', 'Friday', 0],
  ])('%s in %s', (instant, timeZone, date, weekday, minuteOfDay) => {
    expect(wallTime(new Date(instant), timeZone)).toEqual({ date, weekday, minuteOfDay });
  });

  test('matches Temporal, in any zone and any year since 1975', () => {
    const from = Date.UTC(1975, 0, 1);
    const to = Date.UTC(2060, 0, 1);
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: from, max: to }), (timeZone, instant) => {
        const expected = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
        expect(wallTime(new Date(instant), timeZone)).toEqual({
          date: expected.toPlainDate().toString(),
          weekday: expected.toLocaleString('en', { weekday: 'long' }),
          minuteOfDay: expected.hour * 60 + expected.minute,
        });
        expect(offsetMinutes(instant, timeZone)).toBe(expected.offsetNanoseconds / 60e9);
        expect(formattedOffset(instant, timeZone)).toBe(expected.offsetNanoseconds / 60e9);
        expect(localMilliseconds(instant, timeZone)).toBe(instant + expected.offsetNanoseconds / 1e6);
      }),
      { numRuns: RUNS },
    );
  });

  test('a local time ahead is that of Temporal, also beside a change of the clocks', () => {
    const hours = fc.integer({ min: -30 * 60, max: 6 * 60 });
    fc.assert(
      fc.property(fc.constantFrom(...changes), hours, fc.nat({ max: 1439 }), fc.nat({ max: 1 }), (near, ...drawn) => {
        const [minutes, minute, days] = drawn;
        const at = near.change.add({ minutes });
        const next = at.toPlainDate().add({ days: 1 });
        const midnight = next.toZonedDateTime(near.zone).epochMilliseconds;
        expect(nextMidnight(new Date(at.epochMilliseconds), near.zone)).toEqual(new Date(midnight));
        const plainTime = new Temporal.PlainTime(Math.floor(minute / 60), minute % 60);
        const local = at.toPlainDate().add({ days }).toZonedDateTime({ timeZone: near.zone, plainTime });
        const found = localTimeOn(new Date(at.epochMilliseconds), near.zone, days, minute);
        expect(wallTime(found, near.zone)).toMatchObject({
          date: local.toPlainDate().toString(),
          minuteOfDay: local.hour * 60 + local.minute,
        });
      }),
      { numRuns: RUNS },
    );
  });

  test('the last whole day is the one before the end, and none that is over', () => {
    const lunch = '2026-10-09T12:00:00Z';
    const lastDay = (now: string) => wallTime(lastWholeDay(lunch, new Date(now)), 'Asia/Dubai').date;
    expect(lastDay('2026-09-01T12:00:00Z')).toBe('2026-10-08');
    expect(lastDay('2026-10-09T06:00:00Z')).toBe('2026-10-09');
  });

  test('changes at the minute at which clocks do, whatever was asked before', () => {
    const change = Date.UTC(2026, 2, 29, 1);
    const around = [change - 1, change, change - 60_000, change + 60_000, change - 1, change];
    const ask = () => around.map((instant) => offsetMinutes(instant, 'Europe/London'));
    expect(ask()).toEqual([0, 60, 0, 60, 0, 60]);
    // More than are remembered.
    for (let minute = 0; minute < 2_500; minute++) offsetMinutes(change + minute * 60_000, 'Asia/Kathmandu');
    expect(ask()).toEqual([0, 60, 0, 60, 0, 60]);
    expect(offsetMinutes(change, 'Asia/Dubai')).toBe(240);
  });
});

describe('time zones', () => {
  test.each(['Asia/Dubai', 'Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires', 'UTC'])(
    '%s is a time zone',
    (name) => {
      expect(isTimeZone(name)).toBe(true);
    },
  );

  test.each(['', 'Dubai', 'Asia/Atlantis', '+04:00', '-0300', 'GMT+4', '../etc'])('%j is no time zone', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });

  test('an unknown zone is refused', () => {
    expect(() => wallTime(new Date(0), 'Asia/Atlantis')).toThrow(RangeError);
    expect(() => formattedOffset(0, 'Asia/Atlantis')).toThrow(RangeError);
  });
});

describe('times of day', () => {
  test('every minute survives the round trip', () => {
    for (let minute = 0; minute < 1440; minute++) {
      const text = timeOfMinutes(minute);
      expect(text).toMatch(/^\d\d:\d\d$/);
      expect(minutesOfTime(text)).toBe(minute);
    }
  });

  test.each([
    [1440, '00:00'],
    [1500, '01:00'],
    [-30, '23:30'],
  ])('%i minutes are %s', (minutes, text) => {
    expect(timeOfMinutes(minutes)).toBe(text);
  });

  test.each([
    ['00:00', 0],
    ['09:05', 545],
    ['23:59', 1439],
  ])('%s is minute %i', (text, minutes) => {
    expect(minutesOfTime(text)).toBe(minutes);
  });

  test.each([
    '',
    '24:00',
    '12:60',
    '9:00',
    '09:5',
    '09:00:00',
    ' 09:00',
    '09:00\n',
    '0900',
    'ab:cd',
    '-1:00',
    '\u0660\u0669:00',
  ])('%j is no time of day', (text) => {
    expect(minutesOfTime(text)).toBe(null);
  });
});
