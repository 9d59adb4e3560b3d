/** Compares the end of what is said of hours with a look at them in each minute, in zones that change their clocks. */
import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { everyDay } from './test/hours-of.ts';
import { isOpenByTheBook, schedule, specialMoment } from './test/hours-oracle.ts';
import type { OpeningHours, SpecialHours } from './opening-hours.ts';
import { unchangedUntil } from './unchanged-until.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const distances = fc.subarray([0, DAY, 6 * DAY, -5 * MINUTE, -10 * MINUTE], { minLength: 1 });

/** Whether it is open at that distance from an instant, and the date there. */
function saidAt(hours: OpeningHours, special: readonly SpecialHours[], timeZone: string, instant: number): string {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return `${local.toPlainDate().toString()} ${isOpenByTheBook(hours, local, special)}`;
}

test('nothing changes before, at any of the distances, in any zone at any time', () => {
  fc.assert(
    fc.property(schedule, specialMoment, distances, (hours, { zone: timeZone, instant, special }, looks) => {
      const until = unchangedUntil({ hours, special, timeZone }, instant, looks);
      expect(until).toBeGreaterThan(instant);
      const said = (at: number) => looks.map((distance) => saidAt(hours, special, timeZone, at + distance));
      const now = said(instant);
      for (let at = instant; at < until; at += MINUTE) expect(said(at)).toEqual(now);
      expect(said(until - 1)).toEqual(now);
    }),
    { numRuns: 150 },
  );
}, 600_000);

describe('in Dubai, with lunch from 12:00 to 15:00', () => {
  const lunch = { hours: everyDay('12:00-15:00'), timeZone: 'Asia/Dubai' };
  const at = (time: string) => Date.parse(`2026-11-27T${time}+04:00`);

  test.each([
    ['before it opens', '11:00', [0], '12:00'],
    ['as it opens', '12:00', [0], '15:00'],
    ['before it closes', '14:59:59.999', [0], '15:00'],
    ['until midnight', '15:00', [0], '24:00'],
    ['the same a week ahead', '11:00', [0, 7 * DAY], '12:00'],
    ['ten minutes after it closed', '15:05', [-10 * MINUTE], '15:10'],
    ['the sooner of two', '15:05', [0, -10 * MINUTE], '15:10'],
  ])('%s', (_, now, looks, until) => {
    const midnight = Date.parse('2026-11-28T00:00+04:00');
    expect(unchangedUntil(lunch, at(now), looks)).toBe(until === '24:00' ? midnight : at(until));
  });

  test('a special day ahead counts from its distance', () => {
    const feast = {
      startsOn: '2026-12-03',
      endsOn: '2026-12-03',
      open: true,
      periods: [{ start: '09:00', end: '10:00' }],
    };
    expect(unchangedUntil({ ...lunch, special: [feast] }, at('08:00'), [6 * DAY])).toBe(at('09:00'));
  });
});

describe('at a change of the clocks', () => {
  const never = everyDay('-');

  test.each([
    [
      'midnight that is skipped begins the day an hour later',
      'Africa/Cairo',
      '2026-04-23T20:30:00Z',
      '2026-04-23T22:00:00Z',
    ],
    ['the offset changes in the night', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T01:00:00Z'],
    ['midnight after it', 'Europe/Berlin', '2026-10-25T01:00:00Z', '2026-10-25T23:00:00Z'],
  ])('%s', (_, timeZone, now, until) => {
    const found = unchangedUntil({ hours: never, timeZone }, Date.parse(now), [0]);
    expect(new Date(found).toISOString()).toBe(new Date(until).toISOString());
  });
});
